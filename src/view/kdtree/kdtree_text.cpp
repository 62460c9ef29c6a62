#include "kdtree/kdtree_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using Visit = kdtree::Visit<float>;
using Visits = kdtree::QueryTrace<float>;

std::string points_text(std::int64_t points) {
    return points == 1 ? "1 point" : count_text(points) + " points";
}

std::string distance_text(const KdRun& run, float squared) {
    return coordinate_text(run.bounds, std::sqrt(static_cast<double>(squared)));
}

std::string asked_text(const KdRun& run, const KdAsked& asked) {
    const std::string place = place_text(run.bounds, asked.at);
    switch (asked.kind) {
    case KdQuery::nearest:
        return asked.neighbors == 1 ? fmt::format("The nearest to {}", place)
                                    : fmt::format("The {} nearest to {}", asked.neighbors, place);
    case KdQuery::radius:
        return fmt::format("Within {} of {}", coordinate_text(run.bounds, static_cast<double>(asked.radius)),
                           place);
    case KdQuery::box:
        return fmt::format("From {} to {}", place_text(run.bounds, asked.low),
                           place_text(run.bounds, asked.high));
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
    const std::string point =
        fmt::format("Point {} at {} is ", run.point_of(visit.node),
                    place_text(run.bounds, {run.tree.points()[visit.node],
                                            static_cast<std::size_t>(run.tree.dimensions)}));
    if (asked.kind == KdQuery::box)
        return point + (visit.found ? "inside: found." : "outside.");
    const std::string away = fmt::format("{}{} away: ", point, distance_text(run, visit.distance));
    if (!visit.found)
        return fmt::format("{}too far, only what is within {} is of interest.", away,
                           distance_text(run, visit.limit));
    if (visit.dropped < 0)
        return fmt::format("{}{}.", away, found_text(asked));
    return fmt::format("{}{}, in place of point {}.", away, found_text(asked), run.point_of(visit.dropped));
}

std::string prune_text(const KdRun& run, const KdAsked& asked, const Visit& visit) {
    const KdCell& cell = *find_cell(run.cells, visit.node);
    const std::string side = fmt::format("{} {} = {}", visit.upper ? "Above" : "Below", axis_name(cell.axis),
                                         coordinate_text(run.bounds, cell.split));
    const std::string points = points_text(visit.last - visit.first);
    if (asked.kind == KdQuery::box)
        return fmt::format("{} there is nothing of the box: {} left out.", side, points);
    return fmt::format("{} all is at least {} away, and only what is within {} is of interest: {} left out.",
                       side, distance_text(run, visit.distance), distance_text(run, visit.limit), points);
}

std::string enter_text(const KdRun& run, const KdAsked& asked, const Visit& visit) {
    const KdCell& cell = *find_cell(run.cells, visit.node);
    const std::string split =
        fmt::format("Into {}, split by {} = {} of point {}", points_text(visit.last - visit.first),
                    axis_name(cell.axis), coordinate_text(run.bounds, cell.split), run.point_of(visit.node));
    if (asked.kind == KdQuery::box)
        return split + ".";
    const bool below = static_cast<double>(asked.at[static_cast<std::size_t>(cell.axis)]) < cell.split;
    return fmt::format("{}: the query is {}, so that side comes first.", split, below ? "below" : "above");
}

std::string result_text(const KdRun& run, const Visits& trace) {
    constexpr std::size_t most_named = 12;
    std::vector<std::int32_t> points;
    for (const std::int64_t node : kdtree::found_nodes(trace, trace.size()))
        points.push_back(run.point_of(node));
    std::ranges::sort(points);
    const std::string cost =
        fmt::format("{} of {} points have been looked at", count_text(counts_of(trace, trace.size()).looked),
                    count_text(run.tree.size()));
    if (points.empty())
        return fmt::format("Nothing is found; {}.", cost);
    if (points.size() > most_named)
        return fmt::format("{} are found; {}.", points_text(static_cast<std::int64_t>(points.size())), cost);
    return fmt::format("Found: {} {}; {}.", points.size() == 1 ? "point" : "points", fmt::join(points, ", "),
                       cost);
}

std::string duplicates_sentence(const KdRun& run) {
    const std::int64_t duplicates = run.duplicates();
    if (duplicates == 0)
        return fmt::format("No point is equal to another: {} stay.", count_text(run.tree.size()));
    return fmt::format("{} {} equal to one before: {} of {} stay.", points_text(duplicates),
                       duplicates == 1 ? "is" : "are", count_text(run.tree.size()),
                       count_text(run.cloud.points().size()));
}

std::string level_sentence(const KdRun& run, int level) {
    const auto subtrees = kdtree::subtrees_of_level(run.tree.size(), level);
    const char axis = axis_name(level % run.tree.dimensions);
    if (std::ranges::all_of(subtrees, [](const auto& subtree) { return subtree.size() == 1; }))
        return subtrees.size() == 1 ? "One point is alone in its range: it is a leaf."
                                    : "The last points are alone in their ranges: they are leaves.";
    if (subtrees.size() == 1)
        return fmt::format("The median by {} is the root. In all arrays what is less goes before it, what is "
                           "greater behind, in the order that they have.",
                           axis);
    return fmt::format(
        "In each of {} ranges the median by {} becomes a node. In all arrays what is less goes "
        "before it, what is greater behind.",
        count_text(static_cast<std::int64_t>(subtrees.size())), axis);
}

} // namespace

std::string count_text(std::int64_t count) {
    std::string text = std::to_string(count);
    for (int place = static_cast<int>(text.size()) - 3; place > 0; place -= 3)
        text.insert(static_cast<std::size_t>(place), ",");
    return text;
}

char axis_name(int axis) {
    return "xyz"[axis];
}

std::string coordinate_text(const KdBox& bounds, double coordinate) {
    const double largest = std::max({bounds.side(0), bounds.side(1), bounds.side(2)});
    const int decimals = 2 - static_cast<int>(std::floor(std::log10(largest / 2)));
    if (decimals < -3 || decimals > 6)
        return fmt::format("{:.4g}", coordinate);
    const std::string text = fmt::format("{:.{}f}", coordinate, std::max(0, decimals));
    // What rounds to zero from below is zero.
    const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
    return is_zero && text.front() == '-' ? text.substr(1) : text;
}

std::string place_text(const KdBox& bounds, std::span<const float> coordinates) {
    std::string text;
    for (const float coordinate : coordinates)
        text += (text.empty() ? "(" : ", ") + coordinate_text(bounds, static_cast<double>(coordinate));
    return text + ")";
}

KdText build_text(const KdRun& run, int step) {
    if (step == 0)
        return {"Presort", "The points are sorted by each coordinate, into an array of indices of its own; "
                           "those that are equal in it by the next coordinates."};
    if (step == 1)
        return {"Remove duplicates", duplicates_sentence(run)};
    const int level = level_of(step);
    return {fmt::format("Level {}: split by {}", level, axis_name(level % run.tree.dimensions)),
            level_sentence(run, level)};
}

KdText query_text(const KdRun& run, const KdAsked& asked, const Visits& trace, int step) {
    const std::string title = asked_text(run, asked);
    if (step == 0)
        return {title, "The search begins at the root."};
    if (step == result_step(trace))
        return {title, result_text(run, trace)};
    const Visit& visit = trace[static_cast<std::size_t>(step) - 1];
    switch (visit.kind) {
    case kdtree::VisitKind::enter: return {title, enter_text(run, asked, visit)};
    case kdtree::VisitKind::look: return {title, look_text(run, asked, visit)};
    case kdtree::VisitKind::prune: return {title, prune_text(run, asked, visit)};
    case kdtree::VisitKind::take:
        return {title,
                fmt::format("The cell of point {} lies inside of the box: all of its {} points are found.",
                            run.point_of(visit.node), count_text(visit.last - visit.first))};
    }
    return {};
}

} // namespace scanline::view
