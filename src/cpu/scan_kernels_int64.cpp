#include "scan_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scan_kernels_int64.cpp"
#include <hwy/foreach_target.h>

#include "scan_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {

const ScanKernels<std::int64_t>* int64_kernels(Operator op, bool exclusive) {
    return all_kernels<std::int64_t>(op, exclusive);
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scanline::cpu {

HWY_EXPORT(int64_kernels);

template <>
const ScanKernels<std::int64_t>& scan_kernels(Operator op, bool exclusive) {
    return *HWY_DYNAMIC_DISPATCH(int64_kernels)(op, exclusive);
}

} // namespace scanline::cpu
#endif
