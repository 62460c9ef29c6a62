#pragma once
#include <cstdint>
#include <string>

namespace scanline::cpu {

/// What this program works on.
struct Processor {
    std::string name;      ///< as the system names it: "Intel(R) Xeon(R) Processor"
    int usable = 1;        ///< processors that this process may use
    std::string registers; ///< the instruction set of the scans, see simd_target()
    /// Of a processor; a usual size where the system tells none. The third level, often shared, may be 0: not
    /// told.
    std::int64_t first_level_bytes = 0, second_level_bytes = 0, third_level_bytes = 0;
};

Processor this_processor();

/// In a line: "Intel(R) Xeon(R) Processor, 2 usable, AVX3, L1 48 KiB, L2 2048 KiB, L3 266240 KiB".
std::string describe(const Processor& processor);

} // namespace scanline::cpu
