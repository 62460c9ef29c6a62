#pragma once
#include "scanline/core/operator.h"
#include "scanline/cpu/thread_team.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cpu {

/// How one thread goes through its elements.
enum class ScanKernel {
    scalar,    ///< one by one
    simd,      ///< horizontal: a register at a time, in log2(lanes) steps of shift and add
    simd_v1,   ///< vertical: a chunk in each lane, by gather and scatter; prefix sums in pass 1, offsets in
               ///< pass 2
    simd_v2,   ///< vertical: totals of the chunks in pass 1, prefix sums in pass 2
    simd_t,    ///< a balanced tree over the array, by strided gather and scatter
    lookahead, ///< as simd; what is carried on waits for one addition alone, memory is asked for ahead
};

/// The work of several threads in the two passes over their partitions.
enum class ScanPasses {
    one,        ///< a single thread, which needs one pass
    increment,  ///< prefix sums, then increments by what lies before
    accumulate, ///< totals, then prefix sums
};

/// A way to scan, as the paper's table 2 lists them.
struct ScanAlgorithm {
    std::string_view name; ///< "simd1-p"
    ScanKernel kernel;
    ScanPasses passes;
    bool partitioned;         ///< both passes over a cache-sized partition before the next one
    std::string_view summary; ///< half a sentence

    bool multithreaded() const { return passes != ScanPasses::one; }
    /// True if its kernel gathers and scatters over the whole of its elements. An array that is a power of
    /// two long takes it up to ten times as long as what is a few lines longer, because all lanes meet in the
    /// same places of the cache: give it partitions of other lengths.
    bool strided() const {
        return kernel == ScanKernel::simd_v1 || kernel == ScanKernel::simd_v2 || kernel == ScanKernel::simd_t;
    }
};

/// Every algorithm: those of the paper, then ours.
std::span<const ScanAlgorithm> scan_algorithms();

/// Errors: usage, with the names that there are.
const ScanAlgorithm& find_scan_algorithm(std::string_view name);

struct ScanOptions {
    Operator op = Operator::sum;
    bool exclusive = false;
    /// For the algorithms of several threads; more than there are processors take turns.
    int threads = 1;
    /// Elements of a partition that one thread works on at a time, where the algorithm has partitions. None:
    /// what a quarter of a thread's L2 cache holds (the paper has half, but the quarter is faster: what is
    /// asked for ahead, and other threads of the same processor, need room too); of vertical scans about
    /// twice the first level (the paper has once), but no power of two, see ScanAlgorithm::strided(); of the
    /// tree half of it.
    std::optional<std::int64_t> partition{};
    /// For the algorithms of several threads, 0 to 1: with more than 0 the first thread works on a partition
    /// more, the last one, which is so much smaller than the others, instead of waiting in one of the passes.
    double dilation = 0;
    /// The same for the first partition of those that accumulate, which is scanned already in pass 1.
    /// None: as dilation.
    std::optional<double> first_dilation{};

    bool operator==(const ScanOptions&) const = default;
};

/// Prefix sums on the CPU, by the algorithms of scan_algorithms(): of float, double, int32, uint32 and int64.
///
/// output[i] is what input[0] to input[i] have together, or, exclusive, what comes before input[i]: 0 for the
/// first of a sum, the greatest or least value of the type (infinity of floats) for minimum and maximum.
/// The output may be the input itself; otherwise the two are apart. Integers wrap around. Sums of floats are
/// added in an order that depends on algorithm, options, size, instruction set and alignment alone; their
/// error is at most 1e-4 of the sum of magnitudes so far. A minimum or maximum of NaN is any of the values.
/// n = 0 is nothing to do. The threads are made with the object and stay; an object works for one caller at a
/// time. Errors: usage where the sizes differ or the arrays overlap in part, for more than 2^31 - 1 elements
/// of an algorithm that gathers them all, and for options out of range; failure where threads cannot be made.
/// Source: Zhang, Wang, Ross, "Parallel Prefix Sum with SIMD", 2020, sections 2 and 3.
///
///     Scan scan(find_scan_algorithm("simd1-p"), {.threads = 2});
///     scan(std::span<const float>(a), std::span<float>(b));   // a: 3 1 7 0 4   b: 3 4 11 11 15
class Scan {
public:
    explicit Scan(const ScanAlgorithm& algorithm, const ScanOptions& options = {});

    /// Returns what all elements have together.
    template <class T>
    T operator()(std::span<const T> input, std::span<T> output) const;

    const ScanAlgorithm& algorithm() const { return *algorithm_; }
    const ScanOptions& options() const { return options_; }
    /// Elements of a partition, for elements of so many bytes; none where the algorithm has no partitions.
    std::optional<std::int64_t> partition(int element_bytes) const;

private:
    const ScanAlgorithm* algorithm_;
    ScanOptions options_;
    std::unique_ptr<ThreadTeam> team_;
};

/// The instruction set of all algorithms but the scalar ones: "AVX3", "AVX2", "SSE4", "NEON" ...
std::string_view simd_target();

/// How what the threads of a scan do at a time is divided: into as many partitions as threads, or, dilated,
/// one more, which thread 0 works on in pass 2. Of scans by several threads. Source: Zhang, Wang, Ross, 2020,
/// section 2.1.
///
///     ScanDivision division(ScanPasses::increment, {.threads = 2, .dilation = 0.5});
///     division.together(4);      // 10: 4, 4 and 2
///     division.boundaries(10);   // 0 4 8 10
class ScanDivision {
public:
    ScanDivision(ScanPasses passes, const ScanOptions& options);

    bool dilated() const { return dilated_; }
    /// Elements of all partitions where those that are not dilated have so many.
    std::int64_t together(std::int64_t partition) const;
    /// Where each partition of so many elements begins, and the last one ends.
    std::vector<std::int64_t> boundaries(std::int64_t elements) const;

private:
    std::vector<double> parts_; ///< sizes, 1 of those that are not dilated
    bool dilated_;
};

} // namespace scanline::cpu
