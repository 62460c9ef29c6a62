#pragma once
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace scanline::test {

/// How many random cases a test tries: `usual`, or what the environment variable SCANLINE_TEST_CASES says, so
/// that one program can run short under many drivers and long over a night.
inline std::uint64_t case_count(std::uint64_t usual) {
    const char* asked = std::getenv("SCANLINE_TEST_CASES");
    if (!asked || *asked == '\0')
        return usual;
    const std::uint64_t count = std::stoull(asked);
    if (count == 0)
        throw std::runtime_error("SCANLINE_TEST_CASES is 0: a test that tries nothing would pass");
    return count;
}

} // namespace scanline::test
