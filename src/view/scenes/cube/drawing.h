#pragma once
#include "kit/canvas.h"
#include "kit/legend.h"
#include "kit/motion.h"
#include "kit/points_view.h"
#include "kit/prediction.h"
#include "scenes/cube/device.h"
#include "scenes/cube/step_view.h"

#include <optional>

namespace scanline::view::cube_scene {

/// Its points are nodes, by node_id(), and so are the cells of predictions.
struct Picture : RunPicture<Run, StepView> {
    Motion& motion;
    Prediction& prediction;
};

/// Lays out the picture: levels of nodes above their rows, and the arrays of one level at the bottom. Every
/// row has a column, and a node spans the columns of its rows.
class Layout {
public:
    Layout(const Look& look, const Picture& picture, const Rect& area);

    Rect columns(std::uint32_t first, std::uint32_t last, float top, float bottom) const;
    Rect level(std::size_t level) const; ///< over all columns
    /// A line of the table of rows that begins at `top`: row numbers, codes of level 1 and below, measures.
    Rect row_line(std::size_t number, float top) const;
    float table_height() const { return static_cast<float>(levels_ + 1) * line_; }
    Rect array_line(std::size_t number) const;

    static constexpr std::size_t array_lines = 8;

    Rect area;
    float left, right;      ///< of the columns
    float gap;              ///< between levels
    float rows_top;         ///< of the table
    bool has_arrays = true; ///< there is room for them

private:
    std::size_t levels_;
    float column_, node_; ///< width, height
    float line_, arrays_top_;
};

// Each draws a part of the picture, and returns the node_id() of the node under the mouse, or -1.

int draw_cube_tree(const Look& look, const Picture& picture, const Layout& layout);
/// Draws the rows below their leaves; in the sort step, also in their original order at the top.
int draw_cube_rows(const Look& look, const Picture& picture, const Layout& layout);
int draw_cube_arrays(const Look& look, const Picture& picture, const Layout& layout);

/// The base of the parts.
class Part {
public:
    int hovered() const { return hovered_; }

protected:
    Part(const Look& look, const Picture& picture, const Layout& layout, const cube::Tree& tree);

    int id_of(Node at) const { return node_id(codes_of(tree_, at)); }
    /// Writes the name of a line or level, left of it.
    void name(const Rect& line, std::string_view text, ImU32 colour) const;
    /// Shows the tooltip of a node, and remembers the node, if the mouse is over this place of it.
    void take_place(const Rect& rect, Node at);
    /// Covers where the value of a node is to be predicted.
    void cover(const Rect& rect, Node at) const {
        prediction_.cover(list_, look_, rect, static_cast<std::uint64_t>(id_of(at)));
    }
    /// Draws a ring if the node is pinned or under the mouse.
    void ring(const Rect& rect, Node at) const;

    const Look& look_;
    const Palette& palette_;
    const Run& run_;
    const StepView& view_;
    const Layout& layout_;
    const cube::Tree& tree_;
    const std::optional<Node> pinned_, lit_; ///< lit: under the mouse, in any part
    Motion& motion_;
    Prediction& prediction_;
    ImDrawList& list_;

private:
    int hovered_ = -1;
};

// Codes differ in lightness as well as hue, and roles in outline, hatching or text as well as colour, so that
// people without colour vision can distinguish them.

/// The colour of a code, the same in all dimensions.
ImU32 colour_of_code(std::uint32_t code);
/// A variant for lines, with more contrast to the background.
ImU32 line_colour_of_code(const Look& look, std::uint32_t code);
/// Returns a legible text colour on a ground: near-black or white.
ImU32 ink_on(ImU32 ground);

/// Fills a place of a node in the look of its role.
void draw_ground(ImDrawList& list, const Look& look, Role role, const Rect& rect);
/// Outlines it; draw this after its neighbours.
void draw_outline(ImDrawList& list, const Look& look, Role role, const Rect& rect);
ImU32 ink_of(const Look& look, Role role);

/// Draws a cell with a code. word: in its place, where that has room.
void draw_code(ImDrawList& list, const Look& look, const Rect& rect, std::uint32_t code,
               const std::string& word, float alpha = 1);

/// Shows the legend in the inspector.
void add_cube_legend(Legend& legend, Show show);

// Sections of the inspector.

void show_cube_counts(const Look& look, const Run& run, const StepView& view);
/// check: null while it has not finished.
void show_cube_check(const Look& look, const Check* check);
void show_cube_measured(const Look& look, const Measured& measured);

} // namespace scanline::view::cube_scene
