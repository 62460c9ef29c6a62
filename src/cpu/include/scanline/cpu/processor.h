#pragma once
#include <cstdint>
#include <string>

namespace scanline::cpu {

/// Bytes of cache private to a thread, as the system reports them; a typical size if it does not.
std::int64_t first_level_cache_bytes();
std::int64_t second_level_cache_bytes();
/// Bytes of L3 cache, which processors may share; 0 if the system does not report it.
std::int64_t third_level_cache_bytes();

/// The processor that this program runs on.
struct Processor {
    std::string name;      ///< as the system reports it: "Intel(R) Xeon(R) Processor"
    int usable = 1;        ///< number of processors this process may use
    std::string registers; ///< instruction set of the scans, see simd_target()
    /// Cache sizes of one processor; a typical size if the system reports none. L3, often shared, is 0 if
    /// unknown.
    std::int64_t first_level_bytes = 0, second_level_bytes = 0, third_level_bytes = 0;
};

Processor this_processor();

/// On one line: "Intel(R) Xeon(R) Processor, 2 usable, AVX3, L1 48 KiB, L2 2048 KiB, L3 266240 KiB".
std::string describe(const Processor& processor);

} // namespace scanline::cpu
