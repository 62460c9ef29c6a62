#include "experiments/kdtree_claims.h"
#include "experiments/kdtree_experiments.h"
#include "experiments/kdtree_figures.h"
#include "experiments/kdtree_group.h"

#include "scanline/compute/engine.h"
#include "scanline/core/names.h"
#include "scanline/kdtree/knn.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

// Builds and queries over the number of points, their dimensions, and how they lie.

namespace scanline::bench {

namespace {

template <class T>
std::vector<T> asked_or(const std::vector<T>& asked, std::vector<T> usual) {
    return asked.empty() ? std::move(usual) : asked;
}

// From the first of each list on, one of them at a time.
std::vector<KdtreeSetting> settings_of(const KdtreeOptions& options) {
    const auto sizes =
        asked_or(options.sizes, options.quick ? std::vector<std::int64_t>{1 << 14, 1 << 12}
                                              : std::vector<std::int64_t>{1 << 20, 1 << 12, 1 << 14, 1 << 16,
                                                                          1 << 18, 1 << 22});
    const auto dimensions =
        asked_or(options.dimensions, options.quick ? std::vector<int>{3, 2} : std::vector<int>{3, 2, 4, 8});
    const auto distributions = asked_or(options.distributions, {points::all_point_distributions.begin(),
                                                                points::all_point_distributions.end()});
    const KdtreeSetting from{.distribution = distributions.front(),
                             .elements = sizes.front(),
                             .dimensions = dimensions.front(),
                             .type = options.type,
                             .queries = options.queries > 0 ? options.queries
                                        : options.quick     ? 2000
                                                            : 100'000};
    std::vector<KdtreeSetting> settings{from};
    const auto add = [&](const auto& values, auto member) {
        for (std::size_t i = 1; i < values.size(); ++i) {
            KdtreeSetting setting = from;
            setting.*member = values[i];
            settings.push_back(setting);
        }
    };
    add(sizes, &KdtreeSetting::elements);
    add(dimensions, &KdtreeSetting::dimensions);
    add(distributions, &KdtreeSetting::distribution);
    return settings;
}

// What they are about, of such points, takes others long, and a software renderer longest.
bool has_gpu_claims(const KdtreeOptions& options, const KdtreeSetting& first) {
    return options.engine != nullptr && !options.engine->capabilities().software && !options.quick &&
           options.sizes.empty() && options.queries == 0 && first.dimensions == 3 &&
           first.distribution == points::PointDistribution::uniform &&
           first.type == points::CoordinateType::float32;
}

} // namespace

std::vector<PlannedGroup> kdtree_sweep_groups(const KdtreeOptions& options) {
    std::vector<PlannedGroup> planned;
    const auto add = [&](KdtreeSetting setting, KdtreeTask task, int k = 0) {
        setting.task = task;
        setting.k = k;
        if (!asks(task))
            setting.queries = 0;
        planned.push_back(kdtree_group(setting, options));
    };
    for (const KdtreeSetting& setting : settings_of(options)) {
        add(setting, KdtreeTask::build);
        for (const int k : asked_or(options.neighbors, {1, asked_k}))
            add(setting, KdtreeTask::knn, k);
        add(setting, KdtreeTask::radius);
        add(setting, KdtreeTask::box);
    }
    KdtreeSetting setting = settings_of(options).front();
    if (has_gpu_claims(options, setting)) {
        setting.elements = gpu_built_elements;
        add(setting, KdtreeTask::build);
        setting.elements = asked_elements;
        setting.queries = gpu_queries;
        add(setting, KdtreeTask::knn, asked_k);
    }
    return planned;
}

namespace {

// Of the lists of trees the first ones are where it stands.
std::vector<Axis> kdtree_sweep_axes() {
    std::vector<Axis> axes{
        axis_of_sizes(),
        {.option = "--dimensions",
         .text = "numbers of coordinates, 1 to 32",
         .type = Axis::Type::whole,
         .whole = {1, points::max_dimensions},
         .several = true},
        {.option = "--points",
         .text = fmt::format("how points lie ({}); of these three lists the first ones together, then the "
                             "others one at a time",
                             names_of(points::all_point_distributions)),
         .several = true},
        {.option = "--type",
         .text = fmt::format("of coordinates: {}", names_of(measured_types, type_name)),
         .values = {std::string(type_name(points::CoordinateType::float32))}},
        {.option = "--queries",
         .text = "that are asked at once; default: 100000, quick 2000",
         .type = Axis::Type::whole,
         .whole = {1, 1 << 30}},
        {.option = "--k",
         .text = "numbers of neighbors, 1 to 64; default: 1,10",
         .type = Axis::Type::whole,
         .whole = {1, kdtree::max_neighbors},
         .several = true}};
    for (const points::PointDistribution one : points::all_point_distributions)
        axes[2].choices.emplace_back(to_string(one));
    for (const points::CoordinateType one : measured_types)
        axes[3].choices.emplace_back(type_name(one));
    std::ranges::move(kdtree_axes(), std::back_inserter(axes));
    return axes;
}

} // namespace

Experiment kdtree_sweep() {
    return {.name = "kdtree",
            .title = "Balanced k-d trees",
            .source = "Brown, JCGT 2015",
            .needs = Needs::compute_or_processor,
            .axes = kdtree_sweep_axes(),
            .peers = {"nanoflann", "nth-element"},
            .plan = kdtree_plan_of<kdtree_sweep_groups>,
            .figures = kdtree_figures,
            .claims = kdtree_claims,
            .summary = kdtree_summary};
}

} // namespace scanline::bench
