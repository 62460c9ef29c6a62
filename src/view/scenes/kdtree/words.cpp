#include "scenes/kdtree/words.h"

#include "kit/listing.h"
#include "scanline/core/format.h"
#include "scenes/kdtree/drawing.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace scanline::view::kdtree_scene {

namespace {

// Brown's algorithm, see trace.h; split_move.comp and subtrees.comp split an order by several levels at once.
constexpr auto build_code = std::to_array<CodeLine>({
    {"order by x = sort(points)", "sort"},
    {"keep the first of equal points", "compare", "nodes"},
    {"other orders = sort(points)", "sort"},
    {"for each level:", "split", "level", "number_at(group_index() * TILE, u_level, u_cells)"},
    {"  for all orders but by @:", "split"},
    {"    m = middle by @", "split", "median", "s_roots[rank()] = root_of(part);"},
    {"    l = prefix sum of p < m", "less middle greater", "l",
     "earlier = group_exclusive(counters_of(own), total);"},
    {"    g = prefix sum of p > m", "less middle greater", "g",
     "earlier = group_exclusive(counters_of(own), total);"},
    {"    p < m: to = first + l", "less", "to", "uint place = s_places[part] + (ranked >> 4)"},
    {"    p = m: to = root", "middle", "to", "if (place == root) {"},
    {"    p > m: to = root + 1 + g", "greater", "to", "uint place = s_places[part] + (ranked >> 4)"},
    {"    new[to] = p", "less middle greater", "place", "moved[u_first[4] + place] = point;"},
});

// As in ball_walk.glsl.
constexpr auto ball_code = std::to_array<CodeLine>({
    {"part = all nodes", "begin", "nodes", "Segment part = segment_of_level(u_part, u_level, u_nodes + 1u);"},
    {"while part has several nodes:", "enter", "nodes", "while (last - first > BUCKET) {"},
    {"  split = its root's @", "enter", "split", "Coordinate split = coordinate_of(root, axis);"},
    {"  push the far side", "enter", "far", "t_first[levels] = is_left ? root + 1u : first;"},
    {"  part = the near side", "enter", "near", "last = root;"},
    {"test its node", "scan", "point", "scan(node);"},
    {"pop a far side, or end", "root skip end", "", "--levels;"},
    {"  if its bound <= limit:", "root skip", "bound", "if (bound() <= limit()) {"},
    {"    test the root", "root", "point", "scan((t_what[levels] & LEFT) != 0u ? last : first - 1u);"},
    {"    part = the far side", "root", "", "first = t_first[levels];"},
    {"  else: skip it", "skip", "skipped", "exchange_gap(axis, gap);"},
    {"test p:", "root scan", "", "void scan(uint node) {"},
    {"  d = distance to p", "root scan", "distance",
     "sum += squared_difference(t_query[axis], coordinate_of(node, axis));"},
    {"  if d <= limit: keep p", "root scan", "test",
     "offer(sum < INFINITE_DISTANCE ? sum : INFINITE_DISTANCE, node);"},
    {"    drop the farthest", "drop", "dropped"},
    {"    limit = the farthest", "shrink", "limit", "Distance limit() { return distance_of("},
});

// As in tree_walk.h; box_walk.glsl keeps the right sides on a stack.
constexpr auto box_code = std::to_array<CodeLine>({
    {"visit all nodes", "begin", "nodes", "Segment part = segment_of_level(u_part, u_level, u_nodes + 1u);"},
    {"visit part:", "enter scan take", "nodes",
     "while (last - first > BUCKET && (open.low | open.high) != 0u) {"},
    {"  if inside the box: take it", "take", "", "take(first, last);"},
    {"  if it is one node: test it", "scan", "point", "scan(node);"},
    {"  split = its root's @", "enter", "split", "Reach reach = reach_at(root, axis);"},
    {"  if low <= split:", "enter lower", "low", "if (reach.left) {"},
    {"    visit the left side", "left", "", "last = root;"},
    {"  else: skip it", "lower", "skipped", "first = root + 1u;"},
    {"  if both: test the root", "root", "point", "scan(root);"},
    {"  if split <= high:", "upper", "high", "if (reach.left && reach.right) {"},
    {"    visit the right side", "", "", "t_first[levels] = root + 1u;"},
    {"  else: skip it", "upper", "skipped"},
    {"test p:", "root scan", "", "void scan(uint node) {"},
    {"  if low <= p <= high: keep p", "keep", "", "take(node, node + 1u);"},
});

std::string point_text(const Run& run, std::int64_t node) {
    return fmt::format("point {}", run.point_of(node));
}

/// Adds how a step moves a point within an order.
void add_move(CodeEvents& events, const Run& run, int step, std::size_t order, std::int32_t point) {
    const std::int64_t node = run.node_of[static_cast<std::size_t>(point)];
    const auto [before, after] = arrays_at(run, step);
    const Cell cell = path_to(run.tree, run.bounds, node)[static_cast<std::size_t>(level_of(step))];
    std::int64_t l = 0, g = 0;
    for (auto other = before[order].begin() + cell.subtree.first; *other != point; ++other) {
        const std::int64_t at = run.node_of[static_cast<std::size_t>(*other)];
        l += at < cell.node ? 1 : 0;
        g += at > cell.node ? 1 : 0;
    }
    events.names.push_back(node < cell.node ? "less" : node > cell.node ? "greater" : "middle");
    events.values["median"] = point_text(run, cell.node);
    events.values["l"] = std::to_string(l);
    events.values["g"] = std::to_string(g);
    events.values["to"] = node < cell.node   ? fmt::format("{} + {}", cell.subtree.first, l)
                          : node > cell.node ? fmt::format("{} + 1 + {}", cell.node, g)
                                             : std::to_string(cell.node);
    events.values["place"] = std::to_string(std::ranges::find(after[order], point) - after[order].begin());
}

CodeEvents events_of(const Run& run, const QueryRun& asked, int step) {
    const Visit& visit = asked.visits[static_cast<std::size_t>(step) - 1];
    const Cell cell = cell_of(run.tree, run.bounds, visit.node);
    const bool box = asked.kind == Query::box;
    const auto text = [&run](double coordinate) { return coordinate_text(run.bounds, coordinate); };
    const auto comparison = [](const std::string& a, bool within, const std::string& b) {
        return fmt::format("{} {} {}", a, within ? "<=" : ">", b);
    };
    const std::string split = text(cell.split);
    CodeEvents events{.values = {{"nodes", with_commas(visit.last - visit.first)},
                                 {"point", point_text(run, visit.node)},
                                 {"split", split},
                                 {"skipped", points_text(visit.last - visit.first)}},
                      .subject = {axis_name(cell.axis)}};
    switch (visit.kind) {
    case kdtree::VisitKind::enter: events.names = {"enter"}; break;
    case kdtree::VisitKind::look: events.names = {cell.subtree.size() == 1 ? "scan" : "root"}; break;
    case kdtree::VisitKind::prune: events.names = {!box ? "skip" : visit.upper ? "upper" : "lower"}; break;
    case kdtree::VisitKind::take: events.names = {"take"}; break;
    }
    const auto axis = static_cast<std::size_t>(cell.axis);
    if (box) {
        const auto low = static_cast<double>(asked.low[axis]), high = static_cast<double>(asked.high[axis]);
        events.values["low"] = comparison(text(low), low <= cell.split, split);
        events.values["high"] = comparison(split, cell.split <= high, text(high));
        if (visit.kind == kdtree::VisitKind::enter && low <= cell.split)
            events.names.push_back("left");
        if (visit.kind == kdtree::VisitKind::look && visit.found)
            events.names.push_back("keep");
        return events;
    }
    const bool is_left = static_cast<double>(asked.at[axis]) < cell.split;
    events.values["near"] = is_left ? "left" : "right";
    events.values["far"] = is_left ? "right" : "left";
    const std::string distance = distance_text(run, visit.distance), limit = distance_text(run, visit.limit);
    events.values["distance"] = distance;
    events.values["bound"] =
        visit.kind == kdtree::VisitKind::prune ? comparison(distance, false, limit) : "<= " + limit;
    events.values["test"] = comparison(distance, visit.found, limit);
    if (visit.dropped >= 0) {
        events.names.push_back("drop");
        events.values["dropped"] = point_text(run, visit.dropped);
    }
    const auto reach = reach_of(asked, asked.visits_before(step)).radius;
    if (asked.kind == Query::nearest && visit.found && reach) {
        events.names.push_back("shrink");
        events.values["limit"] = text(*reach);
    }
    return events;
}

} // namespace

Listing build_listing(const Run& run, int pinned, int step) {
    const int level = level_of(step);
    std::string title = "Build, level by level";
    CodeEvents events{.names = {step == 0   ? "input"
                                : step == 1 ? "sort"
                                : level < 0 ? "compare"
                                            : "split"},
                      .values = {{"nodes", fmt::format("{} stay", with_commas(run.tree.size()))},
                                 {"level", std::to_string(level)}},
                      .subject = {axis_name(0)}};
    if (level >= 0) {
        const kdtree::Subtree part = kdtree::subtrees_of_level(run.tree.size(), level).front();
        const int axis = part.axis(run.tree.dimensions);
        events.subject = {axis_name(axis)};
        events.values["median"] = point_text(run, part.root());
        const int other = (axis + 1) % run.tree.dimensions;
        const auto order = static_cast<std::size_t>(other), last = static_cast<std::size_t>(part.last) - 1;
        if (run.is_followed()) {
            // The last point of a range has the most points before it.
            const std::int32_t point = pinned >= 0 ? pinned : arrays_at(run, step).before[order][last];
            title += fmt::format(", p = {} by {}", point, axis_name(other));
            if (run.find_node(point) >= 0 && cell_role(run, step, point) != Role::placed)
                add_move(events, run, step, order, point);
        }
    }
    Listing listing = listing_of(std::move(title), build_code, std::move(events));
    listing.shader = "kdtree/split_move.comp";
    listing.source = "Brown 2015; on GPUs Robinson, section Partitioning";
    return listing;
}

Listing query_listing(const Run& run, const QueryRun& asked, int step) {
    CodeEvents events{.names = {step == 0 ? "begin" : "end"},
                      .values = {{"nodes", with_commas(run.tree.size())}},
                      .subject = {axis_name(0)}};
    if (step > 0 && step < asked.result_step())
        events = events_of(run, asked, step);
    const bool nearest = asked.kind == Query::nearest;
    Listing listing = asked.kind == Query::box
                          ? listing_of("Search in a box", box_code, std::move(events))
                          : listing_of(nearest ? "Search for the nearest" : "Search in a radius", ball_code,
                                       std::move(events));
    listing.shader = fmt::format("kdtree/{}.comp", nearest ? "knn" : to_string(asked.kind));
    return listing;
}

namespace {

using kdtree::VisitKind;

void add_places(Pinned& pinned, const Run& run, int step, int point) {
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

std::string fate_of(const Run& run, const QueryRun& asked, int step, std::int64_t node) {
    std::string fate = "not seen yet";
    const auto visits = asked.visits_before(step);
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const Visit& visit = visits[i];
        const auto when = fmt::format("in step {}", i + 1);
        if (visit.kind == VisitKind::look && visit.dropped == node)
            fate = fmt::format("visited; {} point {} is nearer", when, run.point_of(visit.node));
        if (visit.kind == VisitKind::enter || node < visit.first || node >= visit.last)
            continue;
        const bool box = asked.kind == Query::box;
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

Pinned pinned_of(const Run& run, const QueryRun* asked, int step, int point) {
    const points::Points<float> points = run.cloud.points();
    Pinned pinned{fmt::format("Point {}", point), {}};
    const auto add = [&pinned](std::string name, std::string value) {
        pinned.facts.push_back({std::move(name), std::move(value)});
    };
    add("coordinates", place_text(run.bounds, {points[point], static_cast<std::size_t>(points.dimensions)}));
    if (!asked && run.is_followed() && !run.dealing)
        add_places(pinned, run, step, point);
    const std::int64_t node = run.find_node(point);
    if (node < 0) {
        add("node", "none: equal to a point before");
        return pinned;
    }
    if (asked)
        add("query", fate_of(run, *asked, step, node));
    else if (run.dealing)
        add("rank", std::to_string(run.dealing->at(step)[static_cast<std::size_t>(point)]));
    for (const Cell& cell : path_to(run.tree, run.bounds, node)) {
        if (!asked && cell.subtree.depth > level_of(run, step))
            break; // not split yet
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

} // namespace scanline::view::kdtree_scene
