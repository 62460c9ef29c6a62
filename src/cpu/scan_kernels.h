#pragma once
#include "scanline/core/operator.h"

#include <cstddef>
#include <cstdint>

namespace scanline::cpu {

/// The kernels of one thread for one type and one operator. In place or out of place. `before` is the total
/// before the first element; returns the total of all elements, `before` included. n may be 0.
template <class T>
struct ScanKernels {
    using Scan = T (*)(const T* input, T* output, std::size_t n, T before);
    /// Without a preceding total.
    using Total = T (*)(const T* input, std::size_t n);
    using Increment = void (*)(T* elements, std::size_t n, T before);

    Scan scalar, simd, simd_v1, simd_v2, simd_t, lookahead;
    Scan lookahead_streaming; ///< bypasses the caches; arrays must be disjoint
    Total scalar_total, simd_total, lookahead_total;
    Increment scalar_increment, simd_increment;
};

/// The kernels for this processor's widest registers.
template <class T>
const ScanKernels<T>& scan_kernels(Operator op, bool exclusive);

} // namespace scanline::cpu
