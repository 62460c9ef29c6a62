#include "scanline/core/huge_pages.h"

#include <catch2/catch.hpp>

#include <numeric>
#include <vector>

namespace scanline {

TEST_CASE("Memory for which huge pages were asked is as any other, wherever it begins and ends") {
    prefer_huge_pages(nullptr, 0);
    constexpr std::size_t page = 2 << 20;
    std::vector<unsigned char> all;
    all.reserve(16 * page);
    std::vector<std::size_t> neighbours(1000);
    std::iota(neighbours.begin(), neighbours.end(), std::size_t{0});
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}, page - 1, page + 4096}) {
        for (const std::size_t bytes : {std::size_t{1}, 4 * page - 1, 4 * page, 9 * page + 17}) {
            CAPTURE(first, bytes);
            prefer_huge_pages(all.data() + first, bytes);
            all.assign(16 * page, 0);
            all[first + bytes - 1] = 9;
            CHECK(std::accumulate(all.begin(), all.end(), 0u) == 9);
        }
    }
    for (std::size_t i = 0; i < neighbours.size(); ++i)
        CHECK(neighbours[i] == i);
}

} // namespace scanline
