#include "scenes/kdtree/written.h"

#include "scenes/kdtree/drawing.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::kdtree_scene {

namespace {

using kdtree::VisitKind;

constexpr std::size_t max_asked = 12;

/// A side of a split, and where it is.
Decision side_decision(const Run& run, const Cell& cell, bool upper) {
    const kdtree::Subtree side = upper ? cell.subtree.right() : cell.subtree.left();
    return {{.cell = Decision::cell,
             .name = fmt::format("the side {} {} = {}", side_of(cell.axis, upper), axis_name(cell.axis),
                                 coordinate_text(run.bounds, cell.split)),
             .value = "visited",
             .why = "",
             .choices = {"visited", "skipped"}},
            side.empty() ? cell.node : side.root()};
}

Decision point_decision(const Run& run, const QueryRun& asked, const Visit& visit) {
    return {{.cell = Decision::cell,
             .name = fmt::format("point {}", run.point_of(visit.node)),
             .value = visit.found ? "found" : "not found",
             .why = asked.kind == Query::box
                        ? place_text(run.bounds, run.coordinates_of(visit.node))
                        : fmt::format("{} away, limit {}", distance_text(run, visit.distance),
                                      distance_text(run, visit.limit)),
             .choices = {"found", "not found"}},
            visit.node};
}

} // namespace

std::vector<Written> written_slots(const Run& run, int step) {
    const int level = level_of(step);
    if (level < 0 || !run.is_followed() || run.dealing)
        return {};
    const int axis = level % run.tree.dimensions, other = (axis + 1) % run.tree.dimensions;
    const auto order = static_cast<std::size_t>(other);
    const auto [before, after] = arrays_at(run, step);
    std::vector<Written> written;
    for (std::size_t place = 0; place < after[order].size() && written.size() < max_asked; ++place) {
        const std::int32_t point = after[order][place];
        if (point == before[order][place])
            continue;
        const std::int64_t node = run.node_of[static_cast<std::size_t>(point)];
        const Cell cell = path_to(run.tree, run.bounds, node)[static_cast<std::size_t>(level)];
        const std::string median = fmt::format("the median by {}", axis_name(axis));
        written.push_back({slot_cell(order, place), fmt::format("place {} by {}", place, axis_name(other)),
                           std::to_string(point),
                           node == cell.node ? median
                                             : fmt::format("the next that is {} than {}, {}",
                                                           node < cell.node ? "less" : "greater",
                                                           run.point_of(cell.node), median)});
    }
    return written;
}

std::optional<Decision> decision_at(const Run& run, const QueryRun& asked, int step) {
    if (step == 0 || step >= asked.result_step())
        return std::nullopt;
    const Visit& visit = asked.visits[static_cast<std::size_t>(step) - 1];
    const std::vector<Cell> path = path_to(run.tree, run.bounds, visit.node);
    const Cell& cell = path.back();
    const bool box = asked.kind == Query::box, is_leaf = cell.subtree.size() == 1;
    const std::string limit = distance_text(run, visit.limit);
    if (visit.kind == VisitKind::prune) {
        Decision skipped = side_decision(run, cell, visit.upper);
        skipped.written.value = "skipped";
        skipped.written.why =
            box ? "beyond the box"
                : fmt::format("at least {} away, limit {}", distance_text(run, visit.distance), limit);
        return skipped;
    }
    // In a ball, a split is tested when its far side is.
    if (visit.kind == VisitKind::look && !box && !is_leaf) {
        const auto axis = static_cast<std::size_t>(cell.axis);
        Decision visited = side_decision(run, cell, static_cast<double>(asked.at[axis]) < cell.split);
        visited.written.why = fmt::format("it may hold something within {}", limit);
        return visited;
    }
    if (visit.kind == VisitKind::look)
        return point_decision(run, asked, visit);
    // The near side of a ball is always visited, and the whole tree.
    if (!box || path.size() < 2)
        return std::nullopt;
    Decision visited = side_decision(run, path[path.size() - 2], cell.node > path[path.size() - 2].node);
    visited.written.why = "the box reaches it";
    return visited;
}

} // namespace scanline::view::kdtree_scene
