#include "scanline/kdtree/search.h"

#include "queries.h"
#include "tree_walk.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace scanline::kdtree {

namespace {

// The nearest points seen so far, sorted: a shrinking ball.
template <Coordinate C>
class NearestList {
public:
    // Missing points have the greatest accepted distance, and sort after every point at that distance.
    NearestList(const Tree<C>& tree, int k, Distance<C> limit)
        : index_(tree.index.data()), last_(static_cast<std::size_t>(k) - 1) {
        std::fill_n(list_.begin(), k, Candidate<Distance<C>>{limit, no_point});
    }

    Distance<C> limit() const { return list_[last_].distance; }

    // Most insertions are near the end of a short list: a heap would not pay off.
    void offer(Distance<C> distance, std::int64_t node) {
        if (distance > limit())
            return;
        const Candidate<Distance<C>> candidate{distance, index_[node]};
        if (!(candidate < list_[last_]))
            return;
        std::size_t at = last_;
        for (; at > 0 && candidate < list_[at - 1]; --at)
            list_[at] = list_[at - 1];
        list_[at] = candidate;
    }

    void write(std::int32_t* index, Distance<C>* squared_distance) const {
        for (std::size_t i = 0; i <= last_; ++i) {
            index[i] = list_[i].index;
            squared_distance[i] = list_[i].index == no_point ? infinite_distance<C> : list_[i].distance;
        }
    }

private:
    const std::int32_t* const index_;
    const std::size_t last_;
    std::array<Candidate<Distance<C>>, std::size_t{max_neighbors}> list_;
};

} // namespace

template <Coordinate C>
Neighbors<C> knn(const Tree<C>& tree, const Points<C>& queries, int k, double radius,
                 const cpu::Options& options) {
    {
        const StageScope stage(options.observer, "check");
        require_queries(tree.dimensions, queries, knn_operation, options.limits.cancelled);
        require_k(k, knn_operation);
        require_radius(radius, knn_operation);
    }
    cpu::QueryTeam team(queries.size(), options);
    const QueryOrder order(tree, queries, team, options);
    const StageScope stage(options.observer, "search");
    Neighbors<C> found{k, {}, {}};
    make_room_for(found, queries.size(), options.limits);
    const Distance<C> limit = squared_radius<C>(radius);
    with_dimensions(tree.dimensions, [&](auto dimensions) {
        team.for_each([&](std::int64_t place, int /*thread*/, CancelPoll& poll) {
            const std::int64_t query = order[place];
            NearestList<C> list(tree, k, limit);
            BallWalk(tree, dimensions, queries[query], list, poll).run();
            list.write(found.index.data() + query * k, found.squared_distance.data() + query * k);
        });
    });
    return found;
}

template Neighbors<std::int32_t> knn(const Tree<std::int32_t>&, const Points<std::int32_t>&, int, double,
                                     const cpu::Options&);
template Neighbors<float> knn(const Tree<float>&, const Points<float>&, int, double, const cpu::Options&);
template Neighbors<double> knn(const Tree<double>&, const Points<double>&, int, double, const cpu::Options&);

namespace {

template <Coordinate C>
struct CountingBall {
    const Distance<C> greatest;
    std::int64_t count = 0;

    Distance<C> limit() const { return greatest; }
    void offer(Distance<C> distance, std::int64_t /*node*/) { count += distance <= greatest; }
};

template <Coordinate C>
struct CollectingBall {
    const Distance<C> greatest;
    const std::int32_t* const index;
    Candidate<Distance<C>>* end;

    Distance<C> limit() const { return greatest; }
    void offer(Distance<C> distance, std::int64_t node) {
        *end = {distance, index[node]};
        end += distance <= greatest;
    }
};

template <class Squared>
void sort_row(std::span<Candidate<Squared>> row, RowOrder order, CancelPoll& poll) {
    switch (order) {
    case RowOrder::by_distance: cancellable_sort(row.begin(), row.end(), std::less<>(), poll); return;
    case RowOrder::by_index:
        cancellable_sort(
            row.begin(), row.end(), [](const auto& a, const auto& b) { return a.index < b.index; }, poll);
        return;
    }
}

std::int64_t longest_row(const std::vector<std::int64_t>& offset) {
    std::int64_t longest = 0;
    for (std::size_t row = 1; row < offset.size(); ++row)
        longest = std::max(longest, offset[row] - offset[row - 1]);
    return longest;
}

} // namespace

template <Coordinate C>
PointsWithin<C> radius_search(const Tree<C>& tree, const Points<C>& queries, double radius, RowOrder order,
                              const cpu::Options& options) {
    const CancelHook& cancelled = options.limits.cancelled;
    {
        const StageScope stage(options.observer, "check");
        require_queries(tree.dimensions, queries, radius_operation, cancelled);
        require_radius(radius, radius_operation);
    }
    cpu::QueryTeam team(queries.size(), options);
    const QueryOrder places(tree, queries, team, options);
    const Distance<C> limit = squared_radius<C>(radius);
    using Point = Candidate<Distance<C>>;
    constexpr std::int64_t bytes = sizeof(std::int32_t) + sizeof(Distance<C>);
    const ResultMemory memory(options.limits, radius_operation);
    if (limit == infinite_distance<C>)
        memory.require(queries.size() * tree.size(), bytes);
    PointsWithin<C> found;
    with_dimensions(tree.dimensions, [&](auto dimensions) {
        {
            const StageScope stage(options.observer, "count");
            found.offset = count_rows(team, places, {bytes, options.limits, radius_operation},
                                      [&](std::int64_t query, CancelPoll& poll) {
                                          if (limit == infinite_distance<C>)
                                              return tree.size();
                                          CountingBall<C> ball{limit};
                                          BallWalk(tree, dimensions, queries[query], ball, poll).run();
                                          return ball.count;
                                      });
        }
        const StageScope stage(options.observer, "search");
        // One extra slot: points outside the radius are written past the end, too.
        const std::int64_t results = found.offset.back(), room = longest_row(found.offset) + 1;
        constexpr std::int64_t row_bytes = sizeof(Point);
        memory.require(results * bytes + team.threads() * room * row_bytes, 1);
        allocate(found.index, results, radius_operation, cancelled);
        allocate(found.squared_distance, results, radius_operation, cancelled);
        std::vector<std::vector<Point>> rows(static_cast<std::size_t>(team.threads()));
        for (std::vector<Point>& row : rows)
            allocate(row, room, radius_operation, cancelled);
        team.for_each([&](std::int64_t place, int thread, CancelPoll& poll) {
            const std::int64_t query = places[place];
            Point* const begin = rows[static_cast<std::size_t>(thread)].data();
            CollectingBall<C> ball{limit, tree.index.data(), begin};
            BallWalk(tree, dimensions, queries[query], ball, poll).run();
            const std::span row(begin, ball.end);
            sort_row(row, order, poll);
            auto at = static_cast<std::size_t>(found.offset[static_cast<std::size_t>(query)]);
            for (const Point& point : row) {
                poll.count();
                found.index[at] = point.index;
                found.squared_distance[at++] = point.distance;
            }
        });
    });
    return found;
}

template PointsWithin<std::int32_t> radius_search(const Tree<std::int32_t>&, const Points<std::int32_t>&,
                                                  double, RowOrder, const cpu::Options&);
template PointsWithin<float> radius_search(const Tree<float>&, const Points<float>&, double, RowOrder,
                                           const cpu::Options&);
template PointsWithin<double> radius_search(const Tree<double>&, const Points<double>&, double, RowOrder,
                                            const cpu::Options&);

template <Coordinate C>
PointsInside box_search(const Tree<C>& tree, const Boxes<C>& boxes, const cpu::Options& options) {
    const CancelHook& cancelled = options.limits.cancelled;
    {
        const StageScope stage(options.observer, "check");
        require_boxes(tree.dimensions, boxes, box_operation, cancelled);
    }
    cpu::QueryTeam team(boxes.low.size(), options);
    const QueryOrder places(tree, boxes.low, team, options);
    PointsInside found;
    with_dimensions(tree.dimensions, [&](auto dimensions) {
        const auto walk = [&](std::int64_t box, CancelPoll& poll, auto take) {
            BoxWalk(tree, dimensions, boxes.low[box], boxes.high[box], take, poll).run();
        };
        {
            const StageScope stage(options.observer, "count");
            constexpr std::int64_t bytes = sizeof(std::int32_t);
            found.offset = count_rows(team, places, {bytes, options.limits, box_operation},
                                      [&](std::int64_t box, CancelPoll& poll) {
                                          std::int64_t count = 0;
                                          walk(box, poll, [&count](std::int64_t first, std::int64_t last) {
                                              count += last - first;
                                          });
                                          return count;
                                      });
        }
        const StageScope stage(options.observer, "search");
        allocate(found.index, found.offset.back(), box_operation, cancelled);
        team.for_each([&](std::int64_t place, int /*thread*/, CancelPoll& poll) {
            const std::int64_t box = places[place];
            std::int32_t* const begin = found.index.data() + found.offset[static_cast<std::size_t>(box)];
            std::int32_t* end = begin;
            walk(box, poll, [&](std::int64_t first, std::int64_t last) {
                poll.count(last - first);
                end = std::copy(tree.index.data() + first, tree.index.data() + last, end);
            });
            cancellable_sort(begin, end, std::less<>(), poll);
        });
    });
    return found;
}

template PointsInside box_search(const Tree<std::int32_t>&, const Boxes<std::int32_t>&, const cpu::Options&);
template PointsInside box_search(const Tree<float>&, const Boxes<float>&, const cpu::Options&);
template PointsInside box_search(const Tree<double>&, const Boxes<double>&, const cpu::Options&);

} // namespace scanline::kdtree
