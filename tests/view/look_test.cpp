#include "kit/look.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cmath>

namespace scanline::view::look_test {

namespace {

/// As WCAG 2 defines it.
double luminance(ImU32 colour) {
    const ImVec4 part = ImGui::ColorConvertU32ToFloat4(colour);
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(part.x) + 0.7152 * linear(part.y) + 0.0722 * linear(part.z);
}

double contrast(ImU32 a, ImU32 b) {
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

} // namespace

TEST_CASE("Text can be read on every surface of both themes") {
    CHECK(contrast(IM_COL32_BLACK, IM_COL32_WHITE) == Catch::Approx(21));
    for (const Theme theme : enumerators<Theme>) {
        const Palette& palette = palette_of(theme);
        for (const ImU32 surface : {palette.background, palette.panel, palette.raised, palette.hovered}) {
            CAPTURE(to_string(theme), surface);
            CHECK(contrast(palette.text, surface) >= 4.5);
            CHECK(contrast(palette.dim, surface) >= 4.5);
        }
        CAPTURE(to_string(theme));
        CHECK(contrast(palette.accent_text, palette.accent) >= 4.5);
        CHECK(contrast(palette.valid_text, palette.valid) >= 4.5);
        CHECK(contrast(palette.invalid_text, palette.invalid) >= 4.5);
        CHECK(contrast(palette.focus, palette.background) >= 4.5);
    }
}

TEST_CASE("Series are told apart from each other and from what they are drawn on") {
    for (const Theme theme : enumerators<Theme>) {
        const Palette& palette = palette_of(theme);
        for (std::size_t i = 0; i < palette.series.size(); ++i) {
            CAPTURE(to_string(theme), i);
            CHECK(contrast(palette.series[i], palette.background) >= 1.8);
            CHECK(std::ranges::count(palette.series, palette.series[i]) == 1);
        }
    }
}

TEST_CASE("Colours are mixed and thinned by their parts") {
    CHECK(mix(IM_COL32(0, 100, 200, 255), IM_COL32(200, 0, 100, 255), 0.5f) == IM_COL32(100, 50, 150, 255));
    CHECK(mix(IM_COL32_BLACK, IM_COL32_WHITE, 0) == IM_COL32_BLACK);
    CHECK(mix(IM_COL32_BLACK, IM_COL32_WHITE, 1) == IM_COL32_WHITE);
    CHECK(with_alpha(IM_COL32(1, 2, 3, 255), 0.5f) == IM_COL32(1, 2, 3, 128));
    CHECK(with_alpha(IM_COL32(1, 2, 3, 7), 2) == IM_COL32(1, 2, 3, 255));
}

} // namespace scanline::view::look_test
