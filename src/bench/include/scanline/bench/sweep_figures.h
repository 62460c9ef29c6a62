#pragma once
#include "scanline/bench/experiment.h"

namespace scanline::bench {

/// Times of a free sweep (see make_sweep()) over the numeric axis on which most values were tried: block,
/// elements or density. One figure for each stream, with a line for each combination of the axes that vary;
/// none where no such axis has two values. An algorithm without blocks has no line over block.
std::vector<Figure> sweep_figures(const Results& results);

} // namespace scanline::bench
