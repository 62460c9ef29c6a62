#pragma once
#include "decimal.h"

#include "scanline/cube/column.h"
#include "scanline/data/table.h"

namespace scanline::cube {

// What is read from cells. Errors: failure that names row and column.

/// The number in a cell; none if it is empty. Errors: a cell that is no finite number.
std::optional<Decimal> number_in(const data::Table& table, std::size_t row, std::size_t column);

/// The part of a date in a cell, "11" for a month; empty if the cell is. Errors: a cell that is no date.
std::string date_part_in(const data::Table& table, std::size_t row, std::size_t column, Derivation part);

} // namespace scanline::cube
