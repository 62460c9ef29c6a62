#pragma once
#include "scanline/core/raw_array.h"
#include "scanline/cpu/radix_sort.h"
#include "scanline/cpu/thread_team.h"

#include <cstdint>
#include <span>

namespace scanline::cpu {

struct WideSortOptions {
    bool descending = false; ///< stable in either direction
    int threads = 1;         ///< see RadixSort::threads_for()
    CancelHook cancelled{};
};

/// Sorts uint64, int64 or double keys on the CPU, ascending or descending. Stable. Doubles sort by the IEEE
/// 754 total order, as floats do with RadixSort. Every key keeps all its bits.
///
/// A RadixSort by the upper 32 bits of the range that the keys lie in, then a sort of each run that these
/// bits leave equal: such runs are short unless the keys are clustered. Few keys, and more than positions of
/// 32 bits can name, are merged.
///
/// All arrays must be disjoint. n = 0 is a no-op. Scratch: up to 32 bytes per key, which live as long as the
/// object, as the threads do. It serves one caller at a time. Errors: usage for positions of more than 2^32
/// keys; failure if there is not enough memory; those of ThreadTeam; Cancelled.
///
///     WideSort sort({.threads = 2});
///     sort(std::span<const double>(a), std::span<double>(b));   // a: 3 1 7 0 4   b: 0 1 3 4 7
class WideSort {
public:
    explicit WideSort(const WideSortOptions& options = {});

    /// positions: of the keys before; empty if they are not wanted. Lengths must be equal.
    template <class K>
    void operator()(std::span<const K> keys, std::span<K> sorted, std::span<std::uint32_t> positions = {});

private:
    template <class K>
    void merge(std::span<const K> keys, std::span<K> sorted, std::span<std::uint32_t> positions);
    template <class K>
    void sort_runs(std::span<const K> keys, std::span<K> sorted, std::span<std::uint32_t> positions);

    WideSortOptions options_;
    std::uint64_t flip_; ///< of ranks
    RadixSort radix_sort_;
    ThreadTeam team_;
    RawArray<std::uint32_t> upper_, positions_;
};

} // namespace scanline::cpu
