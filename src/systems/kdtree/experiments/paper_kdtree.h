#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace scanline::bench {

/// Times in seconds of building the balanced k-d tree of 16,777,216 random points of four int32 coordinates
/// and verifying it, by Brown's algorithm ("Building a Balanced k-d Tree in O(kn log n) Time", JCGT 2015) on
/// CPUs and as Robinson has it on GPUs: the table that he published with it. Of GPUs it has one number for
/// sorting and removing duplicates.
struct PublishedKdtree {
    std::string_view machine;
    double total, init;
    std::optional<double> sort, remove_duplicates;
    double sort_and_remove, build, verify;
};

inline constexpr std::int64_t published_points = 16'777'216;
inline constexpr int published_dimensions = 4;

std::span<const PublishedKdtree> published_kdtrees();

} // namespace scanline::bench
