#pragma once
#include "kit/canvas.h"

#include <cstdint>

namespace scanline::view {

/// What a click on a canvas means. It is the same in every scene.
enum class Gesture {
    none,
    pin,   ///< a click: pins what is under the mouse
    unpin, ///< a right click
    edit,  ///< a click with Shift: changes what is under the mouse
    reset, ///< a double click: the canvas shows everything again
};

/// The id of a canvas's map, see draw_minimap().
inline constexpr const char* map_name = "map";

/// The gesture of this frame, if it was made in this part of the current window, and not on its map. A drag
/// is no click.
Gesture gesture_in(const Rect& canvas);

/// The user's input in a picture.
template <class Setup>
struct PictureAnswer {
    std::int64_t hovered = -1; ///< what is under the mouse
    Setup setup;               ///< with the user's changes
    bool pinned = false;       ///< the pin of the setup has changed
    int seek = -1;             ///< the step to go to; -1: none

    /// Applies a click in this part of the window: pins `pinnable`, or unpins. -1: the click hit nothing.
    void pin_in(const Rect& area, int pinnable) {
        const Gesture gesture = gesture_in(area);
        if (gesture != Gesture::unpin && (gesture != Gesture::pin || pinnable < 0))
            return;
        setup.pinned = gesture == Gesture::pin ? pinnable : -1;
        pinned = true;
    }
};

} // namespace scanline::view
