#include "scanline/kdtree/trace.h"

#include "point_sets.h"
#include "support/error_message.h"
#include "textbook.h"

#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <limits>

namespace scanline::kdtree::build_trace_test {

using namespace test;

namespace {

using Array = std::vector<std::int32_t>;

/// Requires that the arrays of a subtree at `level` hold the same points, each in the order of its super key,
/// and that these are the tree's points there.
template <class C>
void check_subtree(const BuildTrace& trace, int level, const Subtree& subtree, const Tree<C>& tree,
                   const Points<C>& points) {
    const auto part = [&](const Array& array) {
        return Array(array.begin() + subtree.first, array.begin() + subtree.last);
    };
    Array expected = part(tree.index);
    for (int axis = 0; axis < points.dimensions; ++axis) {
        std::ranges::sort(expected, [&](std::int32_t a, std::int32_t b) {
            return compare_super_keys(points[a], points[b], points.dimensions, axis) < 0;
        });
        CAPTURE(level, axis, subtree.first);
        REQUIRE(part(trace.steps[static_cast<std::size_t>(level)][static_cast<std::size_t>(axis)]) ==
                expected);
    }
}

} // namespace

TEST_CASE("The trace of six points is that worked out by hand") {
    const BuildTrace trace = trace_build<float>({textbook, 2});
    CHECK(trace.sorted == BuildTrace::Arrays{{0, 3, 1, 5, 4, 2}, {4, 5, 0, 1, 2, 3}});
    REQUIRE(trace.steps.size() == 4);
    CHECK(trace.steps[0] == trace.sorted);
    CHECK(trace.steps[1] == BuildTrace::Arrays{{0, 3, 1, 5, 4, 2}, {0, 3, 1, 4, 5, 2}});
    CHECK(trace.steps[2] == BuildTrace::Arrays{{0, 3, 1, 4, 5, 2}, {0, 3, 1, 4, 5, 2}});
    CHECK(trace.steps[3] == trace.steps[2]);
    CHECK(trace.size() == 6);
}

TEST_CASE("Of equal points a trace sorts all by their index, and keeps the first") {
    const std::vector<float> xy{1, 1, 0, 0, 1, 1, -0.0f, 0};
    const BuildTrace trace = trace_build<float>({xy, 2});
    CHECK(trace.sorted == BuildTrace::Arrays{{1, 3, 0, 2}, {1, 3, 0, 2}});
    CHECK(trace.steps[0] == BuildTrace::Arrays{{1, 0}, {1, 0}});
}

TEMPLATE_TEST_CASE("A trace comes to the tree that is built, through arrays that stay in order", "",
                   std::int32_t, float) {
    std::uint64_t seed = 1;
    for (const int dimensions : {1, 2, 3, 5}) {
        for (const std::int64_t size : {0, 1, 2, 3, 4, 7, 8, 100, 513}) {
            for (const PointSet set : all_point_sets) {
                const std::vector<TestType> coordinates =
                    make_points<TestType>(set, size, dimensions, ++seed);
                const Points<TestType> points{coordinates, dimensions};
                CAPTURE(dimensions, size, std::string(to_string(set)));
                const Tree<TestType> tree = build(points, {.threads = 1});
                const BuildTrace trace = trace_build(points);
                REQUIRE(trace.size() == tree.size());
                REQUIRE(trace.steps.size() == static_cast<std::size_t>(levels(tree.size())) + 1);
                for (const Array& array : trace.steps.back())
                    REQUIRE(array == tree.index);
                for (int level = 0; level < levels(tree.size()); ++level) {
                    for (const Subtree& subtree : subtrees_of_level(tree.size(), level))
                        check_subtree(trace, level, subtree, tree, points);
                }
            }
        }
    }
}

TEST_CASE("The subtrees of a level are in the order of their nodes, without empty ones") {
    CHECK(subtrees_of_level(6, 0) == std::vector<Subtree>{{0, 6, 0}});
    CHECK(subtrees_of_level(6, 1) == std::vector<Subtree>{{0, 2, 1}, {3, 6, 1}});
    CHECK(subtrees_of_level(6, 2) == std::vector<Subtree>{{1, 2, 2}, {3, 4, 2}, {5, 6, 2}});
    CHECK(subtrees_of_level(6, 3).empty());
    CHECK(subtrees_of_level(0, 0).empty());
}

TEST_CASE("A trace refuses points that no tree can have") {
    const std::vector<float> points{1, 2, std::numeric_limits<float>::quiet_NaN(), 4};
    CHECK(scanline::test::error_message(ErrorKind::failure, [&] {
              trace_build<float>({points, 2});
          }) == "kdtree build trace: row 1, column 0 is not a number: leave such points out");
}

} // namespace scanline::kdtree::build_trace_test
