#pragma once
#include "scanline/compute/compact.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"
#include "scanline/core/named.h"
#include "scanline/systems/check.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scanline::systems {

enum class ComputePrimitive { scan, compact, sort };
constexpr auto table_of(ComputePrimitive) {
    using enum ComputePrimitive;
    return named<ComputePrimitive>({{scan, "scan"}, {compact, "compact"}, {sort, "sort"}});
}
using scanline::to_string;

/// What the elements of a case are.
enum class ComputeData {
    any,  ///< any bits; of floats that are added or compacted, fractions from -1 to 1
    few,  ///< whole numbers from -8 to 8, from 0 of unsigned types: many equal ones, and float sums are exact
    same, ///< one of these numbers everywhere
};
constexpr auto table_of(ComputeData) {
    using enum ComputeData;
    return named<ComputeData>({{any, "any"}, {few, "few"}, {same, "same"}});
}

/// One call of a compute primitive to be checked.
struct ComputeCase {
    ComputePrimitive primitive = ComputePrimitive::scan;
    compute::ElementType type = compute::ElementType::uint32;
    std::int64_t size = 0;
    ComputeData data = ComputeData::any;
    std::uint64_t seed = 0;              ///< of the elements
    int input_begin = 0;                 ///< where the elements begin in their buffer
    int output_begin = 0;                ///< and the results in theirs
    bool in_place = false;               ///< the results take the place of the elements; not of compactions
    std::optional<std::int64_t> count{}; ///< only so many first elements, a number on the GPU

    compute::ScanOptions scan{};
    compute::CompactOptions compact{};
    bool predicate = false;    ///< selected by a predicate, otherwise by flags
    double density = 0.5;      ///< of flags that are not 0
    std::int64_t capacity = 0; ///< elements of a compaction's output
    compute::RadixSortOptions sort{};
    bool positions = false; ///< sorts positions with the keys
};

/// A random case, a function of its arguments alone, that its primitive takes. Turns take the primitives one
/// after the other, and scans each method and order: every type, operator, method,
/// order, any size, arrays that begin anywhere, lengths on the GPU. What programs are compiled for is the
/// same for many seeds in a row.
ComputeCase random_compute_case(std::uint64_t seed, std::uint64_t turn, const CaseLimits& limits);

/// "scan of 1000 float32 (few), sum, exclusive, method tree, order chained, partition any ..."
std::string describe(const ComputeCase& test);

/// Runs the case on the GPU and checks the results against the CPU twin: bit for bit, sums of fractions
/// within the bound that Scan gives; and that what stands beside the results is as it was. Returns what
/// differs, nothing where all is right.
std::optional<std::string> check(compute::Engine& engine, const ComputeCase& test);

// What `verify` runs of the primitives.

/// Random cases of ComputeCase.
Check primitive_check();
/// All primitives that ComputeCase does not cover, on random uint32: fill, iota, copy, gather, scatter,
/// reduce, both histograms, binary search, split, both merges, and segmented reduce, scan and sort, each
/// beside the standard library. Programs are compiled for the same operator for many seeds in a row.
Check words_check();

} // namespace scanline::systems
