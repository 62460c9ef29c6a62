#pragma once
#include "compaction_image/layout.h"
#include "compaction_image/pane.h"
#include "kit/canvas.h"

#include <optional>

namespace scanline::view {

/// Where the parts of a pane stand.
struct PaneParts {
    Rect whole, picture;
    PaneFrame frame; ///< the picture's, for the view
};

/// What headings and lines take of a pane's height.
float pane_chrome(const Look& look);
PaneParts pane_parts(const Look& look, const Rect& whole, const PaneContents& contents);

/// What the mouse does in a pane.
struct PaneMouse {
    bool hovered = false;
    std::optional<glm::ivec2> texel; ///< under the cursor
};

/// Zooms at the cursor, pans by dragging, fits on a double click. An item of the current window.
PaneMouse handle_pane_mouse(const char* id, const PaneParts& parts, const PaneContents& contents,
                            PaneView& view);

/// What is marked in a pane.
struct PaneMarks {
    std::optional<glm::ivec2> texel; ///< what the mouse is over, here or in a linked pane
    bool hovered = false;            ///< here
    bool grid = false;               ///< where blocks begin
};

void draw_pane(const Look& look, const Pane& pane, const PaneParts& parts, const PaneView& view,
               const PaneMarks& marks);

} // namespace scanline::view
