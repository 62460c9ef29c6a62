// Compiled once for each instruction set.
#include "mask_kernels.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mask_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t block = 64;

// One bit for each value of a block, set if it is valid.
class ValidBits {
public:
    // No byte reaches 256: test for 0 instead, which sets all bits, and flip them.
    explicit ValidBits(const MaskThreshold& valid)
        : min_(static_cast<std::uint8_t>(valid.least > 255 ? 0 : std::max(valid.least, 0))),
          flipped_((valid.least > 255) != valid.negate ? ~std::uint64_t{0} : 0) {}

    HWY_INLINE std::uint64_t operator()(const std::uint8_t* values) const {
        std::uint64_t bits = 0;
#if HWY_TARGET == HWY_SCALAR
        for (std::size_t i = 0; i < block; ++i)
            bits |= static_cast<std::uint64_t>(values[i] >= min_) << i;
#else
        const hn::CappedTag<std::uint8_t, block> d;
        const auto least = hn::Set(d, min_);
        // Each store may write 8 bytes.
        std::uint8_t bytes[block / 8 + 8] = {};
        for (std::size_t i = 0; i < block; i += hn::Lanes(d)) {
            const auto here = hn::LoadU(d, values + i);
            hn::StoreMaskBits(d, hn::Eq(hn::Max(here, least), here), bytes + i / 8);
        }
        std::memcpy(&bits, bytes, sizeof(bits));
#endif
        return bits ^ flipped_;
    }

private:
    std::uint8_t min_;
    std::uint64_t flipped_;
};

HWY_ATTR std::size_t count_bits(const std::uint8_t* values, std::size_t n, const MaskThreshold& valid) {
    const ValidBits valid_bits(valid);
    std::size_t count = 0, i = 0;
    for (; i + block <= n; i += block)
        count += static_cast<std::size_t>(std::popcount(valid_bits(values + i)));
    for (; i < n; ++i)
        count += static_cast<std::size_t>(valid(values[i]));
    return count;
}

HWY_ATTR std::size_t keep_positions(const std::uint8_t* values, std::size_t n, const MaskThreshold& valid,
                                    std::uint32_t first, std::uint32_t* output) {
    const ValidBits valid_bits(valid);
    std::size_t kept = 0, i = 0;
    const auto keep = [&](std::size_t at) { output[kept++] = first + static_cast<std::uint32_t>(at); };
    for (; i + block <= n; i += block) {
        for (std::uint64_t bits = valid_bits(values + i); bits != 0; bits &= bits - 1)
            keep(i + static_cast<std::size_t>(std::countr_zero(bits)));
    }
    for (; i < n; ++i) {
        if (valid(values[i]))
            keep(i);
    }
    return kept;
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scanline::cpu {

HWY_EXPORT(count_bits);
HWY_EXPORT(keep_positions);

std::size_t count_valid(const std::uint8_t* values, std::size_t n, const MaskThreshold& valid) {
    return HWY_DYNAMIC_DISPATCH(count_bits)(values, n, valid);
}

std::size_t keep_valid(const std::uint8_t* values, std::size_t n, const MaskThreshold& valid,
                       std::uint32_t first, std::uint32_t* output) {
    return HWY_DYNAMIC_DISPATCH(keep_positions)(values, n, valid, first, output);
}

} // namespace scanline::cpu
#endif
