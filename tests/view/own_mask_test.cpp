// Masks that are painted, and their text.
#include "scenes/compaction/image/model.h"
#include "scenes/compaction/image/own_mask.h"

#include "scanline/core/random.h"
#include "support/error_message.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::compaction::image::own_mask_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::error_message;

TEST_CASE("A painted mask and its text are each other's inverse") {
    CHECK(mask_text(parse_mask("64x64:")) == "64x64:");
    CHECK(parse_mask("5x2:84").values == std::vector<float>{255, 0, 0, 0, 0, 255, 0, 0, 0, 0});
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        ValueImage mask;
        mask.width = 1 + static_cast<int>(random.unit() * max_own_side);
        mask.height = 1 + static_cast<int>(random.unit() * 30);
        for (int i = 0; i < mask.width * mask.height; ++i)
            mask.values.push_back(random.unit() < 0.4 ? 255.0f : 0.0f);
        const std::string text = mask_text(mask);
        CHECK(is_mask_text(text));
        CHECK(parse_mask(text).width == mask.width);
        CHECK(parse_mask(text).values == mask.values);
    }
    ValueImage largest;
    largest.width = largest.height = max_own_side;
    largest.values.assign(max_own_side * max_own_side, 255);
    CHECK(mask_text(largest).size() < 64 << 10); // of a state
}

TEST_CASE("Masks that cannot be are refused in one line, and change nothing") {
    for (const auto& [text, part] : {std::pair{"0x2:", "1 to 256"},
                                     {"2x257:", "1 to 256"},
                                     {"4x2x2:", "not a whole number"},
                                     {"x:", "not a whole number"},
                                     {"4x2:000", "3 hexadecimal digits, and the size has at most 2"}}) {
        Setup setup;
        const std::string message = error_message(ErrorKind::usage, [&] { set(setup, "image", text); });
        CHECK_THAT(message, ContainsSubstring(part));
        CHECK(message.find('\n') == message.npos);
        CHECK(setup.image == "hand");
    }
    for (const char* path : {"", "hand", "a:b", "64x64", "64x64:.png", "/x:0", "x.png", "4x2:x"})
        CHECK_FALSE(is_mask_text(path));
}

TEST_CASE("A stroke paints what it crosses, however far the mouse has moved, and no more than its width") {
    ValueImage mask = parse_mask("20x10:");
    paint_stroke(mask, {1.5, 1.5}, {18.5, 8.5}, 0, 255);
    for (int step = 0; step <= 100; ++step) {
        const int x = static_cast<int>(1.5 + 0.17 * step), y = static_cast<int>(1.5 + 0.07 * step);
        CHECK(mask.values[static_cast<std::size_t>(20 * y + x)] == 255);
    }
    CHECK(std::ranges::count(mask.values, 255.0f) < 60);
    paint_stroke(mask, {10, 5}, {10, 5}, 30, 0);
    CHECK(mask_text(mask) == "20x10:");
}

TEST_CASE("A mask is painted on an empty one, and another picture ends painting") {
    Setup setup;
    set(setup, "threshold", "200");
    set(setup, "draw", "true");
    CHECK(setup.image == "64x64:");
    CHECK_FALSE(setup.threshold);
    set(setup, "zoom", "3");
    set(setup, "pinned", "7");
    set(setup, "image", "64x64:8");
    CHECK(setup.drawing);
    CHECK_FALSE(setup.view.fitted());
    CHECK(setup.pinned == 7);
    set(setup, "image", "bunny");
    CHECK_FALSE(setup.drawing);
    CHECK(setup.view.fitted());
    CHECK(setup.pinned == -1);
}

} // namespace scanline::view::compaction::image::own_mask_test
