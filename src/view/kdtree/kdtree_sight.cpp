#include "kdtree/kdtree_sight.h"

#include "kdtree/kdtree_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string>
#include <vector>

namespace scanline::view {

namespace {

using kdtree::VisitKind;
constexpr int steps_before_levels = 2;

std::string left_out_text(const KdRun& run, int level) {
    std::vector<std::string> parts;
    if (static_cast<std::int64_t>(run.drawn.size()) < run.tree.size())
        parts.push_back(fmt::format("{} of {} points are drawn.",
                                    count_text(static_cast<std::int64_t>(run.drawn.size())),
                                    count_text(run.tree.size())));
    const bool is_space = run.tree.dimensions == 3;
    const int kept = is_space ? KdSight::outlined_levels : KdRun::most_levels;
    if (level >= KdRun::most_levels || (is_space && level > kept))
        parts.push_back(fmt::format("Of the splits before, those of levels 0 to {} are drawn.", kept - 1));
    return fmt::format("{}", fmt::join(parts, " "));
}

/// Nodes whose points others are equal to.
std::vector<bool> repeated_nodes(const KdRun& run) {
    std::vector<bool> repeated(static_cast<std::size_t>(run.tree.size()));
    if (!run.is_followed())
        return repeated;
    // Equal points follow one another, the one that stays first.
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

KdBox pruned_box(const KdRun& run, const kdtree::Visit<float>& visit) {
    const KdCell& cell = *find_cell(run.cells, visit.node);
    return cell.box.cut(cell.axis, cell.split, visit.upper);
}

KdReach reach_of(const KdAsked& asked, std::span<const kdtree::Visit<float>> visits) {
    KdReach reach;
    std::ranges::copy(asked.at, reach.at.begin());
    if (asked.kind == KdQuery::box) {
        KdBox box;
        std::ranges::copy(asked.low, box.low.begin());
        std::ranges::copy(asked.high, box.high.begin());
        reach.box = box;
        return reach;
    }
    if (asked.kind == KdQuery::radius) {
        reach.radius = static_cast<double>(asked.radius);
        return reach;
    }
    // The farthest of those found, once there are as many as are wanted.
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

void mark(std::vector<KdRole>& roles, const kdtree::Visit<float>& visit) {
    const auto set = [&](KdRole role) {
        std::fill(roles.begin() + visit.first, roles.begin() + visit.last, role);
    };
    switch (visit.kind) {
    case VisitKind::enter: return;
    case VisitKind::look:
        set(visit.found ? KdRole::found : KdRole::looked);
        if (visit.dropped >= 0)
            roles[static_cast<std::size_t>(visit.dropped)] = KdRole::looked;
        return;
    case VisitKind::prune: set(KdRole::pruned); return;
    case VisitKind::take: set(KdRole::found); return;
    }
}

} // namespace

int build_steps(const KdRun& run) {
    return run.tree.size() == 0 ? 0 : steps_before_levels + run.levels();
}

int level_of(int step) {
    return step < steps_before_levels ? -1 : step - steps_before_levels;
}

KdRole role_at(std::int64_t size, std::int64_t node, int level) {
    kdtree::Subtree subtree{0, size, 0};
    while (subtree.depth < level && node != subtree.root())
        subtree = node < subtree.root() ? subtree.left() : subtree.right();
    if (node == subtree.root())
        return subtree.depth < level ? KdRole::placed : KdRole::median;
    return node < subtree.root() ? KdRole::less : KdRole::greater;
}

KdSight build_sight(const KdRun& run, int step) {
    KdSight sight;
    const auto [title, sentence] = build_text(run, step);
    sight.title = title;
    sight.sentence = sentence;
    const int level = level_of(step);
    const std::vector<bool> repeated = step == 1 ? repeated_nodes(run) : std::vector<bool>();
    for (const std::int64_t node : run.drawn) {
        KdRole role = KdRole::waiting;
        if (level >= 0)
            role = role_at(run.tree.size(), node, level);
        else if (step == 1 && repeated[static_cast<std::size_t>(node)])
            role = KdRole::repeated;
        sight.roles.push_back(role);
    }
    for (const KdCell& cell : run.cells) {
        if (cell.subtree.depth <= level)
            sight.splits.push_back({&cell, cell.subtree.depth == level});
    }
    sight.left_out = left_out_text(run, level);
    return sight;
}

KdAsked asked_of(const KdRun& run, const KdSetup& setup) {
    KdAsked asked;
    asked.kind = setup.query;
    asked.neighbors = setup.neighbors;
    double largest = 0;
    for (int axis = 0; axis < run.tree.dimensions; ++axis)
        largest = std::max(largest, run.bounds.side(axis));
    const double reach = setup.reach * largest;
    asked.radius = static_cast<float>(reach);
    for (int axis = 0; axis < run.tree.dimensions; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const double place = run.bounds.low[at] + setup.at[at] * run.bounds.side(axis);
        asked.at.push_back(static_cast<float>(place));
        asked.low.push_back(static_cast<float>(place - reach));
        asked.high.push_back(static_cast<float>(place + reach));
    }
    return asked;
}

kdtree::QueryTrace<float> trace_of(const KdRun& run, const KdAsked& asked) {
    switch (asked.kind) {
    case KdQuery::nearest: return kdtree::trace_knn<float>(run.tree, asked.at, asked.neighbors);
    case KdQuery::radius: return kdtree::trace_radius_search<float>(run.tree, asked.at, asked.radius);
    case KdQuery::box: return kdtree::trace_box_search<float>(run.tree, asked.low, asked.high);
    }
    return {};
}

int result_step(const kdtree::QueryTrace<float>& trace) {
    return static_cast<int>(trace.size()) + 1;
}

KdSight query_sight(const KdRun& run, const KdAsked& asked, const kdtree::QueryTrace<float>& trace,
                    int step) {
    KdSight sight;
    const auto [title, sentence] = query_text(run, asked, trace, step);
    sight.title = title;
    sight.sentence = sentence;
    sight.roles.assign(run.drawn.size(), KdRole::waiting);
    const auto visits = std::span(trace).first(std::min(static_cast<std::size_t>(step), trace.size()));
    for (const kdtree::Visit<float>& visit : visits) {
        mark(sight.roles, visit);
        const bool now = &visit == &visits.back() && step < result_step(trace);
        if (visit.kind == VisitKind::prune)
            sight.regions.push_back({KdRegion::Kind::pruned, pruned_box(run, visit), now});
        else if (visit.kind == VisitKind::take)
            sight.regions.push_back({KdRegion::Kind::taken, find_cell(run.cells, visit.node)->box, now});
        else if (visit.kind == VisitKind::enter && now)
            sight.regions.push_back({KdRegion::Kind::entered, find_cell(run.cells, visit.node)->box, now});
        else if (visit.kind == VisitKind::look && now)
            sight.focus = visit.node;
    }
    for (const KdCell& cell : run.cells)
        sight.splits.push_back(
            {&cell, false, sight.roles[static_cast<std::size_t>(cell.node)] == KdRole::pruned});
    sight.reach = reach_of(asked, visits);
    return sight;
}

KdCounts counts_of(const kdtree::QueryTrace<float>& trace, std::size_t visits) {
    KdCounts counts;
    visits = std::min(visits, trace.size());
    for (const kdtree::Visit<float>& visit : std::span(trace).first(visits)) {
        const std::int64_t size = visit.last - visit.first;
        switch (visit.kind) {
        case VisitKind::enter: break;
        case VisitKind::look: counts.looked += size; break;
        case VisitKind::prune: counts.pruned += size; break;
        case VisitKind::take: counts.taken += size; break;
        }
    }
    counts.found = static_cast<std::int64_t>(kdtree::found_nodes(trace, visits).size());
    return counts;
}

} // namespace scanline::view
