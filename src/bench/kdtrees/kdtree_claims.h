#pragma once
#include "scanline/bench/experiment.h"

namespace scanline::bench {

/// What the sweep over k-d trees says of builds and queries.
std::vector<Claim> kdtree_claims(const Results& results);

} // namespace scanline::bench
