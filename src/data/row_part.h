#pragma once
#include "scanline/data/table_part.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scanline::data {

/// One of several parts that have the rows of tables one after the other.
struct RowPart {
    std::size_t number = 0, count = 1;
    FilePlace place{}; ///< of this table

    /// The first row of a part, in a table with this many rows.
    std::size_t begin_of(std::size_t part, std::size_t rows) const {
        __extension__ using Wide = unsigned __int128; // for products
        const Wide first = Wide{place.first} * count, size = Wide{place.size} * count;
        const Wide begin = std::clamp(Wide{place.all} * part, first, first + size) - first;
        return static_cast<std::size_t>(rows * begin / size);
    }
    std::size_t begin(std::size_t rows) const { return begin_of(number, rows); }
    std::size_t end(std::size_t rows) const { return begin_of(number + 1, rows); }
};

/// Reads a table as a whole and keeps a part. checksum: to read only the part of arrays, see PartCounts.
std::unique_ptr<Table> read_rows(const std::filesystem::path& path, const TextForm& form, RowPart part,
                                 std::uint32_t* checksum = nullptr);

} // namespace scanline::data
