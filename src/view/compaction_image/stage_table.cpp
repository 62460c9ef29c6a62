#include "compaction_image/stage_table.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace scanline::view {

namespace {

// A stage keeps its colour in whatever company; those that never run together share one.
std::size_t series_of(std::string_view name) {
    namespace stage = raster::stage;
    constexpr std::array<std::pair<std::string_view, std::size_t>, stage::all.size()> places{{
        {stage::discriminate, 0},
        {stage::pack, 0},
        {stage::run_lengths, 1},
        {stage::lookup, 1},
        {stage::reduction, 2},
        {stage::search, 3},
        {stage::prefix_sum, 4},
        {stage::concatenation, 5},
        {stage::run_extraction, 6},
        {stage::survey, 6},
        {stage::block_scan, 7},
    }};
    const auto* const found = std::ranges::find(places, name, [](const auto& place) { return place.first; });
    return found == places.end() ? 0 : found->second;
}

double sum_of(std::span<const gl::TimedSpan> spans, std::string_view stage) {
    double sum = 0;
    for (const gl::TimedSpan& span : spans)
        sum += span.name == stage ? span.milliseconds : 0;
    return sum;
}

} // namespace

StageTable stage_table(std::span<const std::vector<gl::TimedSpan>> variants) {
    StageTable table;
    table.totals.assign(variants.size(), 0.0);
    for (const std::string_view stage : raster::stage::all) {
        StageTable::Row row{std::string(stage), {}, series_of(stage)};
        for (const std::vector<gl::TimedSpan>& variant : variants)
            row.milliseconds.push_back(sum_of(variant, stage));
        if (std::ranges::all_of(row.milliseconds, [](double time) { return time == 0; }))
            continue;
        for (std::size_t i = 0; i < variants.size(); ++i)
            table.totals[i] += row.milliseconds[i];
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace scanline::view
