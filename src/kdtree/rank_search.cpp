#include "scanline/kdtree/rank_search.h"

#include "queries.h"
#include "tree_walk.h"

#include "scanline/ranks/agreement.h"
#include "scanline/ranks/lists.h"

#include <algorithm>
#include <numeric>

namespace scanline::kdtree {

namespace {

template <Coordinate C>
class RankAsker {
    struct Found {
        std::int64_t query; ///< on its way, the place among those from one rank to another
        Distance<C> distance;
        std::int32_t index, rank;
    };
    using Lists = std::vector<std::vector<std::int64_t>>; ///< the queries for each rank

public:
    RankAsker(ranks::Communicator& ranks, const Points<C>& own, const RankQueries<C>& queries,
              const RankSearch<C>& search, const cpu::Options& options)
        : ranks_(ranks), queries_(queries), search_(search), options_(options),
          dimensions_(static_cast<std::size_t>(own.dimensions)),
          limit_(queries.corners.size() > 1 ? 0 : squared_radius<C>(queries.radius)) {
        check();
        gather_bounds(own);
    }

    RankFound<C> answer() {
        const std::int64_t count = queries_.corners.front().size();
        std::vector<Distance<C>> limits(static_cast<std::size_t>(count), limit_);
        std::vector<int> first(limits.size(), -1); // rank that has been visited
        if (queries_.k > 0) {
            Lists nearest = no_lists();
            for (std::size_t query = 0; query < limits.size(); ++query) {
                first[query] = nearest_rank(static_cast<std::int64_t>(query));
                if (first[query] >= 0)
                    nearest[static_cast<std::size_t>(first[query])].push_back(
                        static_cast<std::int64_t>(query));
            }
            ask(nearest);
            // The results of one rank ascend, so the k-th of a query is its farthest.
            std::vector<int> known(limits.size());
            for (const Found& found : found_)
                if (++known[static_cast<std::size_t>(found.query)] == queries_.k)
                    limits[static_cast<std::size_t>(found.query)] = found.distance;
        }
        Lists others = no_lists();
        for (int rank = 0; rank < ranks_.size(); ++rank)
            for (std::size_t query = 0; query < limits.size(); ++query)
                if (has_points(rank) && rank != first[query] &&
                    gap(static_cast<std::int64_t>(query), rank) <= limits[query])
                    others[static_cast<std::size_t>(rank)].push_back(static_cast<std::int64_t>(query));
        ask(others);
        return sorted(count);
    }

private:
    Lists no_lists() const { return Lists(static_cast<std::size_t>(ranks_.size())); }

    void check() {
        const StageScope stage(options_.observer, "check");
        const CancelHook& cancelled = options_.limits.cancelled;
        const std::vector<Points<C>>& corners = queries_.corners;
        const ranks::Share low = ranks::share_of(ranks_, corners.front().size()),
                           high = ranks::share_of(ranks_, corners.back().size());
        ranks::agree_on(ranks_, [&] {
            const auto dimensions = static_cast<int>(dimensions_);
            require_as_many(low.all, high.all, box_operation);
            if (corners.size() > 1)
                require_boxes(dimensions, Boxes<C>{corners[0], corners[1]}, box_operation, cancelled,
                              low.slice.first);
            else
                require_queries(dimensions, corners[0], queries_.k > 0 ? knn_operation : radius_operation,
                                cancelled);
        });
    }

    // The least and the greatest coordinates of each rank's points.
    void gather_bounds(const Points<C>& own) {
        std::vector<C> bounds(2 * dimensions_);
        for (std::size_t axis = 0; axis < dimensions_; ++axis) {
            C &low = bounds[axis], &high = bounds[dimensions_ + axis];
            low = own.size() == 0 ? C{1} : own[0][axis]; // above the high one: no points
            high = own.size() == 0 ? C{0} : own[0][axis];
            for (std::int64_t point = 1; point < own.size(); ++point) {
                low = std::min(low, own[point][axis]);
                high = std::max(high, own[point][axis]);
            }
        }
        bounds_.resize(bounds.size() * static_cast<std::size_t>(ranks_.size()));
        ranks_.gather(std::as_bytes(std::span(bounds)), std::as_writable_bytes(std::span(bounds_)));
    }
    const C* low_of(int rank) const {
        return bounds_.data() + 2 * dimensions_ * static_cast<std::size_t>(rank);
    }
    bool has_points(int rank) const { return low_of(rank)[0] <= low_of(rank)[dimensions_]; }

    /// The least squared distance that a point of a rank can have; see BallWalk for why rounding keeps it.
    Distance<C> gap(std::int64_t query, int rank) const {
        const C *const low = low_of(rank), *const high = low + dimensions_;
        const C *const from = queries_.corners.front()[query], *const to = queries_.corners.back()[query];
        Distance<C> sum = 0;
        for (std::size_t axis = 0; axis < dimensions_; ++axis)
            sum += to[axis] < low[axis]      ? squared_difference(to[axis], low[axis])
                   : from[axis] > high[axis] ? squared_difference(from[axis], high[axis])
                                             : 0;
        return sum;
    }

    /// -1: none is nearer than the radius.
    int nearest_rank(std::int64_t query) const {
        int nearest = -1;
        Distance<C> least = limit_;
        for (int rank = 0; rank < ranks_.size(); ++rank)
            if (const Distance<C> distance = gap(query, rank); has_points(rank) && distance < least) {
                nearest = rank;
                least = distance;
            }
        return nearest;
    }

    // Adds what these queries find on each rank.
    void ask(const Lists& lists) {
        std::vector<points::PointCloud<C>> asked;
        std::vector<std::int64_t> sent, received;
        {
            const StageScope stage(options_.observer, "ask");
            for (const std::vector<std::int64_t>& list : lists)
                sent.push_back(std::ssize(list) * static_cast<std::int64_t>(dimensions_));
            for (const Points<C>& points : queries_.corners) {
                std::vector<C> coordinates;
                for (const std::vector<std::int64_t>& list : lists)
                    for (const std::int64_t query : list)
                        coordinates.insert(coordinates.end(), points[query], points[query] + dimensions_);
                const RawArray<C> there =
                    ranks::exchange_lists(ranks_, std::span<const C>(coordinates), sent, &received);
                asked.push_back({{there.begin(), there.end()}, static_cast<int>(dimensions_)});
            }
        }
        std::vector<Found> found;
        {
            const StageScope stage(options_.observer, "search");
            ranks::agree_on(ranks_, [&] { found = look_up(std::move(asked), received); });
        }
        const StageScope stage(options_.observer, "ask");
        std::vector<std::int64_t> from;
        const RawArray<Found> answers =
            ranks::exchange_lists(ranks_, std::span<const Found>(found), received, &from);
        auto answer = answers.begin();
        for (std::size_t rank = 0; rank < from.size(); ++rank)
            for (std::int64_t i = 0; i < from[rank]; ++i, ++answer) {
                found_.push_back(*answer);
                found_.back().query = lists[rank][static_cast<std::size_t>(answer->query)];
            }
    }

    // counts: coordinates from each rank, then of the answers to it.
    std::vector<Found> look_up(std::vector<points::PointCloud<C>> asked, std::vector<std::int64_t>& counts) {
        visits_ += asked.front().points().size();
        const PointsWithin<C> within = search_(std::move(asked));
        std::vector<Found> found;
        found.reserve(within.index.size());
        std::size_t query = 0;
        for (std::int64_t& count : counts) {
            const auto queries = count / static_cast<std::int64_t>(dimensions_);
            const std::int64_t before = std::ssize(found);
            for (std::int64_t place = 0; place < queries; ++place, ++query)
                for (auto i = static_cast<std::size_t>(within.offset[query]);
                     i < static_cast<std::size_t>(within.offset[query + 1]) && within.index[i] != no_point;
                     ++i)
                    found.push_back({place, within.squared_distance[i], within.index[i], ranks_.rank()});
            count = std::ssize(found) - before;
        }
        return found;
    }

    RankFound<C> sorted(std::int64_t queries) {
        const StageScope stage(options_.observer, "sort-rows");
        RankFound<C> all{{{0}, {}, {}}};
        ranks::agree_on(ranks_, [&] {
            std::vector<std::size_t> end(static_cast<std::size_t>(queries) + 1);
            for (const Found& found : found_)
                ++end[static_cast<std::size_t>(found.query) + 1];
            std::partial_sum(end.begin(), end.end(), end.begin());
            std::vector<Found> rows(found_.size());
            for (const Found& found : found_) // leaves the ends where the rows were to begin
                rows[end[static_cast<std::size_t>(found.query)]++] = found;
            const auto less = [by_index = queries_.order == RowOrder::by_index](const Found& a,
                                                                                const Found& b) {
                return !by_index && a.distance != b.distance ? a.distance < b.distance : a.index < b.index;
            };
            const auto k = static_cast<std::size_t>(queries_.k);
            CancelPoll poll(options_.limits.cancelled);
            std::size_t first = 0;
            for (std::size_t query = 0; query + 1 < end.size(); first = end[query++]) {
                std::span<Found> row = std::span(rows).subspan(first, end[query] - first);
                cancellable_sort(row.begin(), row.end(), less, poll);
                if (k > 0)
                    row = row.first(std::min(k, row.size()));
                for (const Found& found : row) {
                    all.points.index.push_back(found.index);
                    all.points.squared_distance.push_back(found.distance);
                    all.rank.push_back(found.rank);
                }
                if (k > 0) {
                    all.points.index.resize((query + 1) * k, no_point);
                    all.points.squared_distance.resize((query + 1) * k, infinite_distance<C>);
                    all.rank.resize((query + 1) * k, no_point);
                }
                all.points.offset.push_back(std::ssize(all.rank));
            }
        });
        all.visits = ranks::share_of(ranks_, visits_).all;
        return all;
    }

    ranks::Communicator& ranks_;
    const RankQueries<C>& queries_;
    const RankSearch<C>& search_;
    const cpu::Options& options_;
    const std::size_t dimensions_;
    const Distance<C> limit_;
    std::vector<C> bounds_;
    std::vector<Found> found_;
    std::int64_t visits_ = 0;
};

} // namespace

template <Coordinate C>
RankFound<C> search_over_ranks(ranks::Communicator& ranks, const Points<C>& own,
                               const RankQueries<C>& queries, const RankSearch<C>& search,
                               const cpu::Options& options) {
    return RankAsker<C>(ranks, own, queries, search, options).answer();
}

#define SCANLINE_INSTANTIATE(C)                                                                              \
    template RankFound<C> search_over_ranks(ranks::Communicator&, const Points<C>&, const RankQueries<C>&,   \
                                            const RankSearch<C>&, const cpu::Options&);
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
SCANLINE_INSTANTIATE(double)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::kdtree
