#pragma once
#include "prefix_sum/prefix_sum_layout.h"
#include "prefix_sum/prefix_sum_text.h"
#include "scanline/view/look.h"

namespace scanline::view::prefix_sum {

/// What the picture of one timeline shows.
struct PictureOf {
    const Timeline& timeline;
    const Memory& memory; ///< after the step at hand
    int step = 0;         ///< the one at hand
    Operator op = Operator::sum;
    const LongestValues& longest;
};

/// What the person asks for with the mouse.
struct PictureAnswer {
    int element = -1; ///< whose value is to change, -1: none
    int change = 0;
    int seek = -1; ///< the step to go to, -1: none
};

/// Draws a timeline and its current step into the rest of the window. Remembers only where it has scrolled
/// to.
class Picture {
public:
    PictureAnswer draw(const Look& look, const PictureOf& of);

private:
    void follow(const Layout& layout, const PictureOf& of);

    int followed_step_ = -1;
    std::size_t followed_count_ = 0;
};

} // namespace scanline::view::prefix_sum
