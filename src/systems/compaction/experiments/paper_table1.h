#pragma once
#include "scanline/raster/options.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace scanline::bench {

/// Table 1 of Moreira, Reis and de Sousa, "New algorithms for GPU stream compaction: a comparative study",
/// GRAPP 2009: compaction times in ms on a GeForce 7300 Go. The text of the paper does not say which part of
/// the table belongs to which image; the order finger, hand, bunny was inferred from the densities, as the
/// binary tree is the faster the sparser an image. Jumping Jack was not run with blocks of 512, which that
/// card's limit of 256 iterations of a loop did not allow.
struct PaperTimes {
    std::string_view image;
    int block;
    raster::Algorithm algorithm;
    std::array<double, 3> positive, negative; ///< of paper_sizes elements
};

inline constexpr std::array<std::int64_t, 3> paper_sizes{512 * 512, 1024 * 1024, 2048 * 2048};

std::span<const PaperTimes> paper_table1();

/// One time of the table; none where it has none.
std::optional<double> paper_milliseconds(std::string_view image, bool negated, std::int64_t elements,
                                         int block, std::string_view algorithm);

} // namespace scanline::bench
