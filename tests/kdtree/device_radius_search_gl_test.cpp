#include "scanline/kdtree/device_search.h"

#include "compute/compute_fixture.h"
#include "query_cases.h"
#include "stages.h"
#include "support/error_message.h"
#include "support/first_difference.h"
#include "textbook.h"

namespace scanline::kdtree::device_radius_search_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::error_message;
using scanline::test::first_difference;

namespace {

// The GPU must match the CPU search, which is tested against brute force.
template <class C>
void check_radius(compute::Engine& engine, const DeviceRadiusSearch<C>& search, const QueryCase<C>& on,
                  Distance<C> radius) {
    for (const RowOrder order : enumerators<RowOrder>) {
        INFO(on.describe() << ", radius " << radius << ", " << to_string(order));
        const PointsWithin<C> found = search(upload_nodes(engine, on.tree), on.queries, radius, order),
                              expected = radius_search(on.tree, on.queries, radius, order, {.threads = 1});
        REQUIRE(first_difference(found.offset, expected.offset) == "");
        REQUIRE(first_difference(found.index, expected.index) == "");
        REQUIRE(first_difference(found.squared_distance, expected.squared_distance) == "");
    }
}

} // namespace

TEST_CASE("The points within a radius of one among six are found on the GPU") {
    ComputeTest test;
    const std::vector<float> query{6, 3};
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({textbook, 2}));
    const DeviceRadiusSearch<float> search(test.engine(), 2);
    const PointsWithin<float> found = search(nodes, Points<float>{query, 2}, 3);
    CHECK(found.offset == std::vector<std::int64_t>{0, 3});
    CHECK(found.index == std::vector<std::int32_t>{1, 5, 4});
    CHECK(found.squared_distance == std::vector<float>{2, 2, 8});
    CHECK(search(nodes, Points<float>{query, 2}, 3, RowOrder::by_index).index ==
          std::vector<std::int32_t>{1, 4, 5});
}

TEST_CASE("The GPU compares a radius as it was given") {
    ComputeTest test;
    const std::vector<float> xy{0, 0, 3, 4}, query{0, 0};
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({xy, 2}));
    const DeviceRadiusSearch<float> search(test.engine(), 2);
    const DeviceKnn<float> knn(test.engine(), 2, 2);
    for (const double radius : {4.9999999999, 5.0, 5.0000000001}) {
        CAPTURE(radius);
        const std::size_t within = radius < 5 ? 1 : 2;
        CHECK(search(nodes, Points<float>{query, 2}, radius).index.size() == within);
        CHECK(knn(nodes, Points<float>{query, 2}, radius).index[1] == (within == 2 ? 1 : -1));
    }
}

TEMPLATE_TEST_CASE("The points within a radius on the GPU are those that the CPU finds", "", std::int32_t,
                   float) {
    ComputeTest test;
    std::uint64_t seed = 1200;
    for (const int dimensions : tested_dimensions<TestType>) {
        const DeviceRadiusSearch<TestType> search(test.engine(), dimensions);
        for (const std::int64_t size : {0, 1, 9, 33, 1000}) {
            for (const PointSet set : all_point_sets) {
                const QueryCase<TestType> on(set, size, dimensions, 21, seed += 2);
                for (const Distance<TestType> radius :
                     {Distance<TestType>(0), Distance<TestType>(150'000), infinite_distance<TestType>})
                    check_radius(test.engine(), search, on, radius);
            }
        }
    }
}

TEST_CASE("Rows longer than a walk on a software renderer may take are found part by part") {
    ComputeTest test;
    const QueryCase<float> on(PointSet::uniform, 50'000, 3, 8, 1290);
    check_radius<float>(test.engine(), DeviceRadiusSearch<float>(test.engine(), 3), on, 900'000);
}

TEST_CASE("More points within a radius than fit a storage block are found some queries at a time") {
    ComputeTest test;
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 1 << 16;
    compute::Engine engine(small, {.chained = false}); // its self-test needs more
    SECTION("queries and rows") {
        const QueryCase<std::int32_t> on(PointSet::clustered, 4000, 3, 6001, 1292);
        check_radius<std::int32_t>(engine, DeviceRadiusSearch<std::int32_t>(engine, 3), on, 60);
    }
    SECTION("of one coordinate, so that there are as many offsets as coordinates") {
        const QueryCase<std::int32_t> on(PointSet::uniform, 300, 1, 40'000, 1293);
        check_radius<std::int32_t>(engine, DeviceRadiusSearch<std::int32_t>(engine, 1), on, 5000);
    }
    SECTION("not those of one query") {
        const std::vector<std::int32_t> line = make_points<std::int32_t>(PointSet::uniform, 10'000, 1, 1294);
        const DeviceNodes<std::int32_t> nodes = upload_nodes(engine, build<std::int32_t>({line, 1}));
        const std::vector<std::int32_t> query{0};
        const DeviceRadiusSearch<std::int32_t> search(engine, 1);
        CHECK_THAT(
            error_message(ErrorKind::failure,
                          [&] {
                              search(nodes, Points<std::int32_t>{query, 1}, 1e7);
                          }),
            Catch::Matchers::ContainsSubstring("points of query 0 are more than the 8192 that fit a storage "
                                               "block of this driver: ask for less, or the CPU"));
    }
}

TEST_CASE("A search on the GPU tells its stages, of counting and of collecting") {
    ComputeTest test;
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({textbook, 2}));
    const std::vector<float> query{6, 3};
    const DeviceRadiusSearch<float> search(test.engine(), 2);
    CHECK(stages_of([&](PassObserver& observer) {
              const ObserverScope scope(test.engine(), &observer);
              search(nodes, Points<float>{query, 2}, 3);
          }) == std::vector<std::string>{"sort-queries", "count", "sort-queries", "search", "sort-rows"});
}

TEST_CASE("A radius that cannot be, and queries of other dimensions, are refused on the GPU") {
    ComputeTest test;
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({textbook, 2}));
    const std::vector<float> query{6, 3};
    const auto refused = [&](int dimensions, float radius, int of_queries) {
        return error_message(ErrorKind::usage, [&] {
            DeviceRadiusSearch<float>(test.engine(), dimensions)(nodes, Points<float>{query, of_queries},
                                                                 radius);
        });
    };
    CHECK(refused(33, 1, 2) == "kdtree radius search: points have 1 to 32 dimensions, not 33");
    const std::int64_t most = 1 << 24;
    compute::DeviceArray<float> queries(most + 1);
    compute::DeviceArray<std::uint32_t> counts(most + 1);
    const DeviceNodes<float> line = upload_nodes(test.engine(), build<float>({textbook, 1}));
    CHECK(error_message(ErrorKind::usage, [&] {
              DeviceRadiusSearch<float>(test.engine(), 1).count(line, queries.view(), counts.view(), 1);
          }) == "kdtree radius search: 16777217 queries at once are more than 16777216: ask some at a time");
    CHECK(refused(2, -1, 2) == "kdtree radius search: a radius of -1 cannot be: give 0 or more");
    CHECK(refused(2, 1, 1) == "kdtree radius search: queries of 1 dimensions cannot be put to a tree of 2");
    CHECK(refused(1, 1, 1) ==
          "kdtree radius search: a tree of 2 dimensions, where queries are of 1: make another");
}

} // namespace scanline::kdtree::device_radius_search_gl_test
