#pragma once
#include "scanline/bench/experiment.h"

#include <string>

namespace scanline::view {

/// Draws an earlier chart of the same kind and axes into another one: its lines dashed and lighter, in the
/// colours of those of the same name; its bars beside the others. name: of the earlier one, which its series
/// get as a suffix. Returns false, and changes nothing, where the two have nothing in common.
bool overlay(bench::Chart& chart, const bench::Chart& earlier, const std::string& name);

} // namespace scanline::view
