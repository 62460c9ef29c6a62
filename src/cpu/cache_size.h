#pragma once
#include <cstdint>

namespace scanline::cpu {

/// Bytes of the caches that a thread has to itself, as the system tells; a usual size where it does not.
std::int64_t first_level_cache_bytes();
std::int64_t second_level_cache_bytes();
/// Of the third level, which processors may share; 0 where the system does not tell.
std::int64_t third_level_cache_bytes();

} // namespace scanline::cpu
