#include "kit/text.h"

#include "kit/canvas.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::text_test {

TEST_CASE("texts that are too long end in dots, at whole characters, however little room there is") {
    const auto cut = [](const std::string& text, std::size_t most) {
        return elided(text, [most](const std::string& part) { return part.size() <= most; });
    };
    CHECK(cut("doubled, 512 x 469", 30) == "doubled, 512 x 469");
    CHECK(cut("doubled, 512 x 469", 10) == "doubled...");
    CHECK(cut("a·b·c·d", 6) == "a·...");
    CHECK(cut("a·b·c·d", 5) == "a...");
    for (std::size_t most = 0; most < 4; ++most)
        CHECK(cut("abcde", most).empty());
    CHECK(cut("abcde", 4) == "a...");
    CHECK(cut("", 0).empty());
}

TEST_CASE("a text of megabytes is cut after few questions, none longer than twice what fits") {
    const std::string text(2'000'000, 'x');
    for (const std::size_t room : {std::size_t{0}, std::size_t{50}, std::size_t{700}, text.size() - 1}) {
        int asked = 0;
        std::size_t longest = 0;
        const std::string cut = elided(text, [&](const std::string& part) {
            ++asked;
            longest = std::max(longest, part.size());
            return part.size() <= room;
        });
        CHECK(cut.size() == (room < 4 ? 0 : room));
        CHECK(asked <= 40);
        CHECK(longest <= std::max(std::size_t{64}, 2 * room) + 3);
    }
}

TEST_CASE("extensions are compared in lower case") {
    CHECK(lowered(".NpY2") == ".npy2");
    CHECK(lowered("").empty());
}

TEST_CASE("headings begin with a capital letter") {
    CHECK(capitalized("up-sweep 3") == "Up-sweep 3");
    CHECK(capitalized("3 sums") == "3 sums");
    CHECK(capitalized("").empty());
}

} // namespace scanline::view::text_test
