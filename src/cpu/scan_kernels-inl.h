// The tables of scan_kernels.h.
// Compiled once for each instruction set; the guard depends on it.
#if defined(SCANLINE_CPU_SCAN_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SCANLINE_CPU_SCAN_KERNELS_INL
#undef SCANLINE_CPU_SCAN_KERNELS_INL
#else
#define SCANLINE_CPU_SCAN_KERNELS_INL
#endif

#include "scan_kernels.h"
#include "scan_scalar-inl.h"
#if HWY_TARGET != HWY_SCALAR
#include "scan_horizontal-inl.h"
#include "scan_strided-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR
template <class T, class Op, bool exclusive>
constexpr ScanKernels<T> kernels_of() {
    return {.scalar = scan_scalar<T, Op, exclusive>,
            .simd = scan_simd<T, Op, exclusive>,
            .simd_v1 = scan_simd_v1<T, Op, exclusive>,
            .simd_v2 = scan_simd_v2<T, Op, exclusive>,
            .simd_t = scan_simd_t<T, Op, exclusive>,
            .lookahead = scan_lookahead<T, Op, exclusive, false>,
            .lookahead_streaming = scan_lookahead<T, Op, exclusive, true>,
            .scalar_total = total_scalar<T, Op>,
            .simd_total = total_simd<T, Op, false>,
            .lookahead_total = total_simd<T, Op, true>,
            .scalar_increment = increment_scalar<T, Op>,
            .simd_increment = increment_simd<T, Op>};
}
#else // the fallback
template <class T, class Op, bool exclusive>
constexpr ScanKernels<T> kernels_of() {
    constexpr auto scan = scan_scalar<T, Op, exclusive>;
    constexpr auto total = total_scalar<T, Op>;
    constexpr auto increment = increment_scalar<T, Op>;
    return {scan, scan, scan, scan, scan, scan, scan, total, total, total, increment, increment};
}
#endif

template <class T, class Op>
const ScanKernels<T>* kernels_by(bool exclusive) {
    static constexpr ScanKernels<T> inclusive_ones = kernels_of<T, Op, false>(),
                                    exclusive_ones = kernels_of<T, Op, true>();
    return exclusive ? &exclusive_ones : &inclusive_ones;
}

template <class T>
const ScanKernels<T>* all_kernels(Operator op, bool exclusive) {
    switch (op) {
    case Operator::sum: return kernels_by<T, Sum>(exclusive);
    case Operator::min: return kernels_by<T, Min>(exclusive);
    case Operator::max: return kernels_by<T, Max>(exclusive);
    }
    return nullptr;
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
