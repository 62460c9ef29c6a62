#pragma once
#include "scanline/view/view_request.h"

#include <array>
#include <imgui.h>
#include <string>

namespace scanline::view {

/// Colours by purpose. On every surface, text has a contrast of at least 4.5, dim text of at least 3.
struct Palette {
    ImU32 background;            ///< the window, behind everything
    ImU32 panel;                 ///< the panels at the sides
    ImU32 raised;                ///< fields, buttons and cells
    ImU32 hovered;               ///< the control under the mouse
    ImU32 line;                  ///< between panels, in grids
    ImU32 text, dim;             ///< normal and less important text
    ImU32 accent;                ///< the selection and the current pass
    ImU32 accent_text;           ///< text on accent
    ImU32 valid, valid_text;     ///< a valid element, and text on it
    ImU32 invalid, invalid_text; ///< an invalid element, and text on it
    ImU32 focus;                 ///< what the current step is about: a query, the fetch of a search
    ImU32 pinned;                ///< the pinned element and its path, and nothing else
    ImU32 warning, error;
    /// Series colours, distinguishable without colour vision (Okabe and Ito), in the order of bench's
    /// figures.
    std::array<ImU32, 8> series;
};

const Palette& palette_of(Theme theme);

/// The typeface in the sizes used; figures are tabular.
struct Fonts {
    ImFont* text = nullptr;
    ImFont* small = nullptr;   ///< labels in cells and charts
    ImFont* heading = nullptr; ///< of panels
    ImFont* answer = nullptr;  ///< of what a scene has found
    ImFont* title = nullptr;   ///< of the opening page
    ImFont* mono = nullptr;    ///< logs, shader errors
};

/// Theme, scale and fonts, for all drawing code.
struct Look {
    Theme theme = Theme::dark;
    float scale = 1; ///< of the display; multiplies lengths in pixels
    Fonts fonts{};

    const Palette& palette() const { return palette_of(theme); }
    float px(float length) const { return length * scale; }
};

/// The same colour at another opacity, 0 to 1.
ImU32 with_alpha(ImU32 colour, float alpha);
/// Interpolates between two colours, t in [0, 1].
ImU32 mix(ImU32 a, ImU32 b, float t);

/// ImGui with the program's typeface, spacing and colours. One at a time, on one thread; needs no OpenGL.
class Gui {
public:
    /// scale: of the display; scales lengths and typeface.
    Gui(Theme theme, float scale);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    const Look& look() const { return look_; }
    /// The name of the typeface: "Roboto".
    const std::string& typeface() const { return typeface_; }

    /// Between frames.
    void set_theme(Theme theme);
    /// Between frames. Recreates the fonts, so call GuiRenderer::renew_fonts() afterwards.
    void set_scale(float scale);

private:
    void apply_style();
    void load_fonts();

    Look look_;
    std::string typeface_;
};

/// Font files on this machine; empty if there is none.
struct Typeface {
    std::string text;    ///< regular
    std::string heading; ///< half bold
    std::string mono;
    std::string symbols; ///< with arrows and signs missing from the others
    std::string name;    ///< for the log: "Roboto"
};

/// Asks fontconfig for the first installed family with tabular figures: Roboto (Debian's
/// fonts-roboto-unhinted), Noto Sans, DejaVu Sans. If none is installed, `text` is empty: use ImGui's own
/// font.
Typeface find_typeface();

} // namespace scanline::view
