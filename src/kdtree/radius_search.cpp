#include "scanline/kdtree/radius_search.h"

#include "ball_walk.h"
#include "candidate.h"
#include "operation_names.h"
#include "query_checks.h"
#include "query_team.h"
#include "results.h"

#include <algorithm>
#include <span>

namespace scanline::kdtree {
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
    Candidate<C>* end;

    Distance<C> limit() const { return greatest; }
    void offer(Distance<C> distance, std::int64_t node) {
        *end = {distance, index[node]};
        end += distance <= greatest;
    }
};

template <Coordinate C>
void sort_row(std::span<Candidate<C>> row, RowOrder order) {
    switch (order) {
    case RowOrder::by_distance: std::sort(row.begin(), row.end()); return;
    case RowOrder::by_index: std::ranges::sort(row, {}, &Candidate<C>::index); return;
    }
}

std::int64_t longest_row(const std::vector<std::int64_t>& offset) {
    std::int64_t longest = 0;
    for (std::size_t row = 1; row < offset.size(); ++row)
        longest = std::max(longest, offset[row] - offset[row - 1]);
    return longest;
}

} // namespace

std::string_view to_string(RowOrder order) {
    switch (order) {
    case RowOrder::by_distance: return "by-distance";
    case RowOrder::by_index: return "by-index";
    }
    return "";
}

template <Coordinate C>
PointsWithin<C> radius_search(const Tree<C>& tree, const Points<C>& queries, Distance<C> radius,
                              RowOrder order, const CpuOptions& options) {
    {
        const StageScope stage(options.observer, "check");
        require_queries(tree.dimensions, queries, radius_operation);
        require_radius(radius, radius_operation);
    }
    QueryTeam team(queries.size(), options);
    const Distance<C> limit = radius * radius;
    PointsWithin<C> found;
    with_dimensions(tree.dimensions, [&](auto dimensions) {
        {
            const StageScope stage(options.observer, "count");
            found.offset = count_rows(
                team,
                [&](std::int64_t query) {
                    CountingBall<C> ball{limit};
                    BallWalk(tree, dimensions, queries[query], ball).run();
                    return ball.count;
                },
                radius_operation);
        }
        const StageScope stage(options.observer, "search");
        make_room(found.index, found.offset.back(), radius_operation);
        make_room(found.squared_distance, found.offset.back(), radius_operation);
        std::vector<std::vector<Candidate<C>>> rows(static_cast<std::size_t>(team.threads()));
        // One more: what is not within is written behind the others too.
        const std::int64_t room = longest_row(found.offset) + 1;
        for (std::vector<Candidate<C>>& row : rows)
            make_room(row, room, radius_operation);
        team.for_each([&](std::int64_t query, int thread) {
            Candidate<C>* const begin = rows[static_cast<std::size_t>(thread)].data();
            CollectingBall<C> ball{limit, tree.index.data(), begin};
            BallWalk(tree, dimensions, queries[query], ball).run();
            const std::span row(begin, ball.end);
            sort_row<C>(row, order);
            auto at = static_cast<std::size_t>(found.offset[static_cast<std::size_t>(query)]);
            for (const Candidate<C>& point : row) {
                found.index[at] = point.index;
                found.squared_distance[at++] = point.distance;
            }
        });
    });
    return found;
}

template PointsWithin<std::int32_t> radius_search(const Tree<std::int32_t>&, const Points<std::int32_t>&,
                                                  double, RowOrder, const CpuOptions&);
template PointsWithin<float> radius_search(const Tree<float>&, const Points<float>&, float, RowOrder,
                                           const CpuOptions&);

} // namespace scanline::kdtree
