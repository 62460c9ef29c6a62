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

} // namespace

std::string_view to_string(Variant variant) {
    switch (variant) {
    case Variant::hillis_steele: return "hillis-steele";
    case Variant::blelloch: return "blelloch";
    case Variant::horizontal: return "horizontal";
    case Variant::vertical: return "vertical";
    case Variant::scan_then_add: return "scan-then-add";
    case Variant::reduce_then_scan: return "reduce-then-scan";
    case Variant::chained: return "chained";
    }
    return "";
}

std::string_view explanation(Variant variant) {
    switch (variant) {
    case Variant::hillis_steele:
        return "Recursive doubling: in pass k every element adds what lies 2^(k-1) to its left. After log2 n "
               "passes each holds the sum of all up to it. The span is the shortest there is, but the work "
               "is "
               "n log2 n, and every pass reads and writes all elements again.";
    case Variant::blelloch:
        return "A balanced tree: the up-sweep adds pairs, then pairs of pairs. The down-sweep hands every "
               "node "
               "what lies before it. The work is proportional to n, the span twice that of recursive "
               "doubling, "
               "and near the root most lanes are idle.";
    case Variant::horizontal:
        return "The lanes load neighbouring elements as one vector and scan it among themselves by recursive "
               "doubling. Then they add the carry, which is the sum of all vectors before. Every element is "
               "read "
               "and written once, but each vector waits for the carry of the one before.";
    case Variant::vertical:
        return "Each lane scans a chunk of its own from left to right. The totals of the chunks are scanned "
               "among "
               "the lanes, and each lane adds what lies before its chunk. No lane waits for another inside "
               "of a "
               "chunk. The price is a second pass, which reads and writes everything again, and access with "
               "a "
               "stride.";
    case Variant::scan_then_add:
        return "Pass 1 scans every tile on its own and writes the result. After a barrier the tiles' totals "
               "are "
               "scanned, and pass 2 adds to every tile what lies before it. Each pass reads and writes: four "
               "accesses an element.";
    case Variant::reduce_then_scan:
        return "Pass 1 only adds up every tile and writes nothing but the total. After a barrier the totals "
               "are "
               "scanned, and pass 2 scans every tile from what lies before it. An element is read twice and "
               "written "
               "once: three accesses, not four.";
    case Variant::chained:
        return "One pass with decoupled look-back: a tile publishes its total (A), looks back over the tiles "
               "before "
               "it until it finds one with a prefix (P), and publishes its own prefix. Elements stay on the "
               "chip "
               "meanwhile: two accesses each, and no barrier. A lane that finds a tile without a state (X) "
               "spins; "
               "after four looks it reduces that tile itself, so that a stalled lane holds up nobody.";
    }
    return "";
}

Timeline simulate(const Spec& spec) {
    const int size = static_cast<int>(spec.input.size());
    check("elements", size, most_elements);
    check("lanes", spec.lanes, most_lanes);
    check("elements a tile", spec.tile, most_elements);
    const bool lane_per_element = has_lane_per_element(spec.variant);
    const int columns = lane_per_element ? padded_size(size) : spec.lanes;
    Recorder recorder(spec.input, spec.op, columns, lane_per_element);
    if (uses_tiles(spec.variant))
        recorder.set_tiles(tiles_of(size, spec.tile), true);
    switch (spec.variant) {
    case Variant::hillis_steele: record_hillis_steele(spec, recorder); break;
    case Variant::blelloch: record_blelloch(spec, recorder); break;
    case Variant::horizontal: record_horizontal(spec, recorder); break;
    case Variant::vertical: record_vertical(spec, recorder); break;
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

} // namespace scanline::view::prefix_sum
