#include "scanline/kdtree/rank_search.h"

#include "point_sets.h"

#include "scanline/ranks/agreement.h"
#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

namespace scanline::kdtree::rank_search_test {

using namespace test;

namespace {

/// What a rank searches for: k and radius; boxes if there are two corners.
template <class C>
struct Question {
    std::vector<Points<C>> corners;
    double radius = infinite_distance<double>;
    int k = 0;
    RowOrder order = RowOrder::by_distance;

    PointsWithin<C> answer(const Tree<C>& tree, const std::vector<Points<C>>& asked) const {
        if (asked.size() > 1) {
            const PointsInside found = box_search(tree, {asked[0], asked[1]});
            return {found.offset, found.index, std::vector<Distance<C>>(found.index.size())};
        }
        if (k == 0)
            return radius_search(tree, asked[0], radius, order);
        const Neighbors<C> found = knn(tree, asked[0], k, radius);
        PointsWithin<C> rows{{}, found.index, found.squared_distance};
        for (std::int64_t query = 0; query <= asked[0].size(); ++query)
            rows.offset.push_back(query * k);
        return rows;
    }
};

/// Answers over ranks, which have slices of the nodes and of the queries, must be those of the whole tree.
template <class C>
void check_answers(int count, const Points<C>& points, const Question<C>& question) {
    const Tree<C> tree = build(points);
    std::vector<PointsWithin<C>> parts(static_cast<std::size_t>(count));
    ranks::run_on_threads(count, [&](ranks::Communicator& ranks) {
        const ranks::Slice slice = ranks::slice_of(tree.size(), ranks.rank(), count);
        Tree<C> own = build(points::part_of(tree.points(), slice.first, slice.size));
        for (std::int32_t& index : own.index)
            index = tree.index[static_cast<std::size_t>(slice.first + index)];
        const RankSearch<C> search = [&](const std::vector<points::PointCloud<C>>& asked) {
            std::vector<Points<C>> corners;
            for (const points::PointCloud<C>& cloud : asked)
                corners.push_back(cloud.points());
            return question.answer(own, corners);
        };
        RankQueries<C> queries{{}, question.radius, question.k, question.order};
        for (const Points<C>& corner : question.corners) {
            const ranks::Slice part = ranks::slice_of(corner.size(), ranks.rank(), count);
            queries.corners.push_back(points::part_of(corner, part.first, part.size));
        }
        const RankFound<C> found = search_over_ranks(ranks, own.points(), queries, search, {.threads = 1});
        bool named = found.rank.size() == found.points.index.size();
        for (std::size_t i = 0; named && i < found.rank.size(); ++i) {
            const std::int32_t index = found.points.index[i], rank = found.rank[i];
            const auto node = std::ranges::find(tree.index, index) - tree.index.begin();
            const ranks::Slice of = ranks::slice_of(tree.size(), rank, count);
            named = index < 0 ? rank < 0 : of.first <= node && node < of.end();
        }
        parts[static_cast<std::size_t>(ranks.rank())] = named ? found.points : PointsWithin<C>{{-1}, {}, {}};
        if (found.visits > count * question.corners[0].size())
            parts.front().offset = {-2};
    });
    PointsWithin<C> all{{0}, {}, {}};
    for (const PointsWithin<C>& part : parts) {
        REQUIRE(part.offset.front() == 0);
        const std::int64_t before = std::ssize(all.index);
        for (std::size_t query = 1; query < part.offset.size(); ++query)
            all.offset.push_back(before + part.offset[query]);
        all.index.insert(all.index.end(), part.index.begin(), part.index.end());
        all.squared_distance.insert(all.squared_distance.end(), part.squared_distance.begin(),
                                    part.squared_distance.end());
    }
    REQUIRE((all == question.answer(tree, question.corners)));
}

template <class C>
void check_set(int count, PointSet set, std::int64_t size, int dimensions, std::uint64_t seed) {
    INFO(count << " ranks, " << to_string(set) << ", " << size << " points of " << dimensions << " "
               << type_name<C>() << " coordinates, seed " << seed);
    const std::vector<C> coordinates = make_points<C>(set, size, dimensions, seed),
                         asked = make_points<C>(set, 40, dimensions, seed + 1);
    const Points<C> points{coordinates, dimensions}, queries{asked, dimensions};
    for (const int k : {1, 7, 64})
        check_answers<C>(count, points, {{queries}, infinite_distance<double>, k});
    check_answers<C>(count, points, {{queries}, 3, 5});
    for (const double radius : {0.0, 3.0, 4e5})
        for (const RowOrder order : {RowOrder::by_distance, RowOrder::by_index})
            check_answers<C>(count, points, {{queries}, radius, 0, order});
    std::vector<C> low = asked, high = asked;
    for (std::size_t i = 0; i < low.size(); ++i) {
        const auto [least, greatest] =
            std::minmax(asked[i], coordinates.empty() ? asked[i] : coordinates[i % coordinates.size()]);
        low[i] = least;
        high[i] = greatest;
    }
    check_answers<C>(count, points, {{Points<C>{low, dimensions}, Points<C>{high, dimensions}}});
}

} // namespace

TEMPLATE_TEST_CASE("Ranks answer queries as one tree does, whatever the points", "", std::int32_t, float,
                   double) {
    std::uint64_t seed = 900;
    for (const int count : {1, 2, 3, 5, 8})
        for (const PointSet set : all_point_sets)
            check_set<TestType>(count, set, 300, 2 + count % 3, seed += 2);
}

TEST_CASE("Ranks with few points or none answer queries") {
    std::uint64_t seed = 1000;
    for (const int count : {2, 5})
        for (const std::int64_t size : {0, 1, 3})
            check_set<float>(count, PointSet::grid, size, 2, seed += 2);
}

TEST_CASE("Of many points at the same distance on several ranks, the smallest indices are found") {
    // A ring of points, all as far from the middle, in an order that is not that of the tree.
    std::vector<std::int32_t> ring;
    for (int i = 0; i < 60; ++i) {
        const int at = i * 37 % 60, side = at % 4, x = at % 12 < 6 ? 7 : 1;
        const int y = x == 7 ? 1 : 7;
        ring.insert(ring.end(), {(side % 2 == 0 ? x : -x) + 100 * (at / 12), side < 2 ? y : -y});
    }
    const std::vector<std::int32_t> middles{0, 0, 100, 0, 200, 0, 300, 0, 400, 0, 50, 0};
    for (const int count : {2, 3, 8})
        for (const int k : {1, 2, 3, 5, 9})
            check_answers<std::int32_t>(count, {ring, 2}, {{Points<std::int32_t>{middles, 2}}, 1e9, k});
}

TEST_CASE("A box that is none has its number among those of all ranks") {
    const std::vector<float> xy{1, 1}, low{5, 5}, high{9, 4};
    std::string told;
    ranks::run_on_threads(3, [&](ranks::Communicator& ranks) {
        const auto size = static_cast<std::size_t>(ranks.rank() == 1 ? 2 : 0);
        const std::span<const float> from = ranks.rank() == 1 ? std::span<const float>(low) : xy,
                                     to = ranks.rank() == 1 ? std::span<const float>(high) : xy;
        const RankSearch<float> never = [](const auto&) { return PointsWithin<float>{}; };
        try {
            search_over_ranks<float>(ranks, {std::span<const float>(xy), 2},
                                     {{Points<float>{from, 2}, Points<float>{to, 2}}}, never);
        } catch (const ranks::AgreedError& error) {
            if (size == 2)
                told = error.what();
        }
    });
    CHECK(told == "rank 1: kdtree box search: box 1 on axis 1 is from 5 to 4: give the lower end first");
}

} // namespace scanline::kdtree::rank_search_test
