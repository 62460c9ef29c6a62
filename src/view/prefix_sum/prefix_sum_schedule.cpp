#include "prefix_sum/prefix_sum_schedule.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

void check(std::string_view what, int value, int most) {
    if (value < 1 || value > most)
        throw usage_error(fmt::format("prefix sums of {} {}: 1 to {} can be shown", value, what, most));
}

// The tree in place needs no padding.
int columns_of(const Spec& spec) {
    const int size = static_cast<int>(spec.input.size());
    if (column_of(spec.variant) != ColumnOf::element)
        return spec.lanes;
    return spec.variant == Variant::simd_t ? size : padded_size(size);
}

} // namespace

Timeline simulate(const Spec& spec) {
    const int size = static_cast<int>(spec.input.size());
    check("elements", size, most_elements);
    check("lanes", spec.lanes, most_lanes);
    check("elements a tile", spec.tile, most_elements);
    check("elements a partition", spec.partition, most_elements);
    if (!(spec.dilation >= 0 && spec.dilation <= 1))
        throw usage_error(
            fmt::format("prefix sums with a dilation of {}: 0 to 1 can be shown", spec.dilation));
    Recorder recorder(spec.input, spec.op, columns_of(spec), column_of(spec.variant));
    if (uses_tiles(spec.variant))
        recorder.set_tiles(tiles_of(size, spec.tile), true);
    switch (spec.variant) {
    case Variant::hillis_steele: record_hillis_steele(spec, recorder); break;
    case Variant::blelloch: record_blelloch(spec, recorder); break;
    case Variant::simd_t: record_tree(spec, recorder); break;
    case Variant::horizontal: record_horizontal(spec, recorder); break;
    case Variant::simd_v1:
    case Variant::simd_v2: record_vertical(spec, recorder); break;
    case Variant::scalar1:
    case Variant::scalar1_p:
    case Variant::scalar2:
    case Variant::scalar2_p: record_threads(spec, recorder); break;
    case Variant::scan_then_add:
    case Variant::reduce_then_scan: record_two_pass(spec, recorder); break;
    case Variant::chained: record_chained(spec, recorder); break;
    }
    return recorder.take();
}

int padded_size(int size) {
    return std::max(2, power_of_two_ceiling(size));
}

std::vector<Tile> tiles_of(int size, int tile) {
    std::vector<Tile> tiles;
    for (int first = 0; first < size; first += tile)
        tiles.push_back({first, std::min(first + tile, size)});
    return tiles;
}

Partial scan_element(Recorder::Lane& lane, int lane_index, const Partial& before, const Partial& element,
                     int i, bool exclusive) {
    const Partial after = lane.combine(before, element);
    lane.write({Space::output, i}, exclusive ? before : after);
    lane.write({Space::lane, lane_index}, after);
    return after;
}

void scan_lanes(Recorder& recorder, const std::string& name, const std::vector<int>& tiles) {
    const int count = static_cast<int>(tiles.size());
    for (int offset = 1; offset < count; offset *= 2) {
        recorder.begin_step(name,
                            fmt::format("Every lane takes in what the lane {} to its left holds.", offset));
        for (int l = offset; l < count; ++l) {
            auto lane = recorder.lane(LaneAction::copy, l);
            lane.on_tile(tiles[static_cast<std::size_t>(l)]);
            const Partial left = lane.read({Space::lane, l - offset});
            lane.write({Space::lane, l}, lane.combine(left, lane.read({Space::lane, l})));
        }
        recorder.end_step();
    }
}

} // namespace scanline::view::prefix_sum
