#pragma once
#include "scanline/data/table.h"

#include <cstddef>
#include <cstdint>

namespace scanline::data {

/// One of several parts that have a table's rows one after the other.
struct RowPart {
    std::size_t number = 0, count = 1;

    /// Where any of the parts begins among so many rows, without the product of both, which may not fit.
    std::size_t begin_of(std::size_t part, std::size_t rows) const {
        return rows / count * part + rows % count * part / count;
    }
    std::size_t begin(std::size_t rows) const { return begin_of(number, rows); }
    std::size_t end(std::size_t rows) const { return begin_of(number + 1, rows); }
};

/// Reads a table as a whole and keeps a part. checksum: to read only the part of arrays, see PartCounts.
std::unique_ptr<Table> read_rows(const std::filesystem::path& path, const TextForm& form, RowPart part,
                                 std::uint32_t* checksum = nullptr);

} // namespace scanline::data
