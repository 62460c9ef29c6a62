#pragma once
#include "prefix_sum/prefix_sum_recorder.h"
#include "prefix_sum/prefix_sum_variant.h"

#include <cstdint>
#include <vector>

/// The ways to compute prefix sums in parallel, as schedules of lanes computed on the CPU. Sources:
/// - Hillis and Steele, "Data parallel algorithms", Communications of the ACM 29(12), 1986;
/// - Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990;
/// - Zhang, Wang and Ross, "Parallel Prefix Sum with SIMD", ADMS 2020: sections 2.1 (two passes), 2.2
///   (partitions), 3.1 (horizontal), 3.2 (vertical), 3.3 (tree);
/// - Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002,
///   and Smith, Levien and Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", SPAA 2025.
namespace scanline::view::prefix_sum {

inline constexpr int most_elements = 256;
inline constexpr int most_lanes = 16;
/// How often a lane looks at a tile that has published nothing before it reduces that tile itself.
inline constexpr int spin_limit = 4;

struct Spec {
    Variant variant = Variant::hillis_steele;
    std::vector<int> input;
    Operator op = Operator::sum;
    bool exclusive = false;
    int lanes = 4;          ///< or threads, or workers; those with a lane for each element do not ask
    int tile = 8;           ///< elements of a tile; the last one may have fewer
    int partition = 4;      ///< elements that a thread works on at a time, where there are stretches
    double dilation = 0;    ///< of threads: size of the odd partitions relative to the others, 0 for none
    std::uint64_t seed = 0; ///< of threads and chained: see Scheduler
    int stalled = -1;       ///< of chained: the tile that is held after its first element until no other
                            ///< lane has work left; -1 for none
};

/// What happens. Errors: usage, where the input has not 1 to most_elements elements, or lanes, the tile, the
/// partition or the dilation are out of 1 to most_lanes, 1 to most_elements, and 0 to 1.
Timeline simulate(const Spec& spec);

// Called by simulate().
void record_hillis_steele(const Spec& spec, Recorder& recorder);
void record_blelloch(const Spec& spec, Recorder& recorder);
void record_tree(const Spec& spec, Recorder& recorder);
void record_horizontal(const Spec& spec, Recorder& recorder);
void record_vertical(const Spec& spec, Recorder& recorder);
void record_threads(const Spec& spec, Recorder& recorder);
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

/// Recursive doubling over what lanes hold, a step each; `tiles` says which tile each of them is on.
void scan_lanes(Recorder& recorder, const std::string& name, const std::vector<int>& tiles);

} // namespace scanline::view::prefix_sum
