#include "scan_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scan_kernels_float32.cpp"
#include <hwy/foreach_target.h>

#include "scan_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {

const ScanKernels<float>* float32_kernels(Operator op, bool exclusive) {
    return all_kernels<float>(op, exclusive);
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scanline::cpu {

HWY_EXPORT(float32_kernels);

template <>
const ScanKernels<float>& scan_kernels(Operator op, bool exclusive) {
    return *HWY_DYNAMIC_DISPATCH(float32_kernels)(op, exclusive);
}

} // namespace scanline::cpu
#endif
