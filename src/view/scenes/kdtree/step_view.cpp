#include "scenes/kdtree/step_view.h"

#include "kit/text.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::kdtree_scene {

namespace {

using kdtree::VisitKind;

constexpr int steps_before_levels = 3; // the input, the presort, the duplicates

/// Empty if all points are drawn.
std::string sample_text(const Run& run, const StepView& view) {
    const std::int64_t drawn = std::ssize(view.nodes);
    return drawn == run.tree.size()
               ? ""
               : fmt::format("{} of {} points are drawn.", with_commas(drawn), with_commas(run.tree.size()));
}

std::string left_out_text(const Run& run, const StepView& view, int level) {
    std::vector<std::string> parts;
    if (std::string sample = sample_text(run, view); !sample.empty())
        parts.push_back(std::move(sample));
    const bool is_space = run.tree.dimensions == 3;
    const int kept = is_space ? StepView::outlined_levels : Run::max_levels;
    if (level >= Run::max_levels || (is_space && level > kept))
        parts.push_back(fmt::format("Of the splits before, those of levels 0 to {} are drawn.", kept - 1));
    return fmt::format("{}", fmt::join(parts, " "));
}

/// Nodes whose points have duplicates.
std::vector<bool> repeated_nodes(const Run& run) {
    std::vector<bool> repeated(static_cast<std::size_t>(run.tree.size()));
    if (!run.is_followed())
        return repeated;
    // Equal points are adjacent; the one that stays comes first.
    std::int64_t node = -1;
    for (const std::int32_t point : run.trace->sorted.front()) {
        const std::int64_t own = run.node_of[static_cast<std::size_t>(point)];
        if (own >= 0)
            node = own;
        else
            repeated[static_cast<std::size_t>(node)] = true;
    }
    return repeated;
}

Box pruned_box(const Run& run, const Visit& visit) {
    const Cell cell = cell_of(run.tree, run.bounds, visit.node);
    return cell.box.cut(cell.axis, cell.split, visit.upper);
}

/// The nodes that a query is drawn with: the sample has hardly any of a large tree's that it looks at.
std::vector<std::int64_t> nodes_of(const Run& run, const QueryRun& asked) {
    std::vector<std::int64_t> nodes = run.drawn;
    if (std::ssize(nodes) == run.tree.size())
        return nodes;
    for (const Visit& visit : asked.visits) {
        if (visit.kind == VisitKind::look)
            nodes.push_back(visit.node);
    }
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

void mark(StepView& view, const Visit& visit) {
    const auto place = [&](std::int64_t node) {
        return view.roles.begin() + (std::ranges::lower_bound(view.nodes, node) - view.nodes.begin());
    };
    const auto set = [&](Role role) { std::fill(place(visit.first), place(visit.last), role); };
    switch (visit.kind) {
    case VisitKind::enter: return;
    case VisitKind::look:
        set(visit.found ? Role::found : Role::looked);
        if (visit.dropped >= 0)
            *place(visit.dropped) = Role::looked;
        return;
    case VisitKind::prune: set(Role::pruned); return;
    case VisitKind::take: set(Role::found); return;
    }
}

bool is_within(const QueryRun& asked, std::span<const float> coordinates) {
    float squared = 0;
    bool inside = true;
    for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
        const float away = coordinates[axis] - asked.at[axis];
        squared += away * away;
        inside &= asked.low[axis] <= coordinates[axis] && coordinates[axis] <= asked.high[axis];
    }
    return asked.kind == Query::box ? inside : squared <= asked.radius * asked.radius;
}

/// Queries::too_many, by the sample.
std::int64_t too_many(const Run& run, const QueryRun& asked) {
    // A box in the plane takes whole cells in few steps.
    const bool limited =
        asked.kind == Query::radius || (asked.kind == Query::box && run.tree.dimensions == 3);
    if (run.is_followed() || !limited)
        return 0;
    const auto within = static_cast<std::int64_t>(std::ranges::count_if(
        run.drawn, [&](std::int64_t node) { return is_within(asked, run.coordinates_of(node)); }));
    const std::int64_t about = within * run.tree.size() / std::ssize(run.drawn);
    return about > QueryRun::max_found ? about : 0;
}

std::string asked_text(const Run& run, const QueryRun& asked) {
    const std::string place = place_text(run.bounds, asked.at);
    switch (asked.kind) {
    case Query::nearest:
        return asked.neighbors == 1 ? fmt::format("The nearest to {}", place)
                                    : fmt::format("The {} nearest to {}", asked.neighbors, place);
    case Query::radius:
        return fmt::format("Within {} of {}", coordinate_text(run.bounds, static_cast<double>(asked.radius)),
                           place);
    case Query::box:
        return fmt::format("From {} to {}", place_text(run.bounds, asked.low),
                           place_text(run.bounds, asked.high));
    }
    return "";
}

std::string found_text(const QueryRun& asked) {
    switch (asked.kind) {
    case Query::nearest:
        return asked.neighbors == 1 ? "the nearest so far"
                                    : fmt::format("among the {} nearest so far", asked.neighbors);
    case Query::radius: return "found";
    case Query::box: return "inside: found";
    }
    return "";
}

std::string look_text(const Run& run, const QueryRun& asked, const Visit& visit) {
    const std::string point = fmt::format("Point {} at {} is ", run.point_of(visit.node),
                                          place_text(run.bounds, run.coordinates_of(visit.node)));
    if (asked.kind == Query::box)
        return point + (visit.found ? "inside: found." : "outside.");
    const std::string away = fmt::format("{}{} away: ", point, distance_text(run, visit.distance));
    if (!visit.found)
        return fmt::format("{}too far, only what is within {} is of interest.", away,
                           distance_text(run, visit.limit));
    if (visit.dropped < 0)
        return fmt::format("{}{}.", away, found_text(asked));
    return fmt::format("{}{}, in place of point {}.", away, found_text(asked), run.point_of(visit.dropped));
}

std::string prune_text(const Run& run, const QueryRun& asked, const Visit& visit) {
    const Cell cell = cell_of(run.tree, run.bounds, visit.node);
    const std::string side = fmt::format("{} {} = {}", capitalized(side_of(cell.axis, visit.upper)),
                                         axis_name(cell.axis), coordinate_text(run.bounds, cell.split));
    const std::string points = points_text(visit.last - visit.first);
    if (asked.kind == Query::box)
        return fmt::format("{} there is nothing of the box: {} left out.", side, points);
    return fmt::format("{} all is at least {} away, and only what is within {} is of interest: {} left out.",
                       side, distance_text(run, visit.distance), distance_text(run, visit.limit), points);
}

std::string enter_text(const Run& run, const QueryRun& asked, const Visit& visit) {
    const Cell cell = cell_of(run.tree, run.bounds, visit.node);
    const std::string split =
        fmt::format("Into {}, split by {} = {} of point {}", points_text(visit.last - visit.first),
                    axis_name(cell.axis), coordinate_text(run.bounds, cell.split), run.point_of(visit.node));
    if (asked.kind == Query::box)
        return split + ".";
    const bool upper = static_cast<double>(asked.at[static_cast<std::size_t>(cell.axis)]) >= cell.split;
    return fmt::format("{}: the query is {} it, so that side comes first.", split, side_of(cell.axis, upper));
}

std::string result_text(const Run& run, const QueryRun& asked) {
    constexpr std::int64_t max_named = 12;
    const Counts counts = counts_at(asked, asked.result_step());
    const std::string cost = fmt::format("{} of {} points have been looked at", with_commas(counts.looked),
                                         with_commas(run.tree.size()));
    if (asked.too_many > 0)
        return fmt::format(
            "About {} points are found, too many to follow: with a smaller reach, every step is "
            "shown.",
            short_count(static_cast<double>(asked.too_many)));
    if (counts.found == 0)
        return fmt::format("Nothing is found; {}.", cost);
    if (counts.found > max_named)
        return fmt::format("{} are found; {}.", points_text(counts.found), cost);
    std::vector<std::int32_t> points;
    for (const std::int64_t node : kdtree::found_nodes(asked.visits, asked.visits.size()))
        points.push_back(run.point_of(node));
    std::ranges::sort(points);
    return fmt::format("Found: {} {}; {}.", points.size() == 1 ? "point" : "points", fmt::join(points, ", "),
                       cost);
}

std::string duplicates_sentence(const Run& run) {
    const std::int64_t duplicates = run.duplicates();
    if (duplicates == 0)
        return fmt::format("No point is equal to another: {} stay.", with_commas(run.tree.size()));
    return fmt::format("{} {} equal to one before: {} of {} stay.", points_text(duplicates),
                       duplicates == 1 ? "is" : "are", with_commas(run.tree.size()),
                       with_commas(run.cloud.points().size()));
}

std::string level_sentence(const Run& run, int level) {
    const auto subtrees = kdtree::subtrees_of_level(run.tree.size(), level);
    const char axis = axis_name(level % run.tree.dimensions);
    if (std::ranges::all_of(subtrees, [](const auto& subtree) { return subtree.size() == 1; }))
        return subtrees.size() == 1 ? "One point is alone in its range: it is a leaf."
                                    : "The last points are alone in their ranges: they are leaves.";
    if (subtrees.size() == 1)
        return fmt::format("The median by {} is the root. In all arrays what is less goes before it, what is "
                           "greater behind, in the order that they have.",
                           axis);
    return fmt::format("In each of {} ranges the median by {} becomes a node. In all arrays what is less "
                       "goes before it, what is greater behind.",
                       with_commas(static_cast<std::int64_t>(subtrees.size())), axis);
}

std::string rank_sentence(const Run& run, int step, int level) {
    const Dealing& dealing = *run.dealing;
    const std::string moved = points_text(dealing.traffic(step).moved());
    if (step == 0)
        return "Each rank has a slice of the points, in the order of the file.";
    if (step == 1)
        return fmt::format("Each rank sorts its points, and gets a slice of the order of all: {} move.",
                           moved);
    if (step != dealing.exchange_step())
        return fmt::format("{}: the median by {} of every range becomes a node, or the only point a leaf.",
                           step < dealing.exchange_step() ? "All ranks together, with points where they are"
                                                          : "Each rank alone, in its subtrees",
                           axis_name(level % run.tree.dimensions));
    if (dealing.shared_levels == 0)
        return fmt::format("With fewer than 64 points a rank, rank 0 gets all and builds alone: {} move.",
                           moved);
    return fmt::format(
        "Ranks get the points of whole subtrees, {} in all, and of nodes between them: {} move.",
        1 << dealing.shared_levels, moved);
}

std::string build_sentence(const Run& run, int step) {
    if (step == 2)
        return duplicates_sentence(run);
    if (run.dealing)
        return rank_sentence(run, step, level_of(run, step));
    if (step == 0)
        return "The points as they are given: no array of indices is sorted yet.";
    if (step == 1)
        return "The points are sorted by each coordinate, into an array of indices of its own; those that "
               "are equal in it by the next coordinates.";
    return level_sentence(run, level_of(step));
}

std::string query_sentence(const Run& run, const QueryRun& asked, int step) {
    if (step == 0)
        return "The search begins at the root.";
    if (step == asked.result_step())
        return result_text(run, asked);
    const Visit& visit = asked.visits[static_cast<std::size_t>(step) - 1];
    switch (visit.kind) {
    case VisitKind::enter: return enter_text(run, asked, visit);
    case VisitKind::look: return look_text(run, asked, visit);
    case VisitKind::prune: return prune_text(run, asked, visit);
    case VisitKind::take:
        return fmt::format("The cell of point {} lies inside of the box: all of its {} points are found.",
                           run.point_of(visit.node), with_commas(visit.last - visit.first));
    }
    return "";
}

void add_ranks(StepView& view, const Run& run, int step) {
    const Dealing& dealing = *run.dealing;
    view.rank_of = &dealing.at(step);
    view.exchanges = step == dealing.exchange_step();
    for (const Cell& cell : run.cells)
        if (step >= dealing.exchange_step() && cell.subtree.depth == dealing.shared_levels)
            view.regions.push_back({Region::Kind::owned, cell.box, false, view.rank_of_node(run, cell.node)});
}

} // namespace

Role StepView::role_of(std::int64_t node) const {
    const auto found = std::ranges::lower_bound(nodes, node);
    return roles[static_cast<std::size_t>(found - nodes.begin()) - (found == nodes.end() ? 1 : 0)];
}

int build_steps(const Run& run) {
    return run.tree.size() == 0 ? 0 : steps_before_levels + run.levels() + (run.dealing ? 1 : 0);
}

int level_of(int step) {
    return step < steps_before_levels ? -1 : step - steps_before_levels;
}

int level_of(const Run& run, int step) {
    return level_of(run.dealing && step >= run.dealing->exchange_step() ? step - 1 : step);
}

Role role_at(std::int64_t size, std::int64_t node, int level) {
    kdtree::Subtree subtree{0, size, 0};
    while (subtree.depth < level && node != subtree.root())
        subtree = node < subtree.root() ? subtree.left() : subtree.right();
    if (node == subtree.root())
        return subtree.depth < level ? Role::placed : Role::median;
    return node < subtree.root() ? Role::less : Role::greater;
}

std::string build_title(const Run& run, int step) {
    if (step < steps_before_levels)
        return step == 0 ? "Input" : step == 1 ? "Presort" : "Remove duplicates";
    if (run.dealing && step == run.dealing->exchange_step())
        return "Exchange";
    const int level = level_of(run, step);
    return fmt::format("Level {}: split by {}", level, axis_name(level % run.tree.dimensions));
}

StepView build_view(const Run& run, int step) {
    StepView view;
    view.title = build_title(run, step);
    view.sentence = build_sentence(run, step);
    const int level = view.level = level_of(run, step);
    if (run.dealing)
        add_ranks(view, run, step);
    view.nodes = run.drawn;
    const std::vector<bool> repeated = step == 2 ? repeated_nodes(run) : std::vector<bool>();
    for (const std::int64_t node : run.drawn) {
        Role role = Role::waiting;
        if (level >= 0)
            role = role_at(run.tree.size(), node, level);
        if (view.exchanges && role != Role::placed)
            role = role == Role::median ? Role::placed : Role::waiting;
        if (step == 2 && repeated[static_cast<std::size_t>(node)])
            role = Role::repeated;
        view.roles.push_back(role);
    }
    for (const Cell& cell : run.cells) {
        if (cell.subtree.depth <= level)
            view.splits.push_back({&cell, cell.subtree.depth == level && !view.exchanges});
    }
    view.left_out = left_out_text(run, view, level);
    return view;
}

QueryRun ask(const Run& run, const Setup& setup) {
    const double reach = setup.reach * run.bounds.largest_side();
    QueryRun asked{setup.query, setup.neighbors, {}, static_cast<float>(reach), {}, {}, {}};
    for (int axis = 0; axis < run.tree.dimensions; ++axis) {
        const double place = run.bounds.low[axis] + setup.at[axis] * run.bounds.side(axis);
        asked.at.push_back(static_cast<float>(place));
        asked.low.push_back(static_cast<float>(place - reach));
        asked.high.push_back(static_cast<float>(place + reach));
    }
    asked.too_many = too_many(run, asked);
    if (asked.too_many > 0)
        return asked;
    switch (asked.kind) {
    case Query::nearest: asked.visits = kdtree::trace_knn<float>(run.tree, asked.at, asked.neighbors); break;
    case Query::radius:
        asked.visits = kdtree::trace_radius_search<float>(run.tree, asked.at, asked.radius);
        break;
    case Query::box: asked.visits = kdtree::trace_box_search<float>(run.tree, asked.low, asked.high); break;
    }
    return asked;
}

StepView query_view(const Run& run, const QueryRun& asked, int step) {
    StepView view;
    view.title = asked_text(run, asked);
    view.sentence = query_sentence(run, asked, step);
    view.nodes = nodes_of(run, asked);
    view.roles.assign(view.nodes.size(), Role::waiting);
    view.left_out = sample_text(run, view);
    if (asked.too_many > 0 && step == asked.result_step())
        std::ranges::transform(view.nodes, view.roles.begin(), [&](std::int64_t node) {
            return is_within(asked, run.coordinates_of(node)) ? Role::found : Role::pruned;
        });
    const std::span<const Visit> visits = asked.visits_before(step);
    for (const Visit& visit : visits) {
        mark(view, visit);
        const bool now = &visit == &visits.back() && step < asked.result_step();
        if (now)
            view.focus = visit.node;
        if (visit.kind == VisitKind::enter || visit.kind == VisitKind::look)
            view.visited.push_back(visit.node);
        if (visit.kind == VisitKind::prune) {
            if (visit.last - visit.first > 1) // not the splitting node alone
                view.cuts.push_back(visit.upper ? kdtree::Subtree{visit.node + 1, visit.last}.root()
                                                : kdtree::Subtree{visit.first, visit.node}.root());
            view.regions.push_back({Region::Kind::pruned, pruned_box(run, visit), now});
        } else if (visit.kind == VisitKind::take)
            view.regions.push_back({Region::Kind::taken, cell_of(run.tree, run.bounds, visit.node).box, now});
        else if (visit.kind == VisitKind::enter && now)
            view.regions.push_back(
                {Region::Kind::entered, cell_of(run.tree, run.bounds, visit.node).box, now});
    }
    std::ranges::sort(view.visited);
    view.visited.erase(std::unique(view.visited.begin(), view.visited.end()), view.visited.end());
    // Of a large tree the splits of the first levels only, which more would hide.
    for (const Cell& cell : run.cells) {
        if (run.is_followed() || cell.subtree.depth < Run::levels_drawn)
            view.splits.push_back(
                {&cell, false, asked.too_many == 0 && view.role_of(cell.node) == Role::pruned});
    }
    view.reach = reach_of(asked, visits);
    return view;
}

Reach reach_of(const QueryRun& asked, std::span<const Visit> visits) {
    Reach reach{place_of(asked.at), {}, {}};
    if (asked.kind == Query::box)
        reach.box = {place_of(asked.low), place_of(asked.high)};
    if (asked.kind == Query::radius)
        reach.radius = static_cast<double>(asked.radius);
    if (asked.kind != Query::nearest)
        return reach;
    // The farthest of the nearest points found so far, once there are enough.
    std::vector<float> nearest;
    for (const auto& visit : visits) {
        if (visit.kind == VisitKind::look && visit.found)
            nearest.push_back(visit.distance);
    }
    if (static_cast<int>(nearest.size()) < asked.neighbors)
        return reach;
    std::ranges::sort(nearest);
    reach.radius = std::sqrt(static_cast<double>(nearest[static_cast<std::size_t>(asked.neighbors) - 1]));
    return reach;
}

Counts counts_at(const QueryRun& asked, int step) {
    Counts counts;
    const std::span<const Visit> visits = asked.visits_before(step);
    for (const Visit& visit : visits) {
        const std::int64_t size = visit.last - visit.first;
        switch (visit.kind) {
        case VisitKind::enter: break;
        case VisitKind::look:
            counts.looked += size;
            counts.found += (visit.found ? 1 : 0) - (visit.dropped >= 0 ? 1 : 0);
            break;
        case VisitKind::prune: counts.pruned += size; break;
        case VisitKind::take:
            counts.taken += size;
            counts.found += size;
            break;
        }
    }
    return counts;
}

char axis_name(int axis) {
    return "xyz"[axis];
}

const char* side_of(int axis, bool upper) {
    if (axis == 0)
        return upper ? "right of" : "left of";
    return upper ? "above" : "below";
}

std::string coordinate_text(const Box& bounds, double coordinate) {
    const int decimals = 2 - static_cast<int>(std::floor(std::log10(bounds.largest_side() / 2)));
    if (decimals < -3 || decimals > 6)
        return fmt::format("{:.4g}", coordinate);
    const std::string text = fmt::format("{:.{}f}", coordinate, std::max(0, decimals));
    // A negative number that rounds to zero is shown as zero.
    const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
    return is_zero && text.front() == '-' ? text.substr(1) : text;
}

std::string place_text(const Box& bounds, std::span<const float> coordinates) {
    std::string text;
    for (const float coordinate : coordinates)
        text += (text.empty() ? "(" : ", ") + coordinate_text(bounds, static_cast<double>(coordinate));
    return text + ")";
}

std::string distance_text(const Run& run, float squared) {
    return coordinate_text(run.bounds, std::sqrt(static_cast<double>(squared)));
}

std::string points_text(std::int64_t points) {
    return points == 1 ? "1 point" : with_commas(points) + " points";
}

} // namespace scanline::view::kdtree_scene
