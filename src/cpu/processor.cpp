#include "scanline/cpu/processor.h"

#include "scanline/cpu/scan.h"
#include "scanline/cpu/thread_team.h"

#include "scanline/core/first_bytes.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace scanline::cpu {

namespace {

std::int64_t told(int name, std::int64_t usual) {
    const long bytes = sysconf(name);
    return bytes > 0 ? bytes : usual;
}

} // namespace

std::int64_t first_level_cache_bytes() {
    static const std::int64_t bytes = told(_SC_LEVEL1_DCACHE_SIZE, std::int64_t{32} * 1024);
    return bytes;
}

std::int64_t second_level_cache_bytes() {
    static const std::int64_t bytes = told(_SC_LEVEL2_CACHE_SIZE, std::int64_t{512} * 1024);
    return bytes;
}

std::int64_t third_level_cache_bytes() {
    static const std::int64_t bytes = told(_SC_LEVEL3_CACHE_SIZE, 0);
    return bytes;
}

namespace {

constexpr std::int64_t kibi = 1024;

// x86 reports its model, others their architecture.
std::string processor_name() {
    const std::string list = first_bytes("/proc/cpuinfo", 4096);
    if (const auto name = rest_of_line(list, "model name\t: "))
        return std::string(*name);
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
