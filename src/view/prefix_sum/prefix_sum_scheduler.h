#pragma once
#include "scanline/core/random.h"

#include <cstdint>
#include <vector>

namespace scanline::view::prefix_sum {

/// Who is given time in a step. The same seed gives the same schedule; 0 moves all in every step, others hold
/// some of them at random. At least one of those that are able always moves, so that every schedule comes to
/// an end.
class Scheduler {
public:
    explicit Scheduler(std::uint64_t seed) : all_move_(seed == 0), random_(seed) {}

    /// Some of those that are able, in the order in which they move.
    std::vector<int> moving(std::vector<int> able);

private:
    bool all_move_;
    Random random_;
};

} // namespace scanline::view::prefix_sum
