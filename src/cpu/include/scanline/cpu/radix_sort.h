#pragma once
#include "scanline/core/cancellation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace scanline::cpu {

struct RadixSortOptions {
    bool descending = false; ///< stable in either direction
    int begin_bit = 0;       ///< lowest bit to sort by
    int end_bit = 32;        ///< one past the highest bit
    int threads = 1;         ///< upper limit, see threads_for()
    CancelHook cancelled{};  ///< asked before each step: every pass has two
};

/// Sorts uint32, int32 or float keys on the CPU, ascending or descending, by all bits or a bit range. Stable;
/// bit-identical to compute::RadixSort. Floats sort by the IEEE 754 total order: -NaN < -infinity < ... < -0
/// < +0 < ... < +infinity < +NaN. Every key keeps all its bits. A bit range refers to the key's sort order:
/// bit 31 of an int32 or a float is its sign.
///
/// Least significant digit first, up to 11 bits per pass, and only the bits in which keys differ. In each
/// pass every thread counts the digits of its part; a prefix sum over all threads' counts gives each thread
/// its own range for every digit. Output larger than the caches is written by lines: a thread collects the
/// keys of a digit in a one-line buffer, and streams the full line past the caches. This avoids most cache
/// and TLB misses.
///
/// The output may be the keys themselves; otherwise all arrays must be disjoint. n = 0 is a no-op. Scratch:
/// one more copy of the keys; with positions, two arrays of 8 bytes per key. Scratch and threads live as long
/// as the object, which serves one caller at a time. Errors: usage if lengths differ, arrays overlap, the bit
/// range is empty or outside 0 to 32, or there are more than 2^32 - 1 keys; those of ThreadTeam; Cancelled.
/// Source: Satish, Kim, Chhugani et al., "Fast sort on CPUs and GPUs: a case for bandwidth oblivious SIMD
/// sort", 2010, section 3; Wassenberg, Sanders, "Engineering a multi-core radix sort", 2011.
///
///     RadixSort sort({.threads = 2});
///     sort(std::span<const float>(a), std::span<float>(b));   // a: 3 1 7 0 4   b: 0 1 3 4 7
class RadixSort {
public:
    explicit RadixSort(const RadixSortOptions& options = {});
    ~RadixSort();
    RadixSort(RadixSort&&) noexcept;
    RadixSort& operator=(RadixSort&&) noexcept;
    RadixSort(const RadixSort&) = delete;
    RadixSort& operator=(const RadixSort&) = delete;

    template <class K>
    void operator()(std::span<const K> keys, std::span<K> sorted_keys);
    /// Also returns the original position of each key.
    ///
    ///     sort(keys, sorted_keys, positions);   // keys: 3 1 7 0 4   positions: 3 1 0 4 2
    template <class K>
    void operator()(std::span<const K> keys, std::span<K> sorted_keys, std::span<std::uint32_t> positions);

    const RadixSortOptions& options() const;
    /// Number of threads worth using for this many keys: each needs thousands; at most the
    /// processors that this process may use. A sort leaves further threads idle.
    static int threads_for(std::size_t keys);

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace scanline::cpu
