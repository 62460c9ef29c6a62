#pragma once
#include <cstdint>
#include <string>

namespace scanline::cpu {

/// Bytes of the caches that a thread has to itself, as the system tells; a usual size where it does not.
std::int64_t first_level_cache_bytes();
std::int64_t second_level_cache_bytes();
/// Bytes of the third level, which processors may share; 0 where the system does not tell.
std::int64_t third_level_cache_bytes();

/// The processor that this program runs on.
struct Processor {
    std::string name;      ///< as the system names it: "Intel(R) Xeon(R) Processor"
    int usable = 1;        ///< processors that this process may use
    std::string registers; ///< the instruction set of the scans, see simd_target()
    /// Cache sizes of one processor; a usual size where the system tells none. The third level, often shared,
    /// may be 0: not told.
    std::int64_t first_level_bytes = 0, second_level_bytes = 0, third_level_bytes = 0;
};

Processor this_processor();

/// In a line: "Intel(R) Xeon(R) Processor, 2 usable, AVX3, L1 48 KiB, L2 2048 KiB, L3 266240 KiB".
std::string describe(const Processor& processor);

} // namespace scanline::cpu
