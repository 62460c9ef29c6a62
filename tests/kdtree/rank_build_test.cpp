#include "scanline/kdtree/rank_build.h"

#include "point_sets.h"
#include "support/error_message.h"
#include "textbook.h"

#include "scanline/core/error.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

#include <numeric>

namespace scanline::kdtree::rank_build_test {

using namespace test;
using scanline::test::error_message;

namespace {

/// Cuts the points into a part for each rank; uneven: some have none.
ranks::Slice part_of_rank(std::int64_t size, int rank, int ranks, bool uneven) {
    if (!uneven)
        return ranks::slice_of(size, rank, ranks);
    const auto begin = [&](int of) { return size * (of / 2 * 2) / ranks; };
    return {begin(rank), (rank + 1 == ranks ? size : begin(rank + 1)) - begin(rank)};
}

/// The nodes of all ranks, one after the other.
template <class C>
Tree<C> tree_of_ranks(int count, const Points<C>& points, bool uneven = false) {
    std::vector<Tree<C>> parts(static_cast<std::size_t>(count));
    ranks::run_on_threads(count, [&](ranks::Communicator& ranks) {
        const ranks::Slice part = part_of_rank(points.size(), ranks.rank(), count, uneven);
        std::vector<std::int32_t> index(static_cast<std::size_t>(part.size));
        std::iota(index.begin(), index.end(), static_cast<std::int32_t>(part.first));
        const RankBuild<C> build = [](const Points<C>& own) { return build_distinct(own, {.threads = 1}); };
        parts[static_cast<std::size_t>(ranks.rank())] = build_over_ranks(
            ranks, points::part_of(points, part.first, part.size), index, build, {.threads = 1});
    });
    Tree<C> tree{points.dimensions, {}, {}};
    for (const Tree<C>& part : parts) {
        tree.index.insert(tree.index.end(), part.index.begin(), part.index.end());
        tree.coordinates.insert(tree.coordinates.end(), part.coordinates.begin(), part.coordinates.end());
    }
    return tree;
}

template <class C>
void check_tree(int ranks, PointSet set, std::int64_t size, int dimensions, std::uint64_t seed,
                bool uneven = false) {
    INFO(ranks << " ranks, " << to_string(set) << ", " << size << " points of " << dimensions << " "
               << type_name<C>() << " coordinates, seed " << seed);
    const std::vector<C> coordinates = make_points<C>(set, size, dimensions, seed);
    const Points<C> points{coordinates, dimensions};
    REQUIRE((tree_of_ranks(ranks, points, uneven) == build(points, {.threads = 1})));
}

} // namespace

TEST_CASE("Ranks build the tree of six points that is drawn in textbooks") {
    CHECK(tree_of_ranks<float>(2, {textbook, 2}).index == std::vector<std::int32_t>{0, 3, 1, 4, 5, 2});
}

TEMPLATE_TEST_CASE("Ranks build the tree of one process, whatever their number and the points", "",
                   std::int32_t, float, double) {
    std::uint64_t seed = 700;
    for (const int ranks : {1, 2, 3, 4, 5, 8}) {
        for (const PointSet set : all_point_sets) {
            check_tree<TestType>(ranks, set, 1500, 2, ++seed);
            check_tree<TestType>(ranks, set, 64 * ranks, 3, ++seed, true);
        }
        for (const int dimensions : {1, 4, 8, 9, 32})
            check_tree<TestType>(ranks, PointSet::grid, 700, dimensions, ++seed);
    }
}

TEST_CASE("Ranks with few points or none build a tree") {
    std::uint64_t seed = 800;
    for (const int ranks : {2, 3, 5, 8})
        for (const std::int64_t size : {0, 1, 2, 7, 64 * ranks - 1})
            for (const PointSet set : {PointSet::uniform, PointSet::grid, PointSet::all_equal})
                check_tree<float>(ranks, set, size, 2, ++seed, size == 7);
}

TEST_CASE("Equal points of all ranks leave the first") {
    // Every point twelve times, so that equal points lie on both sides of every border between ranks.
    std::vector<float> xy;
    for (int copy = 0; copy < 12; ++copy)
        for (int point = 0; point < 300; ++point)
            xy.insert(xy.end(), {static_cast<float>(point % 7), static_cast<float>(point)});
    for (const int ranks : {2, 3, 5, 8})
        CHECK((tree_of_ranks<float>(ranks, {xy, 2}) == build<float>({xy, 2})));
    // A few distinct points among many ranks, of which some keep none.
    for (const int ranks : {3, 8})
        CHECK((tree_of_ranks<float>(ranks, {std::span(xy).first(2 * 20 * 7), 1}) ==
               build<float>({std::span(xy).first(2 * 20 * 7), 1})));
}

TEST_CASE("What is wrong with a rank's points, and an interrupt, all ranks throw alike") {
    std::vector<float> xy(20, 1);
    xy[13] = std::numeric_limits<float>::quiet_NaN();
    CHECK(error_message(ErrorKind::failure, [&] {
              tree_of_ranks<float>(2, {xy, 2});
          }) == "rank 1: kdtree build: row 1, column 1 is not a number: leave such points out");
    const auto cancelled = [](ranks::Communicator& ranks) {
        const std::vector<float> x{1, 2, 3};
        const std::vector<std::int32_t> index{0, 1, 2};
        const RankBuild<float> build = [&](const Points<float>& own) {
            return kdtree::build(own, {.limits = {.cancelled = [&] { return ranks.rank() == 1; }}});
        };
        build_over_ranks<float>(ranks, {x, 1}, index, build,
                                {.limits = {.cancelled = [&] { return ranks.rank() == 1; }}});
    };
    CHECK_THROWS_AS(ranks::run_on_threads(2, cancelled), ranks::AgreedError);
}

} // namespace scanline::kdtree::rank_build_test
