#pragma once
#include "scanline/ranks/communicator.h"
#include "scanline/tables/coded_column.h"

#include <string>
#include <vector>

namespace scanline::tables {

/// Returns the edges of bins for numbers, of which there is at least one: round numbers, or quantiles, for
/// which they must be sorted.
std::vector<Decimal> edges_for(const std::vector<Decimal>& numbers, const BinPlan& plan);

/// Returns a few of all ranks' numbers, sorted, that have the same edges as all of them. own: sorted for
/// quantiles.
std::vector<Decimal> deciding_numbers(ranks::Communicator& ranks, const std::vector<Decimal>& own,
                                      const BinPlan& plan);

/// What the values beyond the edges are called: "below 10" and "above 90".
std::string below_text(const CodedColumn& column);
std::string above_text(const CodedColumn& column);

} // namespace scanline::tables
