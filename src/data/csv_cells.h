#pragma once
#include "scanline/data/table.h"

namespace scanline::data {

/// A CSV file as a table; see read_table().
std::unique_ptr<Table> read_csv_cells(const std::filesystem::path& path);

} // namespace scanline::data
