#pragma once
#include <cstddef>

namespace scanline::cpu {

constexpr std::size_t line_bytes = 64;
constexpr std::size_t prefetch_bytes = 3072; ///< distance ahead; 2 to 4 KiB are about equally fast

} // namespace scanline::cpu
