#pragma once
#include "compaction_image/pane.h"
#include "kit/canvas.h"

#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <vector>

namespace scanline::view {

/// Where a pane stands on the screen, in pixels, and how many elements its contents are wide and high.
struct PaneFrame {
    glm::dvec2 min{0, 0}, size{1, 1};
    glm::dvec2 contents{1, 1};
};

/// What part of their contents linked panes show: all with the same pixels an element, and the same place of
/// the contents in their middle. Contents of the same shape move as one; those of different shapes show the
/// same fraction of themselves.
class PaneView {
public:
    static constexpr double largest_scale = 256;
    static constexpr double smallest_scale = 1.0 / 1024;

    /// Pixels an element.
    double scale() const { return scale_; }
    /// The place in the middle of the panes, from 0 (left, top) to 1 of their contents.
    glm::dvec2 centre() const { return centre_; }
    /// Whether it shows everything, also where panes change their size.
    bool fitted() const { return fitted_; }

    /// Shows everything from the next resolve() on.
    void fit();
    /// One element for so many pixels, around the same place.
    void zoom_to(double scale);
    void move_to(glm::dvec2 centre);

    /// Before panes are drawn: where the view is fitted, as large as all of them have room for.
    void resolve(std::span<const PaneFrame> frames);

    /// What lies under the cursor stays there.
    void zoom_at(const PaneFrame& frame, glm::dvec2 cursor, double factor);
    /// Moves the contents by so many pixels.
    void pan(const PaneFrame& frame, glm::dvec2 pixels);

    /// Between elements of the contents, of which the first lies from 0 to 1, and pixels of the screen.
    glm::dvec2 to_screen(const PaneFrame& frame, glm::dvec2 element) const;
    glm::dvec2 to_contents(const PaneFrame& frame, glm::dvec2 pixel) const;

private:
    double scale_ = 1;
    glm::dvec2 centre_{0.5, 0.5};
    bool fitted_ = true;
};

/// The largest scale at which all contents can be seen.
double fitting_scale(const PaneFrame& frame);

/// Cells of the same size in rows of `columns`, with gaps between them, that fill a rectangle. Where the last
/// row has fewer cells than the others, they are wider.
std::vector<Rect> arrange_panes(int count, int columns, const Rect& room, float gap);

/// The columns in which contents of these sizes, a cell for each, are seen largest, all at the same scale,
/// where `chrome` pixels of a cell's height are taken. At least 1.
int best_columns(std::span<const glm::vec2> contents, const Rect& room, float gap, float chrome);

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
