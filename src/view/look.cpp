#include "scanline/view/look.h"

#include <algorithm>
#include <cmath>

namespace scanline::view {

namespace {

// 0xRRGGBB as it is written everywhere but in ImGui.
constexpr ImU32 rgb(unsigned value) {
    return IM_COL32((value >> 16) & 255, (value >> 8) & 255, value & 255, 255);
}

// Okabe and Ito's colours in the order of bench's figures; the dark greys of those become light ones on dark.
constexpr std::array<ImU32, 8> series_on_light{rgb(0x0072b2), rgb(0xe69f00), rgb(0x009e73), rgb(0x56b4e9),
                                               rgb(0xd55e00), rgb(0x333333), rgb(0xcc79a7), rgb(0x8f8f8f)};
constexpr std::array<ImU32, 8> series_on_dark{rgb(0x3d9be0), rgb(0xf2b233), rgb(0x2fc79a), rgb(0x8fd0f5),
                                              rgb(0xf07a2d), rgb(0xe6e6e6), rgb(0xe393c0), rgb(0x9aa0a8)};

constexpr Palette dark_palette{
    .background = rgb(0x14171c),
    .panel = rgb(0x1b1f26),
    .raised = rgb(0x272d37),
    .hovered = rgb(0x343c49),
    .line = rgb(0x333a45),
    .text = rgb(0xe8ebf0),
    .dim = rgb(0x98a2b3),
    .accent = rgb(0x4aa8e8),
    .accent_text = rgb(0x0b1118),
    .valid = rgb(0x2f6f57),
    .valid_text = rgb(0xeafff6),
    .invalid = rgb(0x2a2e36),
    .invalid_text = rgb(0x7f8897),
    .trace = rgb(0xf2b233),
    .warning = rgb(0xf2b233),
    .error = rgb(0xff7a70),
    .series = series_on_dark,
};

constexpr Palette light_palette{
    .background = rgb(0xeceff3),
    .panel = rgb(0xf8f9fb),
    .raised = rgb(0xffffff),
    .hovered = rgb(0xdfe6ef),
    .line = rgb(0xcdd4dd),
    .text = rgb(0x1a2029),
    .dim = rgb(0x5b6675),
    .accent = rgb(0x0b6bb0),
    .accent_text = rgb(0xffffff),
    .valid = rgb(0xbfe6d5),
    .valid_text = rgb(0x0d3b2a),
    .invalid = rgb(0xe3e6eb),
    .invalid_text = rgb(0x8b94a1),
    .trace = rgb(0xc06a00),
    .warning = rgb(0x9a5b00),
    .error = rgb(0xb3261e),
    .series = series_on_light,
};

} // namespace

std::string_view to_string(Theme theme) {
    switch (theme) {
    case Theme::dark: return "dark";
    case Theme::light: return "light";
    }
    return "";
}

const Palette& palette_of(Theme theme) {
    return theme == Theme::dark ? dark_palette : light_palette;
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    const auto scaled = static_cast<ImU32>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * 255.0f));
    return (colour & ~IM_COL32_A_MASK) | (scaled << IM_COL32_A_SHIFT);
}

ImU32 mix(ImU32 a, ImU32 b, float t) {
    const ImVec4 from = ImGui::ColorConvertU32ToFloat4(a), to = ImGui::ColorConvertU32ToFloat4(b);
    const auto between = [t](float x, float y) { return x + t * (y - x); };
    return ImGui::ColorConvertFloat4ToU32(
        {between(from.x, to.x), between(from.y, to.y), between(from.z, to.z), between(from.w, to.w)});
}

} // namespace scanline::view
