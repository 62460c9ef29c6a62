#pragma once
#include <cstddef>
#include <functional>

namespace scanline::cpu {

/// Uses this processor's widest registers, and prefetches.
void increment_memory(float* elements, std::size_t n);
/// Writes past the caches; arrays must be disjoint.
void stream_memory(const float* input, float* output, std::size_t n);

/// True if two arrays of this many bytes overlap.
inline bool overlap(const void* a, const void* b, std::size_t bytes) {
    const std::less<const std::byte*> before;
    const auto *first = static_cast<const std::byte*>(a), *second = static_cast<const std::byte*>(b);
    return before(first, second + bytes) && before(second, first + bytes);
}

} // namespace scanline::cpu
