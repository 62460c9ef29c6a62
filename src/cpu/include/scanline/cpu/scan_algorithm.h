#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>

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

/// What several threads do in the two passes over their partitions.
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
    /// Whether its kernel gathers and scatters over the whole of what it is given. What is a power of two
    /// long takes it up to ten times as long as what is a few lines longer, because all lanes meet in the
    /// same places of the cache: give it partitions of other lengths.
    bool strided() const {
        return kernel == ScanKernel::simd_v1 || kernel == ScanKernel::simd_v2 || kernel == ScanKernel::simd_t;
    }
};

/// Every algorithm: those of the paper, then ours.
std::span<const ScanAlgorithm> scan_algorithms();

/// Errors: usage, with the names that there are.
const ScanAlgorithm& find_scan_algorithm(std::string_view name);

} // namespace scanline::cpu
