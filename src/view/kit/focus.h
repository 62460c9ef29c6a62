#pragma once
#include "kit/canvas.h"

#include <optional>

namespace scanline::view {

/// The focus of the keyboard, which Tab and Shift+Tab move through the controls of all panels in the order of
/// drawing, or through those of an open menu or list, as Up and Down do. Enter or Space presses the control,
/// puts the cursor into a field, or opens a list; Left and Right move a slider. Escape leaves the focus.

/// The last item may have the focus. tooltip() and show_clickable() say so of theirs.
void offer_focus();
/// -1 or 1 if a key moves the slider that is drawn now, else 0.
int focus_step();
/// Before anything is drawn: true if the keys of the frame are for the focus. Dialogs keep theirs.
bool take_focus_keys();
/// After all is drawn: where the focus is.
std::optional<Rect> focused();

} // namespace scanline::view
