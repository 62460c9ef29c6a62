// Compiled once for each instruction set.
#include "memory_kernels.h"
#include "prefetch.h"

#include <algorithm>
#include <cstdint>
#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "memory_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
constexpr std::size_t line = line_bytes / sizeof(float);

HWY_ATTR void increment_lines(float* elements, std::size_t n) {
    const Floats d;
    const auto one = hn::Set(d, 1.0f);
    const std::size_t lanes = hn::Lanes(d), step = std::max(lanes, line);
    std::size_t i = 0;
    for (; i + step <= n; i += step) {
        hwy::Prefetch(reinterpret_cast<const char*>(elements + i) + prefetch_bytes);
        for (std::size_t k = i; k < i + step; k += lanes)
            hn::StoreU(hn::Add(hn::LoadU(d, elements + k), one), d, elements + k);
    }
    for (; i < n; ++i)
        elements[i] += 1.0f;
}

HWY_ATTR void stream_lines(const float* input, float* output, std::size_t n) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d), step = std::max(lanes, line);
    // Streaming stores start at whole registers.
    const std::size_t over = reinterpret_cast<std::uintptr_t>(output) % line_bytes / sizeof(float);
    std::size_t i = std::min(n, over == 0 ? 0 : line - over);
    std::copy_n(input, i, output);
    for (; i + step <= n; i += step) {
        hwy::Prefetch(reinterpret_cast<const char*>(input + i) + prefetch_bytes);
        for (std::size_t k = i; k < i + step; k += lanes)
            hn::Stream(hn::LoadU(d, input + k), d, output + k);
    }
    hwy::FlushStream();
    std::copy(input + i, input + n, output + i);
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scanline::cpu {

HWY_EXPORT(increment_lines);
HWY_EXPORT(stream_lines);

void increment_memory(float* elements, std::size_t n) {
    HWY_DYNAMIC_DISPATCH(increment_lines)(elements, n);
}
void stream_memory(const float* input, float* output, std::size_t n) {
    HWY_DYNAMIC_DISPATCH(stream_lines)(input, output, n);
}

} // namespace scanline::cpu
#endif
