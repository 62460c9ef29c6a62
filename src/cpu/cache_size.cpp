#include "cache_size.h"

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

} // namespace scanline::cpu
