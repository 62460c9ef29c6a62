#include "kdtree/kdtree_cells.h"

#include <algorithm>
#include <cmath>

namespace scanline::view {

namespace {

constexpr double space_around = 0.04; ///< around the points, of their extent

void append_cells(const kdtree::Tree<float>& tree, const kdtree::Subtree& subtree, const KdBox& box,
                  int levels, std::vector<KdCell>& cells) {
    if (subtree.empty() || subtree.depth == levels)
        return;
    const std::int64_t node = subtree.root();
    const int axis = subtree.axis(tree.dimensions);
    const auto split = static_cast<double>(tree.points()[node][axis]);
    append_cells(tree, subtree.left(), box.cut(axis, split, false), levels, cells);
    cells.push_back({subtree, node, axis, split, box});
    append_cells(tree, subtree.right(), box.cut(axis, split, true), levels, cells);
}

} // namespace

double KdBox::side(int axis) const {
    const auto at = static_cast<std::size_t>(axis);
    return high[at] - low[at];
}

KdBox KdBox::cut(int axis, double split, bool upper) const {
    KdBox part = *this;
    (upper ? part.low : part.high)[static_cast<std::size_t>(axis)] = split;
    return part;
}

KdBox bounds_of(const points::Points<float>& points) {
    KdBox bounds;
    if (points.size() == 0)
        return bounds;
    for (int axis = 0; axis < points.dimensions; ++axis) {
        double low = static_cast<double>(points[0][axis]), high = low;
        for (std::int64_t point = 1; point < points.size(); ++point) {
            low = std::min(low, static_cast<double>(points[point][axis]));
            high = std::max(high, static_cast<double>(points[point][axis]));
        }
        const double room = low < high ? space_around * (high - low) : std::max(1.0, std::abs(low) / 100);
        bounds.low[static_cast<std::size_t>(axis)] = low - room;
        bounds.high[static_cast<std::size_t>(axis)] = high + room;
    }
    return bounds;
}

std::vector<KdCell> cells_of(const kdtree::Tree<float>& tree, const KdBox& bounds, int levels) {
    std::vector<KdCell> cells;
    append_cells(tree, tree.whole(), bounds, levels, cells);
    return cells;
}

const KdCell* find_cell(const std::vector<KdCell>& cells, std::int64_t node) {
    const auto found = std::ranges::lower_bound(cells, node, {}, &KdCell::node);
    return found == cells.end() || found->node != node ? nullptr : &*found;
}

} // namespace scanline::view
