#pragma once
#include <glm/vec2.hpp>

#include <span>
#include <vector>

namespace scanline::view {

/// A rectangle on the screen.
struct PaneRect {
    glm::vec2 min{0, 0}, size{0, 0};
};

/// Cells of the same size in rows of `columns`, with gaps between them, that fill a rectangle. Where the last
/// row has fewer cells than the others, they are wider.
std::vector<PaneRect> arrange_panes(int count, int columns, const PaneRect& room, float gap);

/// The columns in which contents of these sizes, a cell for each, are seen largest, all at the same scale,
/// where `chrome` pixels of a cell's height are taken. At least 1.
int best_columns(std::span<const glm::vec2> contents, const PaneRect& room, float gap, float chrome);

} // namespace scanline::view
