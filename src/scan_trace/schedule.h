#pragma once
#include "recorder.h"
#include "scanline/core/random.h"
#include "scanline/scan_trace/simulate.h"

#include <cstdint>
#include <string>
#include <vector>

/// The schedules of simulate(), and what they share.
namespace scanline::scan_trace {

/// Selects the lanes that run in a step. The same seed gives the same schedule; 0 runs all in every step,
/// others hold some of them at random. At least one lane that can move always does, so every schedule
/// terminates.
class Scheduler {
public:
    explicit Scheduler(std::uint64_t seed) : all_move_(seed == 0), random_(seed) {}

    /// Some of the able lanes, in the order in which they move.
    std::vector<int> moving(std::vector<int> able);

private:
    bool all_move_;
    Random random_;
};

// Called by simulate().
void record_hillis_steele(const Spec& spec, Recorder& recorder);
void record_blelloch(const Spec& spec, Recorder& recorder);
void record_tree(const Spec& spec, Recorder& recorder);
void record_horizontal(const Spec& spec, Recorder& recorder);
void record_vertical(const Spec& spec, Recorder& recorder);
void record_threads(const Spec& spec, Recorder& recorder);
void record_two_pass(const Spec& spec, Recorder& recorder);
void record_chained(const Spec& spec, Recorder& recorder);

/// Number of elements, padded if each has its own lane: a power of two, and at least two, since a tree needs
/// two leaves, and recursive doubling one pass, to show anything.
int padded_size(int size);

/// The input in tiles of at most `tile` elements.
std::vector<Tile> tiles_of(int size, int tile);

/// How a pass processes the elements of a chunk, a tile or a partition, from left to right.
enum class Pass {
    none,
    total, ///< sums them
    scan,  ///< the same, and writes the outputs
    add,   ///< adds the total before all of them to their outputs
};

/// Combines `before` with `element`, writes output i, and keeps the running value in the lane; returns it.
Partial scan_element(Recorder::Lane& lane, const Partial& before, const Partial& element, int i,
                     bool exclusive);
/// Processes element i of a pass. Returns the running value; for Pass::add `before`.
Partial take_element(Recorder::Lane& lane, Pass pass, const Partial& before, int i, bool exclusive);

/// Recursive doubling over the lanes' values, one step per doubling; `tiles` holds each lane's tile.
void scan_lanes(Recorder& recorder, const std::string& name, const std::vector<int>& tiles);

} // namespace scanline::scan_trace
