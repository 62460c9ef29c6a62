#pragma once
#include "compaction_small/compaction_small_canvas.h"

namespace scanline::view {

/// Draws the sheet of a SmallView with its top left at a place of the screen.
class SmallSheet {
public:
    SmallSheet(const Look& look, const SmallGeometry& geometry, const SmallView& view, ImVec2 origin);

    /// Behind the cells: the stripe of the row that is shown, blocks, arrows of its pass.
    void draw_ground() const;
    void draw_cells() const;
    /// The way of the element that is looked at, and the search of the selected output.
    void draw_paths(float alpha) const;
    /// Numbers at the cells that the search has read.
    void draw_search_marks() const;
    /// At the left, whatever is scrolled under it: names of the rows. `left`: of the window.
    void draw_names(float left) const;

private:
    ImVec2 at(float x, float y) const { return {origin_.x + x, origin_.y + y}; }
    Box box(CellId cell) const;
    bool shown(std::size_t row) const;
    bool has_values(std::size_t row) const;
    PathMark mark(CellId cell) const;
    void draw_cell(CellId cell) const;
    void draw_outline(CellId cell) const;
    void draw_text(const Box& box, const std::string& text, ImU32 colour) const;
    void draw_small_text(float x, float y, const std::string& text, ImU32 colour) const;
    void draw_arrow(CellId from, CellId to, ImU32 colour, float thickness) const;
    void draw_pass_arrows() const;
    std::size_t last_probe() const;
    void draw_search_path(float alpha) const;
    void draw_element_path(float alpha) const;
    void draw_badge(CellId cell, std::size_t number, bool current, int repeated) const;

    const Look& look_;
    const Palette& palette_;
    const SmallGeometry& geometry_;
    const SmallView& view_;
    ImVec2 origin_;
    ImDrawList& list_;
};

} // namespace scanline::view
