#include "experiments/cube_experiments.h"

#include "scanline/core/choice.h"
#include "scanline/systems/cube.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// Measures trees, queries and histograms over the numbers of rows, dimensions and codes, and over skew:
// figures 1 to 6 of the paper.

namespace scanline::bench {

namespace {

/// Values to sweep: the first of each list together, then the others one at a time.
struct Lists {
    std::vector<std::int64_t> sizes;
    std::vector<int> dimensions;
    std::vector<std::uint32_t> cardinalities;
    std::int64_t queries;
};

Lists usual_lists(const Request& request) {
    if (request.quick)
        return {{1 << 10, 1 << 8}, {4, 2}, {10, 3}, 100};
    if (has_gpu(request))
        return {{400'000, 100'000, 200'000, 800'000}, {15, 6, 9, 12, 18}, {160, 20, 40, 80, 320}, 1'000};
    return {{1 << 14, 1 << 12, 1 << 16, 1 << 18}, {6, 3, 9, 12, 15}, {40, 20, 80, 160}, 1'000};
}

std::vector<CubeSetting> settings_of(const Request& request) {
    const Lists usual = usual_lists(request);
    const auto sizes = request.numbers("--sizes", usual.sizes);
    const auto dimensions = request.numbers("--dimensions", usual.dimensions);
    std::vector<std::int64_t> cardinalities(usual.cardinalities.begin(), usual.cardinalities.end());
    cardinalities = request.numbers("--cardinality", cardinalities);
    const auto skews = request.numbers<double>("--zipf", {0, 1.2});
    CubeSetting from{
        .rows = {dimensions.front(), static_cast<std::uint32_t>(cardinalities.front()), sizes.front()},
        .zipf = skews.front(),
        .queries = request.number<std::int64_t>("--queries", usual.queries)};
    if (!request.names("--operation").empty())
        from.operations.clear();
    for (const std::string& name : request.names("--operation"))
        from.operations.push_back(parse_choice("--operation", name, enumerators<CubeOperation>));
    std::vector<CubeSetting> settings{from};
    const auto add = [&](const auto& values, auto member) {
        for (std::size_t i = 1; i < values.size(); ++i) {
            settings.push_back(from);
            using Value = std::remove_reference_t<decltype(member(settings.back()))>;
            member(settings.back()) = static_cast<Value>(values[i]);
        }
    };
    add(
        sizes, [](CubeSetting & one) -> auto& { return one.rows.rows; });
    add(
        dimensions, [](CubeSetting & one) -> auto& { return one.rows.dimensions; });
    add(
        cardinalities, [](CubeSetting & one) -> auto& { return one.rows.cardinality; });
    add(
        skews, [](CubeSetting & one) -> auto& { return one.zipf; });
    return settings;
}

std::vector<PlannedGroup> sweep_groups(const Request& request) {
    std::vector<PlannedGroup> planned;
    for (const CubeSetting& setting : settings_of(request))
        planned.push_back(cube_group(setting, request));
    return planned;
}

std::vector<Axis> sweep_axes() {
    const auto whole = [](const char* option, std::string text, std::uint64_t most) {
        return Axis{.option = option,
                    .text = std::move(text),
                    .type = Axis::Type::whole,
                    .whole = {1, most},
                    .several = true};
    };
    std::vector<Axis> axes{
        axis_of_sizes(),
        whole("--dimensions", fmt::format("numbers of dimensions, 1 to {}", cube::max_dimensions),
              cube::max_dimensions),
        whole("--cardinality", "numbers of codes of each dimension", cube::max_skewed_cardinality),
        {.option = "--zipf",
         .text =
             "how skewed codes are, from 0 for uniform ones to 8; default: 0,1.2; of these four lists the "
             "first ones together, then the others one at a time",
         .type = Axis::Type::real,
         .real = {0, 8},
         .several = true},
        whole("--queries", "in a batch", 1 << 24),
        {.option = "--operation",
         .text = fmt::format("what is measured ({})", names_of(enumerators<CubeOperation>)),
         .choices = list_of_names(enumerators<CubeOperation>),
         .several = true}};
    axes[4].several = false;
    return axes;
}

Experiment cube_sweep() {
    return on_two_backends({.name = "cube",
                            .title = "Data cubes by rows, dimensions, codes and skew",
                            .source = "Wang, Yu, figures 1 to 6",
                            .axes = sweep_axes(),
                            .peers = {by_rollup},
                            .figures = cube_figures,
                            .claims = cube_claims(),
                            .summary = cube_summary},
                           sweep_groups,
                           {.threads = "1, and as many as processors",
                            .software = "of tables that a software renderer does in seconds"});
}

} // namespace

Experiments cube_experiments() {
    static const std::array all{cube_sweep(), cube_paper()};
    return all;
}

} // namespace scanline::bench
