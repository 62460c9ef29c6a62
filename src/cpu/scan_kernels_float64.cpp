#include "scan_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scan_kernels_float64.cpp"
#include <hwy/foreach_target.h>

#include "scan_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {

const ScanKernels<double>* float64_kernels(Operator op, bool exclusive) {
    return all_kernels<double>(op, exclusive);
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scanline::cpu {

HWY_EXPORT(float64_kernels);

template <>
const ScanKernels<double>& scan_kernels(Operator op, bool exclusive) {
    return *HWY_DYNAMIC_DISPATCH(float64_kernels)(op, exclusive);
}

} // namespace scanline::cpu
#endif
