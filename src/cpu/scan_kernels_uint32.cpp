#include "scan_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scan_kernels_uint32.cpp"
#include <hwy/foreach_target.h>

#include "scan_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {

const ScanKernels<std::uint32_t>* uint32_kernels(Operator op, bool exclusive) {
    return all_kernels<std::uint32_t>(op, exclusive);
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scanline::cpu {

HWY_EXPORT(uint32_kernels);

template <>
const ScanKernels<std::uint32_t>& scan_kernels(Operator op, bool exclusive) {
    return *HWY_DYNAMIC_DISPATCH(uint32_kernels)(op, exclusive);
}

} // namespace scanline::cpu
#endif
