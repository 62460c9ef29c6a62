#pragma once
#include "prefix_sum/prefix_sum_recorder.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

/// The ways to compute prefix sums in parallel, as schedules of lanes computed on the CPU. Sources:
/// - Hillis and Steele, "Data parallel algorithms", Communications of the ACM 29(12), 1986;
/// - Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990;
/// - Zhang, Wang and Ross, "Parallel Prefix Sum with SIMD", ADMS 2020: sections 2.1 (two passes), 3.1
///   (horizontal), 3.2 (vertical), 3.3 (tree);
/// - Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002,
///   and Smith, Levien and Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", SPAA 2025.
namespace scanline::view::prefix_sum {

enum class Variant {
    hillis_steele,    ///< recursive doubling, a lane for each element
    blelloch,         ///< balanced tree, up-sweep and down-sweep, a lane for each node
    horizontal,       ///< vector by vector, with a running carry
    vertical,         ///< each lane scans a chunk of its own, then adds what lies before
    scan_then_add,    ///< two passes over tiles: scans, then adds what lies before
    reduce_then_scan, ///< two passes over tiles: totals, then scans from what lies before
    chained,          ///< one pass over tiles that look back at each other
};
inline constexpr std::array all_variants{
    Variant::hillis_steele, Variant::blelloch,         Variant::horizontal, Variant::vertical,
    Variant::scan_then_add, Variant::reduce_then_scan, Variant::chained};
std::string_view to_string(Variant variant);
/// What it does and what it costs, in three to five sentences.
std::string_view explanation(Variant variant);

constexpr bool has_lane_per_element(Variant variant) {
    return variant == Variant::hillis_steele || variant == Variant::blelloch;
}
constexpr bool uses_tiles(Variant variant) {
    return variant == Variant::scan_then_add || variant == Variant::reduce_then_scan ||
           variant == Variant::chained;
}

inline constexpr int most_elements = 256;
inline constexpr int most_lanes = 16;
/// How often a lane looks at a tile that has published nothing before it reduces that tile itself.
inline constexpr int spin_limit = 4;

struct Spec {
    Variant variant = Variant::hillis_steele;
    std::vector<int> input;
    Operator op = Operator::sum;
    bool exclusive = false;
    int lanes = 4;          ///< workers of those with tiles; hillis_steele and blelloch have one an element
    int tile = 8;           ///< elements of a tile; the last one may have fewer
    std::uint64_t seed = 0; ///< of chained: 0 moves all lanes in every step, others hold some at random
    int stalled = -1;       ///< of chained: the tile that is held after its first element until no other
                            ///< lane has work left; -1 for none
};

/// What happens. Errors: usage, where the input has not 1 to most_elements elements, or lanes or the tile are
/// out of 1 to most_lanes and 1 to most_elements.
Timeline simulate(const Spec& spec);

// Called by simulate().
void record_hillis_steele(const Spec& spec, Recorder& recorder);
void record_blelloch(const Spec& spec, Recorder& recorder);
void record_horizontal(const Spec& spec, Recorder& recorder);
void record_vertical(const Spec& spec, Recorder& recorder);
void record_two_pass(const Spec& spec, Recorder& recorder);
void record_chained(const Spec& spec, Recorder& recorder);

/// Elements with their padding where each has a lane of its own: a power of two, and at least two, because a
/// tree needs two leaves, and recursive doubling a pass, for there to be anything to see.
int padded_size(int size);

/// The input in tiles of at most `tile` elements.
std::vector<Tile> tiles_of(int size, int tile);

/// One element of a scan from left to right: takes it in after `before`, writes the output, and keeps the
/// running value in the lane, which it returns.
Partial scan_element(Recorder::Lane& lane, int lane_index, const Partial& before, const Partial& element,
                     int i, bool exclusive);

} // namespace scanline::view::prefix_sum
