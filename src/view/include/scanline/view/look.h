#pragma once
#include <array>
#include <imgui.h>
#include <string>
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

/// ImGui with the program's typeface, spacing and colours. One at a time, on one thread; needs no OpenGL.
class Gui {
public:
    /// scale: of the display; lengths and typeface grow with it.
    Gui(Theme theme, float scale);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    const Look& look() const { return look_; }
    /// What the text is set in: "Roboto".
    const std::string& typeface() const { return typeface_; }

    /// Between frames.
    void set_theme(Theme theme);
    /// Between frames; the fonts are made anew, so that a renderer must forget its texture of them.
    void set_scale(float scale);

private:
    void apply_style();
    void load_fonts();

    Look look_;
    std::string typeface_;
};

/// Font files of this machine, empty where there is none.
struct Typeface {
    std::string text;    ///< regular
    std::string heading; ///< half bold
    std::string mono;
    std::string symbols; ///< has arrows and signs that the others lack
    std::string name;    ///< for the log: "Roboto"
};

/// Asks fontconfig for the first of several families whose figures are all of one width: Roboto (Debian's
/// fonts-roboto-unhinted), Noto Sans, DejaVu Sans. Where none is installed the text is empty, and ImGui's own
/// typeface has to do.
Typeface find_typeface();

} // namespace scanline::view
