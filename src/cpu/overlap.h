#pragma once
#include <cstddef>
#include <functional>

namespace scanline::cpu {

/// Whether two arrays of so many bytes have any in common.
inline bool overlap(const void* a, const void* b, std::size_t bytes) {
    const std::less<const std::byte*> before;
    const auto *first = static_cast<const std::byte*>(a), *second = static_cast<const std::byte*>(b);
    return before(first, second + bytes) && before(second, first + bytes);
}

} // namespace scanline::cpu
