#include "scanline/cube/device_query.h"

#include "compute/compute_fixture.h"
#include "device_cases.h"
#include "scanline/cube/device_build.h"
#include "scanline/cube/reference/tree.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

namespace scanline::cube::device_query_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::usage_message;

namespace {

Groups cell_by_scan(const Rows& rows, const DeviceQueries& queries, std::size_t query) {
    Query scan;
    for (std::size_t d = 0; d < rows.codes.size(); ++d) {
        const std::uint32_t condition = queries.conditions[query * rows.codes.size() + d];
        if (condition != any_code)
            scan.where.push_back({static_cast<int>(d), condition < in_set(0)
                                                           ? std::vector{condition}
                                                           : queries.sets[condition ^ in_set(0)]});
    }
    return reference::answer(rows, scan);
}

/// Each dimension has any code, one, or one of the sets that fit it, the more conditions the denser.
DeviceQueries random_queries(const Shape& shape, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    DeviceQueries queries;
    for (const std::uint32_t cardinality : shape.cardinalities)
        for (const std::uint32_t size : {0u, 1u, 3u, cardinality}) {
            std::vector<std::uint32_t> set;
            for (std::uint32_t i = 0; i < size; ++i)
                set.push_back(static_cast<std::uint32_t>(random.below(cardinality)));
            queries.sets.push_back(std::move(set));
        }
    for (std::size_t query = 0; query < count; ++query) {
        const std::uint64_t kind = random.below(3);
        const std::size_t prefix = random.below(shape.cardinalities.size() + 1);
        for (std::size_t d = 0; d < shape.cardinalities.size(); ++d) {
            const auto code = static_cast<std::uint32_t>(random.below(shape.cardinalities[d]));
            const auto set = in_set(static_cast<std::uint32_t>(4 * d + random.below(4)));
            queries.conditions.push_back(kind == 0                ? (d < prefix ? code : any_code)
                                         : random.below(3) > kind ? any_code
                                         : random.below(3) > 0    ? code
                                                                  : set);
        }
    }
    return queries;
}

void check(compute::Engine& engine, const Rows& rows, const std::vector<int>& path, std::uint64_t seed) {
    const DeviceQueries queries = random_queries(rows.shape, 200, seed);
    const DeviceTree tree = DeviceBuild(engine, rows.shape, path)(upload_rows(engine, rows));
    const DeviceCells cells = DeviceQuery(engine, rows.shape)(tree, queries);
    REQUIRE(cells.count.size() == 200);
    for (std::size_t query = 0; query < 200; ++query) {
        const Groups right = cell_by_scan(rows, queries, query);
        INFO("query " << query << ", seed " << seed << ", " << rows.size() << " rows of " << path.size());
        REQUIRE(cells.count[query] == right.count[0]);
        for (std::size_t m = 0; m < right.values.size(); ++m)
            REQUIRE(cells.values[m][query] == right.values[m][0]);
    }
}

} // namespace

TEST_CASE("Two cells of three rows") {
    ComputeTest test;
    const Rows rows{{{2, 2}, {Fold::sum}}, {{0, 1, 0}, {0, 1, 1}}, {{5, -7, 9}}};
    const DeviceTree tree = DeviceBuild(test.engine(), rows.shape)(upload_rows(test.engine(), rows));
    const DeviceCells cells =
        DeviceQuery(test.engine(), rows.shape)(tree, {{0, any_code, any_code, 1, 1, 0, any_code, any_code}});
    CHECK(cells.count == std::vector<std::uint32_t>{2, 2, 0, 3});
    CHECK(cells.values[0][0] == 14);
    CHECK(cells.values[0][1] == 2);
    CHECK(cells.values[0][3] == 7);
    CHECK(cells.off_path == 1);
}

TEST_CASE("Cells on and off the path, and of sets, are those of a scan of the rows") {
    ComputeTest test;
    std::uint64_t seed = 4400;
    for (const Shape& shape :
         {Shape{{1}, {}}, Shape{{5, 40, 3}, all_folds}, Shape{{3, 4, 2, 5, 3, 70}, {Fold::sum}},
          Shape{std::vector<std::uint32_t>(32, 2), {Fold::max}}}) {
        for (const std::int64_t size : {0, 1, 900}) {
            for (const bool skewed : {false, true}) {
                ++seed;
                check(test.engine(), random_rows(shape, size, skewed, seed), default_path(shape), seed);
            }
        }
    }
    const Shape shape{{5, 9, 3, 4}, all_folds};
    check(test.engine(), random_rows(shape, 700, false, 4450), {3, 1, 0, 2}, 4450);
}

TEST_CASE("Cells are the same in every tier, and where software is taken for hardware") {
    ComputeTest test;
    const Rows rows = random_rows({{6, 5, 4, 9}, all_folds}, 800, true, 4460);
    for (const auto* engines : {&test.engines(), &test.other_engines()})
        for (const auto& engine : *engines)
            check(*engine, rows, {0, 1, 2, 3}, 4460);
}

TEST_CASE("A run of more nodes than a dispatch looks at is taken in parts") {
    ComputeTest test;
    const Rows rows = random_rows({{600, 2000, 2}, {Fold::sum}}, 260'000, false, 4470);
    const DeviceTree tree =
        DeviceBuild(test.engine(), rows.shape, {0, 1, 2})(upload_rows(test.engine(), rows));
    REQUIRE(tree.nodes_of(3) > 240'000);
    std::vector<std::uint32_t> all(600);
    for (std::uint32_t code = 1; code < 600; ++code)
        all[code] = code;
    const DeviceQueries queries{{in_set(0), any_code, in_set(1)}, {all, {0, 1}}};
    const DeviceCells cells = DeviceQuery(test.engine(), rows.shape)(tree, queries);
    const Groups right = cell_by_scan(rows, {{any_code, any_code, any_code}}, 0);
    CHECK(cells.count == std::vector<std::uint32_t>{260'000});
    CHECK(cells.values == right.values);
}

TEST_CASE("Queries that name what does not exist are refused") {
    ComputeTest test;
    const Rows rows = random_rows({{3, 4}, {}}, 10, false, 4480);
    const DeviceTree tree = DeviceBuild(test.engine(), rows.shape)(upload_rows(test.engine(), rows));
    const DeviceQuery query(test.engine(), rows.shape);
    CHECK(usage_message([&] {
              query(tree, {{0, 4}});
          }) == "cube query: query 0 has code 4 in dimension 1, where codes are below 4");
    CHECK(usage_message([&] {
              query(tree, {{0, 3, in_set(1), 0}, {{1}}});
          }) == "cube query: query 1 has set 1 in dimension 0, where the number of sets is 1");
    CHECK(usage_message([&] {
              query(tree, {{in_set(0), 0}, {{1, 3}}});
          }) == "cube query: query 0 has a set with code 3 in dimension 0, where codes are below 3");
    CHECK(usage_message([&] {
              query(tree, {{0, 0, 0}});
          }) == "cube query: 3 conditions are no multiple of the 2 dimensions: give each query one for each");
    CHECK(query(tree, {}).count.empty());
}

} // namespace scanline::cube::device_query_gl_test
