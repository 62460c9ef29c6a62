#include "experiments/kdtree_experiments.h"

#include "scanline/core/choice.h"
#include "scanline/kdtree/search.h"
#include "scanline/systems/kdtree.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// Builds and queries over the number of points, their dimensions, and how they lie.

namespace scanline::systems {

namespace {

constexpr Option<int> k_option{"--k"};

// From the first of each list on, one of them at a time.
std::vector<KdtreeSetting> settings_of(const Request& request) {
    using Sizes = std::vector<std::int64_t>;
    const auto sizes = request.get(
        sizes_option, request.quick ? Sizes{1 << 14, 1 << 12}
                                    : Sizes{1 << 20, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 22});
    const auto dimensions =
        request.get(dimensions_option, request.quick ? std::vector{3, 2} : std::vector{3, 2, 4, 8});
    const auto distributions = request.choices("--points", enumerators<points::PointDistribution>);
    KdtreeSetting from{.distribution = distributions.front(),
                       .elements = sizes.front(),
                       .dimensions = dimensions.front(),
                       .queries = request.get(queries_option, {request.quick ? 2000 : 100'000}).front()};
    for (const std::string& name : request.names("--type"))
        from.type = *std::ranges::find(measured_types, name, type_name);
    std::vector<KdtreeSetting> settings{from};
    append_varied(settings, sizes, [](KdtreeSetting& one, auto elements) { one.elements = elements; });
    append_varied(settings, dimensions, [](KdtreeSetting& one, int number) { one.dimensions = number; });
    append_varied(settings, distributions, [](KdtreeSetting& one, auto lie) { one.distribution = lie; });
    return settings;
}

// What is claimed of GPUs takes others long, and a software renderer longest.
bool has_gpu_claims(const Request& request, const KdtreeSetting& first) {
    const compute::Engine* const engine = engine_of(request);
    return engine != nullptr && !engine->capabilities().software && !request.quick &&
           request[sizes_option].empty() && request[queries_option].empty() && first.dimensions == 3 &&
           first.distribution == points::PointDistribution::uniform &&
           first.type == points::CoordinateType::float32;
}

// Of the first three lists the first values are where the sweep stands.
std::vector<Axis> sweep_axes() {
    return {
        axis_of_sizes(),
        axis_of(dimensions_option, "numbers of coordinates, 1 to 32", points::max_dimensions),
        axis_of_choices(
            "--points",
            fmt::format("how points lie ({}); of these three lists the first ones together, then the others "
                        "one at a time",
                        names_of(enumerators<points::PointDistribution>)),
            enumerators<points::PointDistribution>),
        {.option = "--type",
         .text = fmt::format("of coordinates: {}", names_of(measured_types, type_name)),
         .choices = list_of_names(measured_types, type_name),
         .values = {std::string(type_name(points::CoordinateType::float32))}},
        {.option = std::string(queries_option.name),
         .text = "that are asked at once; default: 100000, quick 2000",
         .type = Axis::Type::whole,
         .whole = {1, 1 << 30}},
        axis_of(k_option, "numbers of neighbors, 1 to 64; default: 1,10", kdtree::max_neighbors)};
}

std::vector<PlannedGroup> sweep_groups(const Request& request) {
    std::vector<PlannedGroup> planned;
    const auto add = [&](KdtreeSetting setting, KdtreeTask task, int k = 0) {
        setting.task = task;
        setting.k = k;
        planned.push_back(kdtree_group(setting, request));
    };
    const std::vector<KdtreeSetting> settings = settings_of(request);
    for (const KdtreeSetting& setting : settings) {
        add(setting, KdtreeTask::build);
        for (const int k : request.get(k_option, {1, asked_k}))
            add(setting, KdtreeTask::knn, k);
        add(setting, KdtreeTask::radius);
        add(setting, KdtreeTask::box);
    }
    KdtreeSetting setting = settings.front();
    if (has_gpu_claims(request, setting)) {
        setting.elements = gpu_built_elements;
        add(setting, KdtreeTask::build);
        setting.elements = asked_elements;
        setting.queries = gpu_queries;
        add(setting, KdtreeTask::knn, asked_k);
    }
    return planned;
}

Experiment kdtree_sweep() {
    return kdtree_experiment({.name = "kdtree",
                              .title = "Balanced k-d trees",
                              .source = "Brown, JCGT 2015",
                              .axes = sweep_axes(),
                              .figures = kdtree_figures,
                              .claims = kdtree_claims(),
                              .summary = kdtree_summary},
                             sweep_groups);
}

} // namespace

Experiments kdtree_experiments() {
    static const std::array all{kdtree_sweep(), kdtree_paper()};
    return all;
}

Experiment kdtree_experiment(Experiment own, std::vector<PlannedGroup> groups(const Request& request)) {
    own.peers = {by_nanoflann, by_nth_element};
    return on_two_backends(std::move(own), groups,
                           {.threads = "1, and as many as processors",
                            .software = "of trees that a software renderer does in seconds"});
}

} // namespace scanline::systems
