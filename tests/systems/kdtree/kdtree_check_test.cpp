#include "brute_force.h"

#include <catch2/catch_all.hpp>

// What k-d trees are held against before they are timed.

namespace scanline::systems::kdtree_check_test {

using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::uint32_t>;

namespace {

// Points at 0, 1, 2 ... on a line, and queries among them.
KdtreeData<float> on_a_line(std::int64_t points, std::vector<float> queries) {
    KdtreeData<float> data;
    data.points = {{}, 1};
    for (std::int64_t i = 0; i < points; ++i)
        data.points.coordinates.push_back(static_cast<float>(i));
    data.queries = {std::move(queries), 1};
    return data;
}

void check_wrong(const std::string& wrong, const std::string& part) {
    CHECK_THAT(wrong, ContainsSubstring(part));
}

} // namespace

TEST_CASE("A tree has every point once, or one that is equal") {
    KdtreeData<std::int32_t> data;
    data.points = {{1, 2, 3, 4, 1, 2, 5, 6}, 2}; // the third is the first again
    const auto wrong = [&](const Words& nodes) { return wrong_nodes(data, nodes).value_or(""); };
    CHECK(wrong({0, 1, 2, 3}) == "");
    CHECK(wrong({3, 2, 1, 0}) == "");
    CHECK(wrong({3, 1, 0}) == "");
    CHECK(wrong({1, 2, 3}) == "");
    check_wrong(wrong({0, 1, 2}), "neither point 3");
    check_wrong(wrong({1, 3}), "neither point 0");
    check_wrong(wrong({0, 1, 3, 3}), "point 3 of 4, as another one is");
    check_wrong(wrong({0, 1, 2, 4}), "point 4 of 4");
    check_wrong(wrong({}), "neither point 0");
}

TEST_CASE("Neighbors are the nearest, in their order, each once") {
    const KdtreeData<float> data = on_a_line(5, {1.25f, 4});
    const KdtreeSetting setting{.task = KdtreeTask::knn, .k = 2};
    const auto wrong = [&](const Words& found) { return wrong_answer(setting, data, {found}).value_or(""); };
    CHECK(wrong({1, 2, 4, 3}) == "");
    check_wrong(wrong({2, 1, 4, 3}), "neighbor 0 of query 0 is point 2");
    check_wrong(wrong({1, 2, 4, 2}), "neighbor 1 of query 1 is point 2");
    check_wrong(wrong({1, 1, 4, 3}), "query 0 finds point 1 twice");
    check_wrong(wrong({1, 5, 4, 3}), "query 0 finds point 5 of 5");
    check_wrong(wrong({1, 2, 4, no_point}), "query 1");
    // Their distances, where they are answered too.
    CHECK_FALSE(wrong_answer(setting, data, {{1, 2, 4, 3}, {}, {0.0625, 0.5625, 0, 1}}));
    check_wrong(wrong_answer(setting, data, {{1, 2, 4, 3}, {}, {0.0625, 0.5625, 0, 4}}).value_or(""),
                "neighbor 1 of query 1 is at the squared distance 1, not 4");
    // As far on both sides.
    const KdtreeData<float> between = on_a_line(5, {1.5f});
    const KdtreeSetting one{.task = KdtreeTask::knn, .k = 1};
    CHECK_FALSE(wrong_answer(one, between, {{1}}));
    CHECK_FALSE(wrong_answer(one, between, {{2}}));
    check_wrong(wrong_answer(one, between, {{3}}).value_or(""), "point 3");
    // Fewer than are asked for.
    const KdtreeData<float> alone = on_a_line(1, {7});
    CHECK_FALSE(wrong_answer(setting, alone, {{0, no_point}}));
    check_wrong(wrong_answer(setting, alone, {{0, 0}}).value_or(""), "neighbor 1 of query 0 is point 0");
}

TEST_CASE("Within a radius are all points and no others, but for those at nearly the radius") {
    KdtreeData<float> data = on_a_line(6, {1, 5});
    data.radius = 1.5f;
    const KdtreeSetting setting{.task = KdtreeTask::radius};
    const auto wrong = [&](const Words& counts, const Words& found) {
        return wrong_answer(setting, data, {counts, found}).value_or("");
    };
    CHECK(wrong({3, 2}, {1, 0, 2, 5, 4}) == "");
    check_wrong(wrong({2, 2}, {1, 0, 5, 4}), "query 0 does not find point 2");
    check_wrong(wrong({3, 3}, {1, 0, 2, 5, 4, 3}), "query 1 finds point 3");
    check_wrong(wrong({3, 2}, {1, 0, 2, 5, 5}), "query 1 finds point 5 twice");
    check_wrong(wrong({3, 2}, {1, 0, 2, 5, 6}), "query 1 finds point 6 of 6");
    data.radius = 1;
    CHECK(wrong({3, 2}, {1, 0, 2, 5, 4}) == "");
    CHECK(wrong({1, 1}, {1, 5}) == "");
    check_wrong(wrong({0, 1}, {5}), "query 0 does not find point 1");
}

TEST_CASE("In a box are all points and no others, those on its sides included") {
    KdtreeData<float> data = on_a_line(6, {1, 4.5f});
    data.high = {{3, 9}, 1};
    const KdtreeSetting setting{.task = KdtreeTask::box};
    const auto wrong = [&](const Words& counts, const Words& found) {
        return wrong_answer(setting, data, {counts, found}).value_or("");
    };
    CHECK(wrong({3, 1}, {3, 1, 2, 5}) == "");
    check_wrong(wrong({2, 1}, {1, 2, 5}), "query 0 does not find point 3");
    check_wrong(wrong({3, 2}, {1, 2, 3, 4, 5}), "query 1 finds point 4");
}

TEST_CASE("Half of the queries reach 16 points, or all where there are fewer") {
    CHECK(default_reach(on_a_line(100, {50}), Norm::euclidean) == 8);
    CHECK(default_reach(on_a_line(100, {0, 50, 0}), Norm::euclidean) == 15);
    CHECK(default_reach(on_a_line(3, {0}), Norm::largest) == 2);
    KdtreeData<std::int32_t> plane;
    plane.points = {{3, 4}, 2};
    plane.queries = {{0, 0}, 2};
    CHECK(default_reach(plane, Norm::euclidean) == 5);
    CHECK(default_reach(plane, Norm::largest) == 4);
}

} // namespace scanline::systems::kdtree_check_test
