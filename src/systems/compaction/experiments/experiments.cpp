#include "experiments/experiments.h"

#include <fmt/format.h>

namespace scanline::systems {

Experiments compaction_experiments() {
    static const std::array all{compaction_sweep(),   stage_times(),         time_by_density(32),
                                time_by_density(256), time_by_density(2048), image_table(),
                                prefix_crossover(),   concatenation_cost(),  scaling(),
                                adaptions()};
    return all;
}

SweepStream random_stream(std::int64_t elements, int invalid_percent) {
    return density_streams({(100 - invalid_percent) / 100.0}, {elements}, data_seed).front();
}

CompactionVariant variant_of(const CompactionEntry& entry, int block) {
    return {
        {.algorithm = entry.value},
        entry.blockwise ? block : entry.default_block,
        {{algorithm_axis, entry.name}, {block_axis, entry.blockwise ? std::optional(block) : std::nullopt}}};
}

std::vector<CompactionVariant> every_algorithm(std::initializer_list<int> blocks) {
    std::vector<CompactionVariant> variants;
    const auto add = [&variants](bool blockwise, int block) {
        for (const CompactionEntry& entry : compaction_algorithms()) {
            if (entry.blockwise == blockwise && entry.value != raster::Algorithm::automatic)
                variants.push_back(variant_of(entry, block));
        }
    };
    for (const int block : blocks)
        add(true, block);
    add(false, 0);
    return variants;
}

Plan raster_plan(const Request& request) {
    return {.roof = std::string(copy_roof), .engine = &request.machine->raster()};
}

PlannedGroup random_group(const Request& request, std::string what, std::int64_t elements,
                          int invalid_percent, AxisValues axes, std::vector<CompactionVariant> variants) {
    SweepStream stream = random_stream(elements, invalid_percent);
    stream.axes = std::move(axes);
    return stream_group(request, std::move(what), std::move(stream), false, std::move(variants));
}

PlannedGroup density_group(const Request& request, int invalid_percent,
                           std::vector<CompactionVariant> variants) {
    return random_group(request, fmt::format("{} % invalid", invalid_percent), elements_of(request.quick),
                        invalid_percent, {{invalid_axis, invalid_percent}}, std::move(variants));
}

double time_of(const Results& results, std::string_view algorithm, int invalid_percent) {
    return median_milliseconds(results, {{invalid_axis, invalid_percent}, {algorithm_axis, algorithm}});
}

} // namespace scanline::systems
