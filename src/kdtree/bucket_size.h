#pragma once
#include <cstdint>

namespace scanline::kdtree {

/// Subtrees of at most so many nodes are looked through node by node: they lie in a few cache lines, and to
/// choose among so few takes longer.
inline constexpr std::int64_t bucket_size = 32;

} // namespace scanline::kdtree
