#pragma once
#include "kit/gesture.h"

#include <cstdint>

namespace scanline::view {

/// What the user did in a picture.
template <class Setup>
struct PictureAnswer {
    std::int64_t hovered = -1; ///< what is under the mouse
    Setup setup;               ///< what the user has changed it to
    bool pinned = false;       ///< the pin of the setup has changed
    int seek = -1;             ///< the step to go to; -1: none

    /// Pins what a click in this part of the window hit, or unpins. pinnable: -1: nothing was hit.
    void pin_in(const Rect& area, int pinnable) {
        const Gesture gesture = gesture_in(area);
        if (gesture != Gesture::unpin && (gesture != Gesture::pin || pinnable < 0))
            return;
        setup.pinned = gesture == Gesture::pin ? pinnable : -1;
        pinned = true;
    }
};

} // namespace scanline::view
