#pragma once
#include "scanline/data/table.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace scanline::data {

/// What a part of a table tells the others.
struct PartCounts {
    std::uint64_t quotes = 0; ///< in its share of the bytes
    std::uint64_t rows = 0, lines = 0, feeds = 0, returns = 0;
    std::uint64_t is_wrong = 0;    ///< a row is not as it should be
    std::uint64_t needs_whole = 0; ///< quotes do not tell where lines end
    std::uint64_t checksum = 0;    ///< the exclusive or of all parts' is 0, or arrays are damaged
};

/// Does a step of every part, and returns in each what all have returned, in their order. If a step fails in
/// any part, throws in all.
using OnAllParts = std::function<std::vector<PartCounts>(const std::function<PartCounts()>& step)>;

/// The byte range of a file within the concatenation of several files. Sizes are at least 1.
struct FilePlace {
    std::uint64_t first = 0, size = 1, all = 1;
};

/// Reads one part of a table, of which several processes read one each: the rows of all parts, one after the
/// other, are those of read_table(). Only the part is read of arrays and of text. What is read as a whole:
/// gzip, UTF-16, arrays that are compressed or in Fortran order, text with a quote inside a field without
/// quotes around it or without a first line in its first 16 MiB, and what is damaged.
///
/// place: if the parts share the rows of several files; a part may then have none of this one.
///
/// Errors: those of read_table(), of every part the same; failure for a pipe, which has no parts.
///
///     // "x\n1\n2\n3\n", part 1 of 2: a row "3", its first_row() 2
std::unique_ptr<Table> read_table_part(const std::filesystem::path& path, const TextForm& form,
                                       std::size_t part, std::size_t parts, const OnAllParts& on_all_parts,
                                       const FilePlace& place = {});

} // namespace scanline::data
