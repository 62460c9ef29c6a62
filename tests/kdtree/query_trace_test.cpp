#include "scanline/kdtree/trace.h"

#include "query_cases.h"
#include "support/error_message.h"
#include "textbook.h"

#include "scanline/kdtree/search.h"

namespace scanline::kdtree::query_trace_test {

using namespace test;
using scanline::test::error_message;

namespace {

/// The points of nodes, ascending.
template <class C>
std::vector<std::int32_t> points_of(const Tree<C>& tree, const std::vector<std::int64_t>& nodes) {
    std::vector<std::int32_t> points;
    for (const std::int64_t node : nodes)
        points.push_back(tree.index[static_cast<std::size_t>(node)]);
    std::ranges::sort(points);
    return points;
}

template <class C>
std::span<const C> coordinates_of(const Points<C>& points, std::int64_t point) {
    return {points[point], static_cast<std::size_t>(points.dimensions)};
}

/// Requires that every node is looked at, pruned or taken exactly once.
template <class C>
void check_cover(const QueryTrace<C>& trace, std::int64_t size) {
    std::vector<int> times(static_cast<std::size_t>(size));
    for (const Visit<C>& visit : trace) {
        if (visit.kind == VisitKind::enter)
            continue;
        for (std::int64_t node = visit.first; node < visit.last; ++node)
            ++times[static_cast<std::size_t>(node)];
    }
    REQUIRE(std::ranges::count(times, 1) == size);
}

/// Trees of every kind, small enough to look at every node.
template <class C, class Check>
void for_each_small_case(Check check) {
    std::uint64_t seed = 1;
    for (const int dimensions : {1, 2, 3, 5}) {
        for (const std::int64_t size : {0, 1, 2, 3, 10, 33, 300}) {
            for (const PointSet set : all_point_sets) {
                const QueryCase<C> made(set, size, dimensions, 8, seed += 2);
                INFO(made.describe());
                check(made);
            }
        }
    }
}

} // namespace

TEST_CASE("The way to the nearest of six points is that worked out by hand") {
    const std::vector<float> query{9, 2};
    const Tree<float> tree = build<float>({textbook, 2});
    const QueryTrace<float> trace = trace_knn<float>(tree, query, 1);
    using Kind = VisitKind;
    const float far = infinite_distance<float>;
    const QueryTrace<float> expected{
        {.kind = Kind::enter, .first = 0, .last = 6, .node = 2},
        {.kind = Kind::enter, .first = 3, .last = 6, .node = 4},
        {.kind = Kind::look, .first = 5, .last = 6, .node = 5, .found = true, .distance = 16, .limit = far},
        {.kind = Kind::look,
         .first = 4,
         .last = 5,
         .node = 4,
         .found = true,
         .dropped = 5,
         .distance = 4,
         .limit = 16},
        {.kind = Kind::look,
         .first = 3,
         .last = 4,
         .node = 3,
         .found = true,
         .dropped = 4,
         .distance = 2,
         .limit = 4},
        {.kind = Kind::prune, .first = 0, .last = 3, .node = 2, .distance = 16, .limit = 2},
    };
    CHECK(trace == expected);
    CHECK(found_nodes(trace, 3) == std::vector<std::int64_t>{5});
    CHECK(found_nodes(trace, 4) == std::vector<std::int64_t>{4});
    CHECK(found_nodes(trace, trace.size()) == std::vector<std::int64_t>{3});
}

TEST_CASE("The way to a box takes what lies inside as a whole, and leaves out what lies beyond") {
    const std::vector<float> low{6, 0}, high{10, 10};
    const Tree<float> tree = build<float>({textbook, 2});
    using Kind = VisitKind;
    const QueryTrace<float> expected{
        {.kind = Kind::enter, .first = 0, .last = 6, .node = 2},
        {.kind = Kind::prune, .first = 0, .last = 3, .node = 2, .upper = false},
        {.kind = Kind::enter, .first = 3, .last = 6, .node = 4},
        {.kind = Kind::look, .first = 3, .last = 4, .node = 3, .found = true},
        {.kind = Kind::look, .first = 4, .last = 5, .node = 4, .found = true},
        {.kind = Kind::look, .first = 5, .last = 6, .node = 5, .found = true},
    };
    CHECK(trace_box_search<float>(tree, low, high) == expected);
    // Single nodes are looked at, even if they must lie inside.
    const std::vector<float> line{0, 1, 2, 3, 4, 5, 6}, from{2.5f}, to{4.5f};
    const QueryTrace<float> inner = trace_box_search<float>(build<float>({line, 1}), from, to);
    CHECK(found_nodes(inner, inner.size()) == std::vector<std::int64_t>{3, 4});
    const std::vector<float> below{0}, above{9};
    const QueryTrace<float> all = trace_box_search<float>(build<float>({line, 1}), below, above);
    CHECK(std::ranges::count(all, Kind::take, &Visit<float>::kind) == 0);
    CHECK(found_nodes(all, all.size()).size() == 7);
}

TEMPLATE_TEST_CASE("A trace finds what the search for the nearest finds", "", std::int32_t, float) {
    for_each_small_case<TestType>([](const QueryCase<TestType>& on) {
        for (const int k : {1, 5, 64}) {
            for (const Distance<TestType> radius :
                 {Distance<TestType>{0}, Distance<TestType>{300'000}, infinite_distance<TestType>}) {
                const Neighbors<TestType> found = knn(on.tree, on.queries, k, radius, {.threads = 1});
                for (std::int64_t query = 0; query < on.queries.size(); ++query) {
                    const auto trace = trace_knn(on.tree, coordinates_of(on.queries, query), k, radius);
                    std::vector<std::int32_t> expected(found.index.begin() + query * k,
                                                       found.index.begin() + (query + 1) * k);
                    std::erase(expected, -1);
                    std::ranges::sort(expected);
                    CAPTURE(k, radius, query);
                    REQUIRE(points_of(on.tree, found_nodes(trace, trace.size())) == expected);
                    check_cover(trace, on.tree.size());
                }
            }
        }
    });
}

TEMPLATE_TEST_CASE("A trace finds what the search within a radius finds", "", std::int32_t, float) {
    for_each_small_case<TestType>([](const QueryCase<TestType>& on) {
        for (const Distance<TestType> radius :
             {Distance<TestType>{0}, Distance<TestType>{300'000}, infinite_distance<TestType>}) {
            const PointsWithin<TestType> found =
                radius_search(on.tree, on.queries, radius, RowOrder::by_index, {.threads = 1});
            for (std::int64_t query = 0; query < on.queries.size(); ++query) {
                const auto trace = trace_radius_search(on.tree, coordinates_of(on.queries, query), radius);
                const auto row = static_cast<std::size_t>(query);
                CAPTURE(radius, query);
                REQUIRE(points_of(on.tree, found_nodes(trace, trace.size())) ==
                        std::vector<std::int32_t>(found.index.begin() + found.offset[row],
                                                  found.index.begin() + found.offset[row + 1]));
                check_cover(trace, on.tree.size());
            }
        }
    });
}

TEMPLATE_TEST_CASE("A trace finds what the search in a box finds", "", std::int32_t, float) {
    for_each_small_case<TestType>([](const QueryCase<TestType>& on) {
        std::vector<TestType> low, high;
        for (std::int64_t box = 0; box + 1 < on.queries.size(); ++box) {
            for (int axis = 0; axis < on.points.dimensions; ++axis) {
                low.push_back(std::min(on.queries[box][axis], on.queries[box + 1][axis]));
                high.push_back(std::max(on.queries[box][axis], on.queries[box + 1][axis]));
            }
        }
        const Boxes<TestType> boxes{{low, on.points.dimensions}, {high, on.points.dimensions}};
        const PointsInside found = box_search(on.tree, boxes, {.threads = 1});
        for (std::int64_t box = 0; box < boxes.low.size(); ++box) {
            const auto trace =
                trace_box_search(on.tree, coordinates_of(boxes.low, box), coordinates_of(boxes.high, box));
            const auto row = static_cast<std::size_t>(box);
            CAPTURE(box);
            REQUIRE(points_of(on.tree, found_nodes(trace, trace.size())) ==
                    std::vector<std::int32_t>(found.index.begin() + found.offset[row],
                                              found.index.begin() + found.offset[row + 1]));
            check_cover(trace, on.tree.size());
        }
    });
}

TEST_CASE("A trace takes subtrees that lie inside of a box without looking at their nodes") {
    std::vector<float> line(100);
    for (std::size_t i = 0; i < line.size(); ++i)
        line[i] = static_cast<float>(i);
    const std::vector<float> low{10}, high{90};
    const QueryTrace<float> trace = trace_box_search<float>(build<float>({line, 1}), low, high);
    CHECK(found_nodes(trace, trace.size()).size() == 81);
    CHECK(std::ranges::count(trace, VisitKind::take, &Visit<float>::kind) > 0);
    CHECK(trace.size() < 40);
}

TEST_CASE("Traces refuse what the searches refuse") {
    const Tree<float> tree = build<float>({textbook, 2});
    const std::vector<float> one{1, 1}, two{1, 1, 2, 2}, low{5, 5};
    CHECK(error_message(ErrorKind::usage, [&] { trace_knn<float>(tree, two, 1); }) ==
          "kdtree knn trace: 4 coordinates are not one query of 2");
    CHECK(error_message(ErrorKind::usage, [&] { trace_knn<float>(tree, one, 65); }) ==
          "kdtree knn trace: 65 neighbors cannot be asked for: ask for 1 to 64");
    CHECK(error_message(ErrorKind::usage, [&] { trace_radius_search<float>(tree, one, -1); }) ==
          "kdtree radius search trace: a radius of -1 cannot be: give 0 or more");
    CHECK(error_message(ErrorKind::failure, [&] { trace_box_search<float>(tree, low, one); }) ==
          "kdtree box search trace: box 0 on axis 0 is from 5 to 1: give the lower end first");
}

TEST_CASE("What a search does has a name") {
    CHECK(to_string(VisitKind::enter) == "enter");
    CHECK(to_string(VisitKind::look) == "look");
    CHECK(to_string(VisitKind::prune) == "prune");
    CHECK(to_string(VisitKind::take) == "take");
}

} // namespace scanline::kdtree::query_trace_test
