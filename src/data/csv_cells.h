#pragma once
#include "cell_reader.h"
#include "row_part.h"

namespace scanline::data {

/// A part of the rows of a text as a table; see read_table(). ending: ".csv", of the file's name.
std::unique_ptr<Table> read_csv_cells(const std::filesystem::path& path, std::vector<std::byte> bytes,
                                      std::string_view ending, const TextForm& form, RowPart part);

/// A table of cells that have been read. before: of the file, above these bytes.
std::unique_ptr<Table> make_csv_table(const std::filesystem::path& path, std::vector<std::byte> bytes,
                                      Cells cells, std::size_t first_row, std::size_t all_rows,
                                      LineEnds before);

} // namespace scanline::data
