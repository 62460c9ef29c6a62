#pragma once
#include "scanline/compute/device_array.h"

#include <memory>
#include <optional>

namespace scanline::compute {

class Engine;

inline constexpr int key_bits = 32;

struct RadixSortOptions {
    bool descending = false; ///< equal keys keep their order all the same
    int begin_bit = 0;       ///< the lowest bit that is sorted by
    int end_bit = 32;        ///< the bit behind the highest
    /// For tests: every so many-th tile tells the others nothing, who then count it themselves. 0: none.
    int silent_tiles = 0;
};

/// Errors: usage where the options name no range of bits of a key.
void require_bits(const RadixSortOptions& options);

namespace detail {

/// What travels with the keys.
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
        BufferRange values{}, sorted_values{}; ///< without a payload unused; values: unused for positions
    };
    void run(const Arrays& arrays, const std::optional<BufferRange>& count) const;

private:
    struct Parts;
    std::unique_ptr<const Parts> parts_;
};

} // namespace detail

/// Sorts uint32, int32 or float keys, ascending or descending, by all bits or a range of them. Stable. Floats
/// by the total order of IEEE 754: -NaN < -infinity < ... < -0 < +0 < ... < +infinity < +NaN; every bit of a
/// key, the payload of a NaN too, comes out as it went in. A range of bits counts in the keys' order: bit 31
/// of an int32 or a float is its sign.
///
/// Least significant digit first, 8 bits in each pass. As many keys as one group takes never leave it. More
/// are moved once in each pass where chained scans are allowed, by groups that look back at the digits of
/// those before; elsewhere a pass counts the digits of every tile, scans the counts and scatters the tiles.
/// The sorted keys may take the place of the keys; otherwise the two are apart. n = 0 is nothing to do.
/// Scratch: as many keys again (and values), and 256 words for each tile, in sweeps for each pass of it.
/// Errors: usage where lengths differ, arrays overlap in part or are larger than a storage block, or the
/// range of bits is none within 0 to 32.
/// Source: Merrill, Grimshaw, "High performance and scalable radix sorting", 2011; Adinets, Merrill,
/// "Onesweep: A faster least significant digit radix sort for GPUs", 2022.
///
///     RadixSort<std::uint32_t> sort(engine);
///     sort(a, b);   // a: 3 1 7 0 4   b: 0 1 3 4 7
template <Number K>
class RadixSort {
public:
    explicit RadixSort(Engine& engine, const RadixSortOptions& options = {})
        : kernels_(engine, element_type_of<K>, detail::SortPayload::none, options) {}

    /// count: only the first count[0] keys, a number that lies on the GPU; the others stay as they are.
    void operator()(ArrayView<const K> keys, ArrayView<K> sorted_keys, Count count = {}) const {
        kernels_.run({keys.range(), sorted_keys.range()}, count.range());
    }

private:
    detail::RadixSortKernels kernels_;
};

/// The same with a value of 32 bits that travels with each key.
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

/// The same with the position that each key had.
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
