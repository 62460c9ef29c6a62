#include "scanline/cpu/processor.h"

#include "cache_size.h"
#include "scanline/cpu/scan.h"
#include "scanline/cpu/thread_team.h"

#include <fmt/format.h>
#include <fstream>
#include <sys/utsname.h>

namespace scanline::cpu {
namespace {

constexpr std::int64_t kibi = 1024;

// On x86 by its model; others tell their architecture.
std::string processor_name() {
    std::ifstream list("/proc/cpuinfo");
    for (std::string line; std::getline(list, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    utsname system{};
    return uname(&system) == 0 ? std::string(system.machine) : std::string("unknown");
}

} // namespace

Processor this_processor() {
    return {.name = processor_name(),
            .usable = usable_processors(),
            .registers = std::string(simd_target()),
            .first_level_bytes = first_level_cache_bytes(),
            .second_level_bytes = second_level_cache_bytes(),
            .third_level_bytes = third_level_cache_bytes()};
}

std::string describe(const Processor& processor) {
    std::string text = fmt::format("{}, {} usable, {}, L1 {} KiB, L2 {} KiB", processor.name,
                                   processor.usable, processor.registers, processor.first_level_bytes / kibi,
                                   processor.second_level_bytes / kibi);
    if (processor.third_level_bytes > 0)
        text += fmt::format(", L3 {} KiB", processor.third_level_bytes / kibi);
    return text;
}

} // namespace scanline::cpu
