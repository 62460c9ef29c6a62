#pragma once
#include "scanline/bench/claim_list.h"

#include <cstdint>

namespace scanline::bench {

// What is claimed of k-d trees, and what has to be measured for it: of uniform points.

inline constexpr std::int64_t asked_elements = 1 << 20, gpu_queries = 1 << 20;
inline constexpr int asked_k = 10;
inline constexpr std::int64_t gpu_built_elements = 1 << 24;

/// What the sweep over k-d trees says of builds and queries. Of GPUs, and of llvmpipe, where it was one.
std::vector<Claim> kdtree_claims(const Results& results);

/// Whether OpenGL worked on a GPU that told its times.
bool on_gpu(const Results& results);

/// Whether a row took at most so long.
Finding takes_at_most(const Row& row, double milliseconds);

} // namespace scanline::bench
