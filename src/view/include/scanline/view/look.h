#pragma once
#include <imgui.h>

#include <array>
#include <string_view>

namespace scanline::view {

enum class Theme { dark, light };
inline constexpr std::array all_themes{Theme::dark, Theme::light};
std::string_view to_string(Theme theme);

/// Colours by what they are for. Text on any of the surfaces has a contrast of at least 4.5, dim text of 3.
struct Palette {
    ImU32 background;            ///< of the window, behind everything
    ImU32 panel;                 ///< of the panels at the sides
    ImU32 raised;                ///< of fields, buttons and cells
    ImU32 hovered;               ///< of what the mouse is over
    ImU32 line;                  ///< between panels, grids
    ImU32 text, dim;             ///< and of what is less important
    ImU32 accent;                ///< of what is chosen, and of the pass that is shown
    ImU32 accent_text;           ///< on accent
    ImU32 valid, valid_text;     ///< of an element that survives, and of text on it
    ImU32 invalid, invalid_text; ///< of one that does not
    ImU32 trace;                 ///< of the path of the element under the mouse
    ImU32 warning, error;
    /// Of series, told apart without colour vision (Okabe and Ito); the same places as in bench's figures.
    std::array<ImU32, 8> series;
};

const Palette& palette_of(Theme theme);

/// The typeface at the sizes that are used; figures are tabular.
struct Fonts {
    ImFont* text = nullptr;
    ImFont* small = nullptr;   ///< labels in cells and charts
    ImFont* heading = nullptr; ///< of panels
    ImFont* mono = nullptr;    ///< logs, shader errors
};

/// How everything looks: given to all that draws.
struct Look {
    Theme theme = Theme::dark;
    float scale = 1; ///< of the display: multiply lengths in pixels with it
    Fonts fonts{};

    const Palette& palette() const { return palette_of(theme); }
    float px(float length) const { return length * scale; }
};

/// The same colour at another opacity, 0 to 1.
ImU32 with_alpha(ImU32 colour, float alpha);
/// Between two colours, t in [0, 1].
ImU32 mix(ImU32 a, ImU32 b, float t);

} // namespace scanline::view
