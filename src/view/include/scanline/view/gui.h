#pragma once
#include "scanline/view/look.h"

#include <string>

namespace scanline::view {

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

} // namespace scanline::view
