#pragma once
#include "scanline/bench/results.h"

namespace scanline::bench {

/// Two measured rows and a skipped one, with every member set and names that need escaping.
Results example_results();

} // namespace scanline::bench
