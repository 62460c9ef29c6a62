#pragma once
#include "scanline/tables/coded_column.h"

namespace scanline::tables {

/// Returns the edges of bins for numbers, of which there is at least one: round numbers, or quantiles.
std::vector<Decimal> edges_for(std::vector<Decimal> numbers, const BinPlan& plan);

/// "below 10" and "above 90".
std::string below_text(const CodedColumn& column);
std::string above_text(const CodedColumn& column);

} // namespace scanline::tables
