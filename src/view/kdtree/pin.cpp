#include "kdtree/pin.h"

#include "kdtree/drawing.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using kdtree::VisitKind;

void add_places(Pinned& pinned, const KdRun& run, int step, int point) {
    const auto place = [point](const std::vector<std::int32_t>& array) {
        const auto found = std::ranges::find(array, point);
        return found == array.end() ? "removed" : std::to_string(found - array.begin());
    };
    const auto [before, after] = arrays_at(run, step);
    for (std::size_t axis = 0; axis < after.size(); ++axis) {
        const std::string is = place(after[axis]), was = before.empty() ? is : place(before[axis]);
        pinned.facts.push_back({fmt::format("place by {}", axis_name(static_cast<int>(axis))),
                                was == is ? is : fmt::format("{}, then {}", was, is)});
    }
}

} // namespace

std::string fate_of(const KdRun& run, const KdAsked& asked, int step, std::int64_t node) {
    std::string fate = "not seen yet";
    const auto visits = asked.visits_before(step);
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const KdVisit& visit = visits[i];
        const auto when = fmt::format("in step {}", i + 1);
        if (visit.kind == VisitKind::look && visit.dropped == node)
            fate = fmt::format("visited; {} point {} is nearer", when, run.point_of(visit.node));
        if (visit.kind == VisitKind::enter || node < visit.first || node >= visit.last)
            continue;
        const bool box = asked.kind == KdQuery::box;
        if (visit.kind == VisitKind::look)
            fate = fmt::format("visited {}: {}{}", when, visit.found ? "found" : "not found",
                               box ? "" : fmt::format(", {} away", distance_text(run, visit.distance)));
        else if (visit.kind == VisitKind::take)
            fate = fmt::format("found {}, with its cell", when);
        else
            fate = fmt::format("skipped {}: {}", when,
                               box ? "beyond the box"
                                   : fmt::format("at least {} away, limit {}",
                                                 distance_text(run, visit.distance),
                                                 distance_text(run, visit.limit)));
    }
    return fate;
}

Pinned pinned_of(const KdRun& run, const KdAsked* asked, int step, int point) {
    const points::Points<float> points = run.cloud.points();
    Pinned pinned{fmt::format("Point {}", point), {}};
    const auto add = [&pinned](std::string name, std::string value) {
        pinned.facts.push_back({std::move(name), std::move(value)});
    };
    add("coordinates", place_text(run.bounds, {points[point], static_cast<std::size_t>(points.dimensions)}));
    if (!asked && run.is_followed())
        add_places(pinned, run, step, point);
    const std::int64_t node = run.find_node(point);
    if (node < 0) {
        add("node", "none: equal to a point before");
        return pinned;
    }
    if (asked)
        add("query", fate_of(run, *asked, step, node));
    for (const KdCell& cell : path_to(run.tree, run.bounds, node)) {
        const std::string level = fmt::format("level {}", cell.subtree.depth);
        if (cell.node == node)
            add(level, fmt::format("median by {}: node {}", axis_name(cell.axis), with_commas(node)));
        else
            add(level, fmt::format("{} than {} = {} of {}", node < cell.node ? "less" : "greater",
                                   axis_name(cell.axis), coordinate_text(run.bounds, cell.split),
                                   run.point_of(cell.node)));
    }
    return pinned;
}

} // namespace scanline::view
