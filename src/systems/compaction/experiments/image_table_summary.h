#pragma once
#include "scanline/bench/results.h"

namespace scanline::bench {

/// Table 1 as Markdown: for each image the paper's times beside those of the rows, the best settings marked
/// in both, then the best settings of each data set.
std::string image_table_summary(const Results& results);

} // namespace scanline::bench
