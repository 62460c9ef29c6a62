#pragma once
#include "scanline/catalog/case_limits.h"
#include "scanline/core/operator.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scanline::compute {
class Engine;
}

namespace scanline::catalog {

/// The primitives that ComputeCase does not have, all on the same uint32.
struct WordsCase {
    std::int64_t size = 0;
    Operator op = Operator::sum;
    std::uint32_t below = 0; ///< the elements are less than this; 0: any
    std::uint64_t seed = 0;  ///< of elements and segments
};

/// A random case, a function of its arguments alone. What programs are compiled for is the same for many
/// seeds in a row.
WordsCase random_words_case(std::uint64_t seed, const CaseLimits& limits);

/// "words: 1000 uint32 below 16, sum"
std::string describe(const WordsCase& test);

/// Fills, counts up, copies, gathers, scatters, reduces, counts, searches, splits, merges, and within
/// segments reduces, scans and sorts, each on the GPU, and compares with the standard library. Returns what
/// differs, nothing where all is right.
std::optional<std::string> check(compute::Engine& engine, const WordsCase& test);

} // namespace scanline::catalog
