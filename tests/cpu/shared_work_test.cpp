#include "scanline/cpu/shared_work.h"

#include <catch2/catch_all.hpp>

#include <vector>

namespace scanline::cpu::shared_work_test {

TEST_CASE("The first index that meets a test is found, however many threads look") {
    for (const std::size_t size : {0u, 1u, 4095u, 4096u, 4097u, 1'000'003u}) {
        std::vector<unsigned char> meets(size, 0);
        const auto first = [&](std::size_t begin, std::size_t end) {
            return first_where<unsigned>(begin, end, [&](std::size_t i) { return unsigned{meets[i]}; });
        };
        CHECK(first(0, size) == size);
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            if (size == 0)
                continue;
            INFO(at << " of " << size);
            meets[at] = 1;
            CHECK(first(0, size) == at);
            CHECK(first(at, size) == at);
            CHECK(first(at + 1, size) == size);
            CHECK(first(0, at) == at);
            // Others after it do not matter.
            meets[size - 1] = 1;
            CHECK(first(0, size) == at);
            meets[at] = meets[size - 1] = 0;
        }
    }
}

} // namespace scanline::cpu::shared_work_test
