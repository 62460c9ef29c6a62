#pragma once
#include "kit/canvas.h"

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

} // namespace scanline::view
