#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace scanline::cpu {

struct RadixSortOptions {
    bool descending = false; ///< equal keys keep their order all the same
    int begin_bit = 0;       ///< the lowest bit to sort by
    int end_bit = 32;        ///< the bit behind the highest
    int threads = 1;         ///< at most, see worthwhile_threads()
};

/// Sorts uint32, int32 or float keys on the CPU, ascending or descending, by all bits or a range of them.
/// Stable, and equal bit for bit to compute::RadixSort. Floats sort by the total order of IEEE 754: -NaN <
/// -infinity < ... < -0 < +0 < ... < +infinity < +NaN; every bit of a key comes out as it went in. A range
/// of bits counts in the keys' order: bit 31 of an int32 or a float is its sign.
///
/// Least significant digit first, up to 11 bits in each pass, and only of the bits in which keys differ. In a
/// pass each thread counts the digits of its part of the keys, and the counts of all threads give each of
/// them a place of its own for every digit. Output larger than the caches is written by lines: a thread
/// collects the keys of a digit in a buffer of one cache line, and writes it past the caches when it is full,
/// which saves most misses of the cache and of address translation.
///
/// The sorted keys may take the place of the keys; otherwise all arrays are apart. n = 0 is nothing to do.
/// Scratch: as many keys again; with positions, two arrays of 8 bytes a key. It and the threads stay with the
/// object, which works for one caller at a time. Errors: usage where lengths differ, arrays overlap, the
/// range of bits is none within 0 to 32, or there are more than 2^32 - 1 keys; those of ThreadTeam.
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
    /// The same with the position that each key had.
    ///
    ///     sort(keys, sorted_keys, positions);   // keys: 3 1 7 0 4   positions: 3 1 0 4 2
    template <class K>
    void operator()(std::span<const K> keys, std::span<K> sorted_keys, std::span<std::uint32_t> positions);

    const RadixSortOptions& options() const;
    /// The threads that so many keys keep busy: of the processors that this process may use, as many as have
    /// thousands of keys each. Other threads of a sort are left out.
    static int worthwhile_threads(std::size_t keys);

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace scanline::cpu
