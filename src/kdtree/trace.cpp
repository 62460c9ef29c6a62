#include "scanline/kdtree/trace.h"

#include "queries.h"
#include "tree_walk.h"

#include "scanline/points/points.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace scanline::kdtree {

namespace {

void append_subtrees(const Subtree& subtree, int level, std::vector<Subtree>& subtrees) {
    if (subtree.empty())
        return;
    if (subtree.depth == level) {
        subtrees.push_back(subtree);
        return;
    }
    append_subtrees(subtree.left(), level, subtrees);
    append_subtrees(subtree.right(), level, subtrees);
}

template <Coordinate C>
class Tracer {
public:
    explicit Tracer(const Points<C>& points) : points_(points) {}

    BuildTrace trace() const {
        BuildTrace trace;
        BuildTrace::Arrays distinct;
        for (int axis = 0; axis < points_.dimensions; ++axis) {
            trace.sorted.push_back(sorted(axis));
            distinct.push_back(without_duplicates(trace.sorted.back()));
        }
        trace.steps.push_back(std::move(distinct));
        const std::int64_t size = trace.size();
        for (int level = 0; level < levels(size); ++level) {
            BuildTrace::Arrays arrays = trace.steps.back();
            for (const Subtree& subtree : subtrees_of_level(size, level))
                split(subtree, arrays);
            trace.steps.push_back(std::move(arrays));
        }
        return trace;
    }

private:
    std::weak_ordering compare(std::int32_t a, std::int32_t b, int axis) const {
        return compare_super_keys(points_[a], points_[b], points_.dimensions, axis);
    }

    std::vector<std::int32_t> sorted(int axis) const {
        std::vector<std::int32_t> index(static_cast<std::size_t>(points_.size()));
        std::iota(index.begin(), index.end(), 0);
        std::ranges::stable_sort(index,
                                 [&](std::int32_t a, std::int32_t b) { return compare(a, b, axis) < 0; });
        return index;
    }

    // Of equal points, the one with the smallest index comes first, and stays.
    std::vector<std::int32_t> without_duplicates(std::vector<std::int32_t> index) const {
        const auto end = std::unique(index.begin(), index.end(), [this](std::int32_t a, std::int32_t b) {
            return compare(a, b, 0) == 0;
        });
        index.erase(end, index.end());
        return index;
    }

    void split(const Subtree& subtree, BuildTrace::Arrays& arrays) const {
        const int axis = subtree.axis(points_.dimensions);
        const std::int32_t median =
            arrays[static_cast<std::size_t>(axis)][static_cast<std::size_t>(subtree.root())];
        for (std::vector<std::int32_t>& array : arrays) {
            const auto first = array.begin() + subtree.first, last = array.begin() + subtree.last;
            const auto behind_less = std::stable_partition(
                first, last, [&](std::int32_t point) { return compare(point, median, axis) < 0; });
            std::stable_partition(behind_less, last,
                                  [median](std::int32_t point) { return point == median; });
        }
    }

    const Points<C> points_;
};

} // namespace

std::vector<Subtree> subtrees_of_level(std::int64_t size, int level) {
    std::vector<Subtree> subtrees;
    append_subtrees({0, size, 0}, level, subtrees);
    return subtrees;
}

template <Coordinate C>
BuildTrace trace_build(const Points<C>& points) {
    require_points(points, "kdtree build trace");
    return Tracer<C>(points).trace();
}

template BuildTrace trace_build(const Points<std::int32_t>&);
template BuildTrace trace_build(const Points<float>&);
template BuildTrace trace_build(const Points<double>&);

namespace {

template <Coordinate C>
class TracingWalk {
public:
    explicit TracingWalk(QueryTrace<C>& trace) : trace_(trace) {}

    void enter(std::int64_t first, std::int64_t last) {
        put({.kind = VisitKind::enter, .first = first, .last = last, .node = Subtree{first, last}.root()});
    }

protected:
    void put(const Visit<C>& visit) { trace_.push_back(visit); }

private:
    QueryTrace<C>& trace_;
};

/// At most a given number of results within a limit, which shrinks to the farthest of them once the list is
/// full.
template <Coordinate C>
class TracingBall : public TracingWalk<C> {
public:
    TracingBall(const Tree<C>& tree, std::int64_t most, Distance<C> limit, QueryTrace<C>& trace)
        : TracingWalk<C>(trace), tree_(tree), max_(static_cast<std::size_t>(most)), limit_(limit) {}

    Distance<C> limit() const { return is_full() ? results_.rbegin()->candidate.distance : limit_; }

    void offer(Distance<C> distance, std::int64_t node) {
        const Result result{{distance, tree_.index[static_cast<std::size_t>(node)]}, node};
        Visit<C> look{.kind = VisitKind::look, .first = node, .last = node + 1, .node = node};
        look.distance = distance;
        look.limit = limit();
        look.found = is_full() ? result < *results_.rbegin() : distance <= limit_;
        if (look.found && is_full()) {
            look.dropped = results_.rbegin()->node;
            results_.erase(std::prev(results_.end()));
        }
        if (look.found)
            results_.insert(result);
        this->put(look);
    }

    void prune(std::int64_t first, std::int64_t last, std::int64_t node, bool upper, Distance<C> bound) {
        Visit<C> visit{.kind = VisitKind::prune, .first = first, .last = last, .node = node, .upper = upper};
        visit.distance = bound;
        visit.limit = limit();
        this->put(visit);
    }

private:
    struct Result {
        Candidate<Distance<C>> candidate;
        std::int64_t node;

        friend bool operator<(const Result& a, const Result& b) { return a.candidate < b.candidate; }
    };

    bool is_full() const { return results_.size() == max_; }

    const Tree<C>& tree_;
    const std::size_t max_;
    const Distance<C> limit_;
    std::set<Result> results_;
};

template <Coordinate C>
class TracingBox : public TracingWalk<C> {
public:
    using TracingWalk<C>::TracingWalk;

    void operator()(std::int64_t first, std::int64_t last) {
        if (last - first == 1)
            look(first, true);
        else if (last > first)
            this->put({.kind = VisitKind::take,
                       .first = first,
                       .last = last,
                       .node = Subtree{first, last}.root(),
                       .found = true});
    }
    void miss(std::int64_t node) { look(node, false); }
    void prune(std::int64_t first, std::int64_t last, std::int64_t node, bool upper) {
        this->put({.kind = VisitKind::prune, .first = first, .last = last, .node = node, .upper = upper});
    }

private:
    void look(std::int64_t node, bool found) {
        this->put({.kind = VisitKind::look, .first = node, .last = node + 1, .node = node, .found = found});
    }
};

template <Coordinate C>
QueryTrace<C> trace_ball(const Tree<C>& tree, std::span<const C> query, std::int64_t most, double radius) {
    QueryTrace<C> trace;
    TracingBall<C> ball(tree, most, squared_radius<C>(radius), trace);
    CancelPoll never;
    BallWalk(tree, tree.dimensions, query.data(), ball, never).run();
    return trace;
}

} // namespace

template <Coordinate C>
QueryTrace<C> trace_knn(const Tree<C>& tree, std::span<const C> query, int k, double radius) {
    constexpr const char* what = "kdtree knn trace";
    require_one_query(tree.dimensions, query.size(), what);
    require_queries(tree.dimensions, Points<C>{query, tree.dimensions}, what);
    require_k(k, what);
    require_radius(radius, what);
    return trace_ball(tree, query, k, radius);
}

template <Coordinate C>
QueryTrace<C> trace_radius_search(const Tree<C>& tree, std::span<const C> query, double radius) {
    constexpr const char* what = "kdtree radius search trace";
    require_one_query(tree.dimensions, query.size(), what);
    require_queries(tree.dimensions, Points<C>{query, tree.dimensions}, what);
    require_radius(radius, what);
    // One more than possible, so the limit stays.
    return trace_ball(tree, query, tree.size() + 1, radius);
}

template <Coordinate C>
QueryTrace<C> trace_box_search(const Tree<C>& tree, std::span<const C> low, std::span<const C> high) {
    constexpr const char* what = "kdtree box search trace";
    require_one_query(tree.dimensions, low.size(), what);
    require_one_query(tree.dimensions, high.size(), what);
    require_boxes(tree.dimensions, Boxes<C>{{low, tree.dimensions}, {high, tree.dimensions}}, what);
    QueryTrace<C> trace;
    TracingBox<C> box(trace);
    CancelPoll never;
    BoxWalk(tree, tree.dimensions, low.data(), high.data(), box, never).run();
    return trace;
}

template <Coordinate C>
std::vector<std::int64_t> found_nodes(const QueryTrace<C>& trace, std::size_t visits) {
    std::set<std::int64_t> found;
    for (const Visit<C>& visit : std::span(trace).first(std::min(visits, trace.size()))) {
        if (!visit.found)
            continue;
        for (std::int64_t node = visit.first; node < visit.last; ++node)
            found.insert(node);
        found.erase(visit.dropped);
    }
    return {found.begin(), found.end()};
}

#define SCANLINE_INSTANTIATE(C)                                                                              \
    template QueryTrace<C> trace_knn(const Tree<C>&, std::span<const C>, int, double);                       \
    template QueryTrace<C> trace_radius_search(const Tree<C>&, std::span<const C>, double);                  \
    template QueryTrace<C> trace_box_search(const Tree<C>&, std::span<const C>, std::span<const C>);         \
    template std::vector<std::int64_t> found_nodes(const QueryTrace<C>&, std::size_t);
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
SCANLINE_INSTANTIATE(double)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::kdtree
