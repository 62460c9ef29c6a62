#pragma once
#include "scanline/core/number.h"

#include <cstdint>
#include <cstdlib>
#include <limits>

namespace scanline::test {

/// How many random cases a test tries: `usual`, or what the environment variable SCANLINE_TEST_CASES says, so
/// that one program can run short under many drivers and long over a night. A test that tries nothing would
/// pass: 0 is an error.
inline std::uint64_t case_count(std::uint64_t usual) {
    const char* asked = std::getenv("SCANLINE_TEST_CASES");
    if (!asked || *asked == '\0')
        return usual;
    return parse_number<std::uint64_t>("SCANLINE_TEST_CASES", asked,
                                       {1, std::numeric_limits<std::uint64_t>::max()});
}

} // namespace scanline::test
