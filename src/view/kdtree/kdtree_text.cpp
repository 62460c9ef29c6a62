#include "kdtree/kdtree_text.h"

#include "text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using Visit = kdtree::Visit<float>;

std::string points_text(std::int64_t points) {
    return points == 1 ? "1 point" : fmt::format("{} points", points);
}

std::string distance_text(float squared) {
    return coordinate_text(std::sqrt(static_cast<double>(squared)));
}

double split_of(const KdRun& run, std::int64_t node, int axis) {
    return static_cast<double>(run.tree.points()[node][axis]);
}

std::string asked_text(const KdAsked& asked) {
    const std::string place = place_text(asked.at);
    switch (asked.kind) {
    case KdQuery::nearest:
        return asked.neighbors == 1 ? fmt::format("The nearest to {}", place)
                                    : fmt::format("The {} nearest to {}", asked.neighbors, place);
    case KdQuery::radius:
        return fmt::format("Within {} of {}", coordinate_text(static_cast<double>(asked.radius)), place);
    case KdQuery::box: return fmt::format("From {} to {}", place_text(asked.low), place_text(asked.high));
    }
    return "";
}

std::string found_text(const KdAsked& asked) {
    switch (asked.kind) {
    case KdQuery::nearest:
        return asked.neighbors == 1 ? "the nearest so far"
                                    : fmt::format("among the {} nearest so far", asked.neighbors);
    case KdQuery::radius: return "found";
    case KdQuery::box: return "inside: found";
    }
    return "";
}

std::string look_text(const KdRun& run, const KdAsked& asked, const Visit& visit) {
    std::string text = capitalized(point_text(run, run.point_of(visit.node)));
    if (asked.kind != KdQuery::box)
        text += fmt::format(" is {} away: ", distance_text(visit.distance));
    else
        text += " is ";
    if (visit.found) {
        text += found_text(asked);
        if (visit.dropped >= 0)
            text += fmt::format(", in place of point {}", run.point_of(visit.dropped));
        return text + ".";
    }
    if (asked.kind == KdQuery::box)
        return text + "outside.";
    return text + fmt::format("too far, only what is within {} is of interest.", distance_text(visit.limit));
}

std::string prune_text(const KdRun& run, const KdAsked& asked, const Visit& visit) {
    const KdCell& cell = *find_cell(run.cells, visit.node);
    const std::string side = fmt::format("{} {} = {}", visit.upper ? "Above" : "Below", axis_name(cell.axis),
                                         coordinate_text(cell.split));
    if (asked.kind == KdQuery::box)
        return fmt::format("{} there is nothing of the box: {} left out.", side,
                           points_text(visit.last - visit.first));
    return fmt::format("{} all is at least {} away, and only what is within {} is of interest: {} left out.",
                       side, distance_text(visit.distance), distance_text(visit.limit),
                       points_text(visit.last - visit.first));
}

std::string enter_text(const KdRun& run, const KdAsked& asked, const Visit& visit) {
    const KdCell& cell = *find_cell(run.cells, visit.node);
    const std::string split =
        fmt::format("{} points, split by {} = {} of point {}", visit.last - visit.first, axis_name(cell.axis),
                    coordinate_text(split_of(run, visit.node, cell.axis)), run.point_of(visit.node));
    if (asked.kind == KdQuery::box)
        return split + ".";
    const bool below = static_cast<double>(asked.at[static_cast<std::size_t>(cell.axis)]) < cell.split;
    return fmt::format("{}: the query is {}, so that side comes first.", split, below ? "below" : "above");
}

std::string level_sentence(const KdRun& run, int level) {
    const auto subtrees = kdtree::subtrees_of_level(run.tree.size(), level);
    const char axis = axis_name(level % run.tree.dimensions);
    const bool all_alone =
        std::ranges::all_of(subtrees, [](const auto& subtree) { return subtree.size() == 1; });
    if (all_alone)
        return fmt::format("{} alone in {}: {}.",
                           subtrees.size() == 1 ? "One point is" : "The last points are",
                           subtrees.size() == 1 ? "its range" : "their ranges",
                           subtrees.size() == 1 ? "it is a leaf" : "they are leaves");
    if (subtrees.size() == 1)
        return fmt::format("The median by {} is the root. In all arrays what is less goes before it, what is "
                           "greater behind, in the order that they have.",
                           axis);
    return fmt::format(
        "In each of {} ranges the median by {} becomes a node. In all arrays what is less goes "
        "before it, what is greater behind.",
        subtrees.size(), axis);
}

} // namespace

char axis_name(int axis) {
    return "xyz"[axis];
}

std::string coordinate_text(double coordinate) {
    return fmt::format("{:.3g}", coordinate);
}

std::string place_text(std::span<const float> coordinates) {
    std::string text;
    for (const float coordinate : coordinates)
        text += (text.empty() ? "(" : ", ") + coordinate_text(static_cast<double>(coordinate));
    return text + ")";
}

std::string point_text(const KdRun& run, std::int64_t point) {
    return fmt::format(
        "point {} at {}", point,
        place_text({run.cloud.points()[point], static_cast<std::size_t>(run.cloud.dimensions)}));
}

KdText build_text(const KdRun& run, int step) {
    const int level = level_of(step);
    if (step == 0)
        return {"Presort",
                "The points are sorted by each coordinate, into an array of indices of its own; those "
                "that are equal in it by the next coordinates."};
    if (step == 1)
        return {"Remove duplicates",
                run.duplicates() == 0
                    ? fmt::format("No point is equal to another: {} stay.", points_text(run.tree.size()))
                    : fmt::format("{} equal to one before: {} of {} stay.",
                                  run.duplicates() == 1 ? "1 point is"
                                                        : fmt::format("{} points are", run.duplicates()),
                                  run.tree.size(), run.cloud.points().size())};
    return {fmt::format("Level {}: split by {}", level, axis_name(level % run.tree.dimensions)),
            level_sentence(run, level)};
}

KdText query_text(const KdRun& run, const KdAsked& asked, const kdtree::QueryTrace<float>& trace,
                  int visits) {
    if (visits == 0)
        return {asked_text(asked), "The search begins at the root."};
    const Visit& visit = trace[static_cast<std::size_t>(visits) - 1];
    switch (visit.kind) {
    case kdtree::VisitKind::enter: return {asked_text(asked), "Into " + enter_text(run, asked, visit)};
    case kdtree::VisitKind::look: return {asked_text(asked), look_text(run, asked, visit)};
    case kdtree::VisitKind::prune: return {asked_text(asked), prune_text(run, asked, visit)};
    case kdtree::VisitKind::take:
        return {asked_text(asked),
                fmt::format("The cell of point {} lies inside of the box: all of its {} points are found.",
                            run.point_of(visit.node), visit.last - visit.first)};
    }
    return {};
}

} // namespace scanline::view
