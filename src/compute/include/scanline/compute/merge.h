#pragma once
#include "scanline/compute/kernel.h"

namespace scanline::compute {

namespace detail {

class MergeKernels {
public:
    enum class Moves { keys, keys_and_values };
    struct Arrays {
        BufferRange keys, values; ///< values only if they are moved
    };

    MergeKernels(Engine& engine, ElementType type, Moves moves);
    void run(const Arrays& a, const Arrays& b, const Arrays& output) const;

private:
    Engine* engine_;
    Moves moves_;
    Kernel partition_, tiles_;
};

} // namespace detail

/// Merges two sorted arrays of uint32, int32 or float, of any lengths, into one. Stable: of equal elements,
/// those of the first array come first. Floats use the total order of IEEE 754 (section 5.10): -NaN <
/// -infinity < ... < -0 < +0 < ... < +infinity < +NaN; every bit is kept.
///
/// Both must be sorted; this is not checked, and the output is unspecified if they are not. They may be the
/// same array. The output is as long as both together and must not overlap them. Two empty arrays: no work.
/// No scratch. Every group and invocation does equal work, however the arrays interleave. Errors: usage if
/// the lengths do not match, arrays overlap or are larger than a storage block. Source: Green, McColl, Bader,
/// "GPU merge path", 2012.
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

/// The same for keys, each with a 32-bit value that moves with it. Each array of values is as long as its
/// keys; the two outputs must not overlap either.
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
