#pragma once

namespace scanline::kdtree {

// The operations as errors name them, the same on the CPU and on the GPU.
inline constexpr const char* build_operation = "kdtree build";
inline constexpr const char* nodes_operation = "kdtree nodes";
inline constexpr const char* knn_operation = "kdtree knn";
inline constexpr const char* radius_operation = "kdtree radius search";
inline constexpr const char* box_operation = "kdtree box search";
inline constexpr const char* verify_operation = "kdtree verify";

} // namespace scanline::kdtree
