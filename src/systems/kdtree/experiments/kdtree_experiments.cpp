#include "experiments/kdtree_experiments.h"

#include "scanline/core/choice.h"
#include "scanline/kdtree/search.h"
#include "scanline/machine/machine.h"
#include "scanline/systems/kdtree.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// Builds and queries over the number of points, their dimensions, and how they lie.

namespace scanline::bench {

namespace {

constexpr std::string_view cpu_variant = "cpu", compute_variant = "compute";

// True if it is among those named; all are where none is.
bool takes_part(const Request& request, std::string_view variant) {
    const std::vector<std::string>& named = request.names("--variant");
    return named.empty() || std::ranges::find(named, variant) != named.end();
}

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
            settings.push_back(from);
            settings.back().*member = values[i];
        }
    };
    add(sizes, &KdtreeSetting::elements);
    add(dimensions, &KdtreeSetting::dimensions);
    add(distributions, &KdtreeSetting::distribution);
    return settings;
}

// What is claimed of GPUs takes others long, and a software renderer longest.
bool has_gpu_claims(const KdtreeOptions& options, const KdtreeSetting& first) {
    return options.engine != nullptr && !options.engine->capabilities().software && !options.quick &&
           options.sizes.empty() && options.queries == 0 && first.dimensions == 3 &&
           first.distribution == points::PointDistribution::uniform &&
           first.type == points::CoordinateType::float32;
}

// Of the first three lists the first values are where the sweep stands.
std::vector<Axis> sweep_axes() {
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
    return axes;
}

Experiment kdtree_sweep() {
    Experiment made =
        kdtree_experiment("kdtree", "Balanced k-d trees", "Brown, JCGT 2015", kdtree_sweep_groups);
    const std::vector<Axis> axes = sweep_axes();
    made.axes.insert(made.axes.begin(), axes.begin(), axes.end());
    made.figures = kdtree_figures;
    made.claims = kdtree_claims;
    made.summary = kdtree_summary;
    return made;
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
    const std::vector<KdtreeSetting> settings = settings_of(options);
    for (const KdtreeSetting& setting : settings) {
        add(setting, KdtreeTask::build);
        for (const int k : asked_or(options.neighbors, {1, asked_k}))
            add(setting, KdtreeTask::knn, k);
        add(setting, KdtreeTask::radius);
        add(setting, KdtreeTask::box);
    }
    KdtreeSetting setting = settings.front();
    if (has_gpu_claims(options, setting)) {
        setting.elements = gpu_built_elements;
        add(setting, KdtreeTask::build);
        setting.elements = asked_elements;
        setting.queries = gpu_queries;
        add(setting, KdtreeTask::knn, asked_k);
    }
    return planned;
}

Experiments kdtree_experiments() {
    static const std::array all{kdtree_sweep(), kdtree_paper()};
    return all;
}

KdtreeOptions kdtree_options(const Request& request) {
    KdtreeOptions options{.quick = request.quick,
                          .sizes = request.numbers<std::int64_t>("--sizes"),
                          .dimensions = request.numbers<int>("--dimensions"),
                          .threads = request.numbers<int>("--threads"),
                          .neighbors = request.numbers<int>("--k"),
                          .queries = request.number<std::int64_t>("--queries", 0),
                          .peers = request.peers,
                          .cpu = takes_part(request, cpu_variant),
                          .large_on_software = !request.names("--variant").empty()};
    for (const std::string& name : request.names("--points"))
        options.distributions.push_back(parse_choice("--points", name, points::all_point_distributions));
    for (const std::string& name : request.names("--type"))
        options.type = *std::ranges::find(measured_types, name, type_name);
    if (request.machine != nullptr && takes_part(request, compute_variant))
        options.engine = &request.machine->compute();
    return options;
}

Plan kdtree_plan(const KdtreeOptions& options, std::vector<PlannedGroup> groups) {
    Plan plan{.groups = std::move(groups), .engine = options.engine};
    if (options.engine != nullptr)
        plan.notes = fmt::format("On OpenGL with tier {}, {} lanes.\n", to_string(options.engine->tier()),
                                 options.engine->lanes());
    return plan;
}

Experiment kdtree_experiment(std::string_view name, std::string_view title, std::string_view source,
                             std::vector<PlannedGroup> groups(const KdtreeOptions& options)) {
    Axis threads = axis_of_threads("1, and as many as processors");
    threads.applies = [](const Request& request) {
        return takes_part(request, cpu_variant) || !request.without_peers;
    };
    threads.applies_with = "--variant cpu or a --peer";
    return {
        .name = name,
        .title = title,
        .source = source,
        .needs = Needs::compute_or_processor,
        .axes = {threads,
                 {.option = "--variant",
                  .text = "ways to do it, cpu or compute; default: cpu, and compute where there is OpenGL "
                          "4.3, of trees that a software renderer does in seconds",
                  .choices = {std::string(cpu_variant), std::string(compute_variant)},
                  .several = true}},
        .peers = {by_nanoflann, by_nth_element},
        .plan = [groups](const Request& request) {
            const KdtreeOptions options = kdtree_options(request);
            return kdtree_plan(options, groups(options));
        }};
}

} // namespace scanline::bench
