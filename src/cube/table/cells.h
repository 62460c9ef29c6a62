#pragma once
#include "scanline/cube/column.h"
#include "scanline/data/table.h"
#include "scanline/tables/decimal.h"

namespace scanline::cube {

using tables::Decimal;
using tables::decimal_of;
using tables::magnitude_of;
using tables::read_decimal;

// Readers of cells. Errors: failure, naming row and column.

/// Reads the number in a cell; none if the cell is empty. Errors: the text is not a finite number.
std::optional<Decimal> number_in(const data::Table& table, std::size_t row, std::size_t column);

/// Reads a part of the date in a cell, such as "11" for a month; empty if the cell is empty. Errors: the text
/// is not a date.
std::string date_part_in(const data::Table& table, std::size_t row, std::size_t column, Derivation part);

} // namespace scanline::cube
