#pragma once
#include "scanline/cube/column.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanline::cube {

/// How to bin a dimension.
struct BinPlan {
    int most = 1; ///< bins
    bool are_quantiles = false;
};

/// Derives the bins of a dimension from finite numbers; no numbers give no bins.
///
///     {most 5}, numbers 3 to 97: edges 0 20 40 60 80 100
///     {most 2, quantiles}, numbers 1 1 2 9: edges 1 2 9
void make_bins(Dimension& dimension, const BinPlan& plan, std::vector<double> numbers);

/// Returns the bin of a number; the first and the last bin also take the numbers beyond them.
std::uint32_t bin_of(const Dimension& dimension, double number);

std::string edge_text(double edge); ///< as in the texts of bins

} // namespace scanline::cube
