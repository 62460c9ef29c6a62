#include "experiments/kdtree_experiments.h"

#include "scanline/core/names.h"
#include "scanline/machine/machine.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

constexpr std::string_view cpu_variant = "cpu", compute_variant = "compute";

// Whether it is among those named; all are where none is.
bool takes_part(const Request& request, std::string_view variant) {
    const std::vector<std::string>& named = request.names("--variant");
    return named.empty() || std::ranges::find(named, variant) != named.end();
}

} // namespace

Experiments kdtree_experiments() {
    static const std::array all{kdtree_sweep(), kdtree_paper()};
    return all;
}

KdtreeOptions kdtree_options(const Request& request) {
    KdtreeOptions options{.quick = request.quick,
                          .sizes = request.numbers<std::int64_t>("--sizes"),
                          .dimensions = request.numbers<int>("--dimensions")};
    for (const std::string& name : request.names("--points"))
        options.distributions.push_back(*std::ranges::find(points::all_point_distributions, name,
                                                           [](auto one) { return to_string(one); }));
    for (const std::string& name : request.names("--type"))
        options.type = *std::ranges::find(measured_types, name, type_name);
    options.threads = request.numbers<int>("--threads");
    options.neighbors = request.numbers<int>("--k");
    options.queries = request.number<std::int64_t>("--queries", 0);
    options.peers = request.peers;
    options.cpu = takes_part(request, cpu_variant);
    options.large_on_software = !request.names("--variant").empty();
    if (request.machine != nullptr && takes_part(request, compute_variant))
        options.engine = &request.machine->compute();
    return options;
}

Plan kdtree_plan(const KdtreeOptions& options, std::vector<PlannedGroup> groups) {
    Plan plan{.groups = std::move(groups)};
    if (compute::Engine* engine = options.engine) {
        plan.engine = engine;
        plan.notes =
            fmt::format("On OpenGL with tier {}, {} lanes.\n", to_string(engine->tier()), engine->lanes());
    }
    return plan;
}

std::vector<Axis> kdtree_axes() {
    Axis threads = axis_of_threads("1, and as many as processors");
    threads.applies = [](const Request& request) {
        return takes_part(request, cpu_variant) || !request.without_peers;
    };
    threads.applies_with = "--variant cpu or a --peer";
    return {threads,
            {.option = "--variant",
             .text = "ways to do it, cpu or compute; default: cpu, and compute where there is OpenGL 4.3, of "
                     "trees that a software renderer does in seconds",
             .choices = {std::string(cpu_variant), std::string(compute_variant)},
             .several = true}};
}

} // namespace scanline::bench
