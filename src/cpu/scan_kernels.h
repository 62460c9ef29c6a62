#pragma once
#include "scanline/core/operator.h"

#include <cstddef>
#include <cstdint>

namespace scanline::cpu {

/// The kernels of one thread for one type and one operator. In place or apart; `before` is what comes
/// before the first of them, and what comes back is what all have together, `before` included. n may be 0.
template <class T>
struct ScanKernels {
    using Scan = T (*)(const T* input, T* output, std::size_t n, T before);
    /// Without anything before.
    using Total = T (*)(const T* input, std::size_t n);
    using Increment = void (*)(T* elements, std::size_t n, T before);

    Scan scalar, simd, simd_v1, simd_v2, simd_t, lookahead;
    Scan lookahead_streaming; ///< writes past the caches; apart only
    Total scalar_total, simd_total, lookahead_total;
    Increment scalar_increment, simd_increment;
};

/// The kernels for the widest registers of this processor.
template <class T>
const ScanKernels<T>& scan_kernels(Operator op, bool exclusive);

} // namespace scanline::cpu
