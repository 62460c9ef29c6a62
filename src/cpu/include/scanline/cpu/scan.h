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

/// How one thread processes its elements.
enum class ScanKernel {
    scalar,    ///< one at a time
    simd,      ///< horizontal: a register at a time, in log2(lanes) steps of shift and add
    simd_v1,   ///< vertical: a chunk in each lane, by gather and scatter; prefix sums in pass 1, offsets in
               ///< pass 2
    simd_v2,   ///< vertical: totals of the chunks in pass 1, prefix sums in pass 2
    simd_t,    ///< a balanced tree over the array, by strided gather and scatter
    lookahead, ///< as simd, but the carry depends on a single addition, with prefetching
};

/// The work of several threads in the two passes over their partitions.
enum class ScanPasses {
    one,        ///< a single thread, which needs only one pass
    increment,  ///< prefix sums, then adds the preceding total
    accumulate, ///< totals, then prefix sums
};

/// A way to scan, as listed in the paper's table 2.
struct ScanAlgorithm {
    std::string_view name; ///< "simd1-p"
    ScanKernel kernel;
    ScanPasses passes;
    bool partitioned;         ///< runs both passes over a cache-sized partition before the next one
    std::string_view summary; ///< a short phrase

    bool multithreaded() const { return passes != ScanPasses::one; }
    /// True if the kernel gathers and scatters over its whole range. A power-of-two length can be ten times
    /// slower than one a few lines longer, because all lanes map to the same cache sets. Use partitions of
    /// other lengths.
    bool strided() const {
        return kernel == ScanKernel::simd_v1 || kernel == ScanKernel::simd_v2 || kernel == ScanKernel::simd_t;
    }
};

/// All algorithms: the paper's, then ours.
std::span<const ScanAlgorithm> scan_algorithms();

/// Errors: usage, listing the known names.
const ScanAlgorithm& find_scan_algorithm(std::string_view name);

struct ScanOptions {
    Operator op = Operator::sum;
    bool exclusive = false;
    /// For multithreaded algorithms; threads beyond the processors take turns.
    int threads = 1;
    /// Elements per partition of one thread, for partitioned algorithms. If empty: a quarter of a thread's L2
    /// cache (the paper uses half; a quarter is faster, because prefetching and other threads of the same
    /// processor need room too). For vertical scans, about twice L1 (the paper uses once), but not a power of
    /// two, see ScanAlgorithm::strided(); for the tree, half of L1.
    std::optional<std::int64_t> partition{};
    /// For multithreaded algorithms, 0 to 1. If greater than 0, the first thread processes one more
    /// partition, the last one, instead of waiting in one of the passes; it is smaller than the others by
    /// this fraction.
    double dilation = 0;
    /// The same for the first partition of accumulate algorithms, which pass 1 already scans. If empty: as
    /// dilation.
    std::optional<double> first_dilation{};

    bool operator==(const ScanOptions&) const = default;
};

/// Prefix sums on the CPU with the algorithms of scan_algorithms(): float, double, int32, uint32 and int64.
///
/// output[i] combines input[0] to input[i], or, if exclusive, everything before input[i]: the first element
/// is 0 for sums, the greatest or least value of the type (infinity of floats) for minimum and maximum. The
/// output may be the input itself; otherwise the two must be disjoint. Integers wrap around. The order of
/// floating-point additions depends only on algorithm, options, size, instruction set and alignment; their
/// error is at most 1e-4 of the sum of magnitudes so far. A minimum or maximum with NaN is any of the values.
/// n = 0 is a no-op. The object creates its threads once and serves one caller at a time. Errors: usage if
/// the sizes differ or the arrays partly overlap, for more than 2^31 - 1 elements of an algorithm that
/// gathers them all, and for options out of range; failure if threads cannot be created.
/// Source: Zhang, Wang, Ross, "Parallel Prefix Sum with SIMD", 2020, sections 2 and 3.
///
///     Scan scan(find_scan_algorithm("simd1-p"), {.threads = 2});
///     scan(std::span<const float>(a), std::span<float>(b));   // a: 3 1 7 0 4   b: 3 4 11 11 15
class Scan {
public:
    explicit Scan(const ScanAlgorithm& algorithm, const ScanOptions& options = {});

    /// Returns the total of all elements.
    template <class T>
    T operator()(std::span<const T> input, std::span<T> output) const;

    const ScanAlgorithm& algorithm() const { return *algorithm_; }
    const ScanOptions& options() const { return options_; }
    /// Elements per partition for this element size; none if the algorithm has no partitions.
    std::optional<std::int64_t> partition(int element_bytes) const;

private:
    const ScanAlgorithm* algorithm_;
    ScanOptions options_;
    std::unique_ptr<ThreadTeam> team_;
};

/// The instruction set of all algorithms except the scalar ones: "AVX3", "AVX2", "SSE4", "NEON" ...
std::string_view simd_target();

/// Divides the elements that the threads of a multithreaded scan process together: one partition per thread,
/// or, if dilated, one more, which thread 0 processes in pass 2. Source: Zhang, Wang, Ross, 2020, section
/// 2.1.
///
///     ScanDivision division(ScanPasses::increment, {.threads = 2, .dilation = 0.5});
///     division.together(4);      // 10: 4, 4 and 2
///     division.boundaries(10);   // 0 4 8 10
class ScanDivision {
public:
    ScanDivision(ScanPasses passes, const ScanOptions& options);

    bool dilated() const { return dilated_; }
    /// Elements in all partitions together if an undilated one has this many.
    std::int64_t together(std::int64_t partition) const;
    /// The start of each partition, and the end of the last one.
    std::vector<std::int64_t> boundaries(std::int64_t elements) const;

private:
    std::vector<double> parts_; ///< relative sizes; 1 if not dilated
    bool dilated_;
};

} // namespace scanline::cpu
