#pragma once
#include "scanline/core/number.h"

#include <cstdint>
#include <cstdlib>
#include <limits>

namespace scanline::test {

/// The number of random cases: `usual`, or the environment variable SCANLINE_TEST_CASES, so the same program
/// can run briefly on many drivers or overnight. 0 is an error, because a test without cases would pass.
inline std::uint64_t case_count(std::uint64_t usual) {
    const char* asked = std::getenv("SCANLINE_TEST_CASES");
    if (!asked || *asked == '\0')
        return usual;
    return parse_number<std::uint64_t>("SCANLINE_TEST_CASES", asked,
                                       {1, std::numeric_limits<std::uint64_t>::max()});
}

} // namespace scanline::test
