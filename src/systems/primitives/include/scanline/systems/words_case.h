#pragma once
#include "scanline/catalog/check.h"
#include "scanline/core/operator.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scanline::compute {
class Engine;
}

namespace scanline::catalog {

/// Random uint32 for the primitives that ComputeCase does not cover.
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

/// Runs fill, iota, copy, gather, scatter, reduce, both histograms, binary search, split, both merges, and
/// segmented reduce, scan and sort on the GPU, and compares each with the standard library. Returns the first
/// difference, none if all results are right.
std::optional<std::string> check(compute::Engine& engine, const WordsCase& test);

} // namespace scanline::catalog
