#pragma once
#include "scanline/data/table.h"

namespace scanline::data {

/// The bytes of a text as a table; see read_table(). ending: ".csv", of the file's name.
std::unique_ptr<Table> read_csv_cells(const std::filesystem::path& path, std::vector<std::byte> bytes,
                                      std::string_view ending, const TextForm& form);

} // namespace scanline::data
