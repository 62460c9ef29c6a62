#pragma once
#include "scanline/cube/column.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanline::cube {

/// The bins asked for.
struct BinPlan {
    int most = 1;
    bool are_quantiles = false;
};

/// Gives a dimension bins for some finite numbers; none for no numbers.
///
///     {most 5}, numbers 3 to 97: edges 0 20 40 60 80 100
///     {most 2, quantiles}, numbers 1 1 2 9: edges 1 2 9
void make_bins(Dimension& dimension, const BinPlan& plan, std::vector<double> numbers);

/// The bin that takes a number.
std::uint32_t bin_of(const Dimension& dimension, double number);

std::string edge_text(double edge);

} // namespace scanline::cube
