#pragma once
#include <cstddef>

namespace scanline::cpu {

/// By the widest registers of this processor; memory is asked for ahead.
void increment_memory(float* elements, std::size_t n);
/// Writes past the caches; apart.
void stream_memory(const float* input, float* output, std::size_t n);

} // namespace scanline::cpu
