#pragma once
#include "scanline/skyline/skyline.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanline::skyline {

inline constexpr std::size_t box_entries = 64;

/// Boxes around rows, in a tree of blocks of box_entries each. In a block, column after column, every entry
/// has a code of one byte: entries of level 0 are rows, those of a level above the least codes of a block of
/// the level below. The codes of a column have the order of its keys, but different keys may share one: a row
/// can dominate another only if no code of it is greater.
struct BoxTree {
    int columns = 0;                               ///< codes of an entry
    std::vector<std::vector<std::uint8_t>> levels; ///< the top one has a single block
    std::vector<std::uint32_t> rows;               ///< of the entries of level 0

    std::size_t block_bytes() const { return static_cast<std::size_t>(columns) * box_entries; }
};

/// The row whose dominators are searched.
struct BoxQuery {
    int first_column = 0;                ///< column of the tree that `codes` begins with
    const std::uint8_t* codes = nullptr; ///< of its columns from there to the last
    std::uint32_t row = 0;
    bool or_equal = false; ///< a row that is equal counts as one
};

/// True if some row of the tree dominates the queried one. keys: of all rows, one after the other.
/// Counters: rows compared in blocks are dominance tests, boxes compared are mask tests.
bool has_dominator(const BoxTree& tree, const BoxQuery& query, const std::uint32_t* keys, int dimensions,
                   Counters& counters);

} // namespace scanline::skyline
