#include "experiments/cube_experiments.h"

#include "scanline/core/choice.h"
#include "scanline/systems/cube.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// Measures trees, queries and histograms over the numbers of rows, dimensions and codes, and over skew:
// figures 1 to 6 of the paper.

namespace scanline::systems {

namespace {

constexpr Option<int> cardinality_option{"--cardinality"};
constexpr Option<double> zipf_option{"--zipf"};

/// Values to sweep: the first of each list together, then the others one at a time.
struct Lists {
    std::vector<std::int64_t> sizes;
    std::vector<int> dimensions;
    std::vector<int> cardinalities;
    std::int64_t queries;
};

Lists default_lists(const Request& request) {
    if (request.quick)
        return {{1 << 10, 1 << 8}, {4, 2}, {10, 3}, 100};
    if (has_gpu(request))
        return {{400'000, 100'000, 200'000, 800'000}, {15, 6, 9, 12, 18}, {160, 20, 40, 80, 320}, 1'000};
    return {{1 << 14, 1 << 12, 1 << 16, 1 << 18}, {6, 3, 9, 12, 15}, {40, 20, 80, 160}, 1'000};
}

std::vector<CubeSetting> settings_of(const Request& request) {
    const Lists usual = default_lists(request);
    const auto sizes = request.get(sizes_option, usual.sizes);
    const auto dimensions = request.get(dimensions_option, usual.dimensions);
    const auto cardinalities = request.get(cardinality_option, usual.cardinalities);
    const auto skews = request.get(zipf_option, {0, 1.2});
    std::vector<CubeSetting> settings{
        {.rows = {dimensions.front(), static_cast<std::uint32_t>(cardinalities.front()), sizes.front()},
         .zipf = skews.front(),
         .queries = request.get(queries_option, {usual.queries}).front(),
         .operations = request.choices("--operation", enumerators<CubeOperation>)}};
    append_varied(settings, sizes, [](CubeSetting& one, std::int64_t rows) { one.rows.rows = rows; });
    append_varied(settings, dimensions, [](CubeSetting& one, int number) { one.rows.dimensions = number; });
    append_varied(settings, cardinalities, [](CubeSetting& one, int codes) {
        one.rows.cardinality = static_cast<std::uint32_t>(codes);
    });
    append_varied(settings, skews, [](CubeSetting& one, double zipf) { one.zipf = zipf; });
    return settings;
}

std::vector<PlannedGroup> sweep_groups(const Request& request) {
    std::vector<PlannedGroup> planned;
    for (const CubeSetting& setting : settings_of(request))
        planned.push_back(cube_group(setting, request));
    return planned;
}

std::vector<Axis> sweep_axes() {
    std::vector<Axis> axes{
        axis_of_sizes(),
        axis_of(dimensions_option, fmt::format("numbers of dimensions, 1 to {}", cube::max_dimensions),
                cube::max_dimensions),
        axis_of(cardinality_option, "numbers of codes of each dimension", cube::max_skewed_cardinality),
        {.option = std::string(zipf_option.name),
         .text =
             "how skewed codes are, from 0 for uniform ones to 8; default: 0,1.2; of these four lists the "
             "first ones together, then the others one at a time",
         .type = Axis::Type::real,
         .real = {0, 8},
         .several = true},
        axis_of(queries_option, "in a batch", 1 << 24),
        axis_of_choices("--operation",
                        fmt::format("what is measured ({})", names_of(enumerators<CubeOperation>)),
                        enumerators<CubeOperation>)};
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

} // namespace scanline::systems
