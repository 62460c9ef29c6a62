#pragma once
#include "scanline/compute/device_array.h"

#include <memory>
#include <optional>

namespace scanline::compute {

class Engine;

inline constexpr int key_bits = 32;

struct RadixSortOptions {
    bool descending = false; ///< equal keys still keep their order
    int begin_bit = 0;       ///< the lowest bit to sort by
    int end_bit = 32;        ///< one past the highest
    /// For tests: every n-th tile publishes nothing, so that others must count it. 0: none.
    int silent_tiles = 0;
    /// For tests: from so many keys on, large tiles are used, where they are faster; from 16 times as many,
    /// larger ones; below a sixteenth, the smallest.
    std::int64_t large_tiles_from = 1 << 21;
};

/// Errors: usage if the options name no valid range of bits.
void require_bits(const RadixSortOptions& options);

namespace detail {

/// What moves with the keys.
enum class SortPayload { none, values, positions };

class RadixSortKernels {
public:
    RadixSortKernels(Engine& engine, ElementType key, SortPayload payload, const RadixSortOptions& options);
    RadixSortKernels(RadixSortKernels&&) noexcept;
    RadixSortKernels& operator=(RadixSortKernels&&) noexcept;
    RadixSortKernels(const RadixSortKernels&) = delete;
    RadixSortKernels& operator=(const RadixSortKernels&) = delete;
    ~RadixSortKernels();

    struct Arrays {
        BufferRange keys, sorted_keys;
        BufferRange values{}, sorted_values{}; ///< unused without a payload; values: unused for positions
    };
    void run(const Arrays& arrays, const std::optional<BufferRange>& count) const;

private:
    struct Parts;
    std::unique_ptr<const Parts> parts_;
};

} // namespace detail

/// Sorts uint32, int32 or float keys, ascending or descending, by all bits or a range of them. Stable. Floats
/// use the total order of IEEE 754: -NaN < -infinity < ... < -0 < +0 < ... < +infinity < +NaN; every bit of a
/// key is preserved, including NaN payloads. A range of bits refers to the keys as ordered: bit 31 of an
/// int32 or a float is its sign.
///
/// Least significant digit first, 8 bits per pass. Arrays that fit one group are sorted inside it. For longer
/// arrays, if chained scans are allowed, each pass moves the keys once, and groups look back at the digit
/// counts of earlier groups; otherwise a pass counts the digits of every tile, scans the counts and scatters
/// the tiles. The sorted keys may alias the keys exactly; otherwise they must not overlap. n = 0: no work.
/// Scratch: as many keys again (and values), and 256 words per tile, in one-sweep sorts per pass too. Errors:
/// usage if lengths differ, arrays partly overlap or are larger than a storage block, or the range of bits is
/// not within 0 to 32. Source: Merrill, Grimshaw, "High performance and scalable radix sorting", 2011;
/// Adinets, Merrill, "Onesweep: A faster least significant digit radix sort for GPUs", 2022.
///
///     RadixSort<std::uint32_t> sort(engine);
///     sort(a, b);   // a: 3 1 7 0 4   b: 0 1 3 4 7
template <Number K>
class RadixSort {
public:
    explicit RadixSort(Engine& engine, const RadixSortOptions& options = {})
        : kernels_(engine, element_type_of<K>, detail::SortPayload::none, options) {}

    /// count: sort only the first count[0] keys, read on the GPU; the others are unchanged.
    void operator()(ArrayView<const K> keys, ArrayView<K> sorted_keys, Count count = {}) const {
        kernels_.run({keys.range(), sorted_keys.range()}, count.range());
    }

private:
    detail::RadixSortKernels kernels_;
};

/// The same with a 32-bit value that moves with each key.
///
///     RadixSortPairs<std::uint32_t> sort(engine);
///     sort(keys, values, sorted_keys, sorted_values);
template <Number K>
class RadixSortPairs {
public:
    explicit RadixSortPairs(Engine& engine, const RadixSortOptions& options = {})
        : kernels_(engine, element_type_of<K>, detail::SortPayload::values, options) {}

    void operator()(ArrayView<const K> keys, ArrayView<const std::uint32_t> values, ArrayView<K> sorted_keys,
                    ArrayView<std::uint32_t> sorted_values, Count count = {}) const {
        kernels_.run({keys.range(), sorted_keys.range(), values.range(), sorted_values.range()},
                     count.range());
    }

private:
    detail::RadixSortKernels kernels_;
};

/// The same, and also writes the original position of each key.
///
///     RadixSortPositions<float> sort(engine);
///     sort(a, b, positions);   // a: 3 1 7 0 4   b: 0 1 3 4 7   positions: 3 1 0 4 2
template <Number K>
class RadixSortPositions {
public:
    explicit RadixSortPositions(Engine& engine, const RadixSortOptions& options = {})
        : kernels_(engine, element_type_of<K>, detail::SortPayload::positions, options) {}

    void operator()(ArrayView<const K> keys, ArrayView<K> sorted_keys, ArrayView<std::uint32_t> positions,
                    Count count = {}) const {
        kernels_.run({keys.range(), sorted_keys.range(), {}, positions.range()}, count.range());
    }

private:
    detail::RadixSortKernels kernels_;
};

} // namespace scanline::compute
