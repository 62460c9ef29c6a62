#pragma once
#include "scanline/compute/kernel.h"

namespace scanline::compute {

namespace detail {

class MergeKernels {
public:
    enum class Moves { keys, keys_and_values };
    struct Arrays {
        BufferRange keys, values; ///< values only where they are moved
    };

    MergeKernels(Engine& engine, ElementType type, Moves moves);
    void run(const Arrays& a, const Arrays& b, const Arrays& output) const;

private:
    Engine* engine_;
    Moves moves_;
    Kernel partition_, tiles_;
};

} // namespace detail

/// Merges two sorted arrays of uint32, int32 or float, of any lengths, into one. Stable: of equal elements
/// those of the first array come first. Floats are in the total order of IEEE 754 (section 5.10): -NaN <
/// -infinity < ... < -0 < +0 < ... < +infinity < +NaN; every bit is kept.
///
/// Both must be sorted, which is not checked: of arrays that are not, what comes out is open. They may be one
/// array; the output is as long as both together and apart from both. Nothing of nothing is nothing to do. No
/// scratch. Equal work for each group and each invocation, however the arrays interleave. Errors: usage where
/// the lengths differ, arrays overlap or are larger than a storage block.
/// Source: Green, McColl, Bader, "GPU merge path", 2012.
///
///     Merge<std::uint32_t> merge(engine);
///     merge(a, b, c);   // a: 1 3 3 7   b: 0 3 8   c: 0 1 3 3 3 7 8
template <Number T>
class Merge {
public:
    explicit Merge(Engine& engine)
        : kernels_(engine, element_type_of<T>, detail::MergeKernels::Moves::keys) {}

    void operator()(ArrayView<const T> a, ArrayView<const T> b, ArrayView<T> output) const {
        kernels_.run({a.range(), {}}, {b.range(), {}}, {output.range(), {}});
    }

private:
    detail::MergeKernels kernels_;
};

/// The same of keys, each with a value of 32 bits that goes where its key goes. Each array of values is as
/// long as that of its keys; the two outputs are apart from each other, too.
///
///     MergeByKey<std::uint32_t> merge(engine);
///     merge(a, va, b, vb, c, vc);   // a:  1  3  3  7   b:  0  3  8   c:  0  1  3  3  3  7  8
///                                   // va: 10 11 12 13  vb: 20 21 22  vc: 20 10 11 12 21 13 22
template <Number Key, Number Value = std::uint32_t>
class MergeByKey {
public:
    explicit MergeByKey(Engine& engine)
        : kernels_(engine, element_type_of<Key>, detail::MergeKernels::Moves::keys_and_values) {}

    void operator()(ArrayView<const Key> keys_a, ArrayView<const Value> values_a, ArrayView<const Key> keys_b,
                    ArrayView<const Value> values_b, ArrayView<Key> keys, ArrayView<Value> values) const {
        kernels_.run({keys_a.range(), values_a.range()}, {keys_b.range(), values_b.range()},
                     {keys.range(), values.range()});
    }

private:
    detail::MergeKernels kernels_;
};

} // namespace scanline::compute
