#pragma once
#include "kdtree/drawing.h"
#include "scanline/kdtree/tree.h"

#include <optional>

namespace scanline::view {

/// How points and tree share the middle.
struct KdPanes {
    Rect points;
    std::optional<Rect> tree; ///< beside or below the points, whichever shows these larger; none: no room
};
KdPanes kd_panes(const Look& look, const Rect& area, const KdRun& run);

/// Where nodes are drawn: a row for each level, in all rows from left to right in node order, so that a
/// subtree fills a range.
struct KdTreeRows {
    KdTreeRows(const Look& look, const KdRun& run, const Rect& pane);

    /// The root of a subtree.
    ImVec2 at(const kdtree::Subtree& subtree) const;
    Rect row(int level) const;

    std::int64_t size;
    int apart = 1;        ///< the first levels, whose nodes can be told apart
    Rect area, rows;      ///< with and without headings and margins
    float height, radius; ///< of a row, of a node
};

/// Draws the tree with the colours of its points. Returns the node under the mouse; -1 for none.
std::int64_t draw_kd_tree(const Look& look, const KdPicture& picture, const KdTreeRows& rows);

} // namespace scanline::view
