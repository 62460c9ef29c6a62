#pragma once
#include "scanline/ranks/communicator.h"
#include "scanline/skyline/layers.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scanline::skyline {

/// Rows of numbers, smaller ones better. The first number is that of the row's group: rows of different
/// groups do not dominate each other.
struct GroupedRows {
    std::size_t columns = 1; ///< with that of the group
    std::vector<double> numbers{};

    std::size_t size() const { return numbers.size() / columns; }
    const double* operator[](std::size_t row) const { return numbers.data() + row * columns; }
};

/// The layers of the rows of all ranks; on each rank, those of its own rows.
struct RankLayers {
    std::vector<std::uint32_t> of_row; ///< as Layers::of_row
    Counters counters;                 ///< of this rank
    std::int64_t sent = 0;             ///< rows that this rank sent to others
};

/// Finds skylines, also of few rows.
struct RankFinder {
    FindSkyline find;
    /// A GPU finds those of at least as many rows, and compares also rows that need not be.
    std::int64_t min_device_rows = std::numeric_limits<std::int64_t>::max();
};

/// The first `most` layers. Rows of a lower rank are before those of a higher one. If `most` is 1, each rank
/// passes the skyline of its rows, in each group. Errors: those of find(), agreed by all ranks.
RankLayers peel_over_ranks(ranks::Communicator& ranks, GroupedRows rows, int most, const Options& options,
                           const RankFinder& finder);

} // namespace scanline::skyline
