#include "scanline/cube/device_query.h"

#include "compute/compute_fixture.h"
#include "random_rows.h"
#include "scanline/cube/device_build.h"
#include "scanline/cube/reference/tree.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

namespace scanline::cube::device_query_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::usage_message;

namespace {

/// Each dimension has any code, one, or a set; a third of the queries have codes in the first ones alone.
std::vector<Query> random_queries(const Shape& shape, const std::vector<int>& path, std::uint64_t seed) {
    Random random(seed);
    std::vector<Query> queries(200);
    for (Query& query : queries) {
        const std::uint64_t kind = random.below(3), prefix = random.below(path.size() + 1);
        for (std::size_t level = 0; level < path.size(); ++level) {
            if (kind == 0 ? level >= prefix : random.below(3) > kind)
                continue;
            const std::uint32_t cardinality = shape.cardinalities[static_cast<std::size_t>(path[level])];
            const bool one = kind == 0 || random.below(3) > 0;
            Condition condition{path[level],
                                std::vector<std::uint32_t>(one ? 1 : random.below(cardinality + 2))};
            for (std::uint32_t& code : condition.codes)
                code = static_cast<std::uint32_t>(random.below(cardinality));
            query.where.push_back(std::move(condition));
        }
    }
    return queries;
}

void check(compute::Engine& engine, const Rows& rows, const std::vector<int>& path, std::uint64_t seed) {
    const std::vector<Query> queries = random_queries(rows.shape, path, seed);
    const DeviceTree tree = DeviceBuild(engine, rows.shape, path)(upload_rows(engine, rows));
    const DeviceCells cells = DeviceQuery(engine, rows.shape)(tree, cell_queries(rows.shape, queries));
    REQUIRE(cells.count.size() == queries.size());
    for (std::size_t query = 0; query < queries.size(); ++query) {
        const Groups right = reference::answer(rows, queries[query]);
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
    CHECK(cells.count == std::vector<std::int64_t>{2, 2, 0, 3});
    CHECK(cells.values[0][0] == 14);
    CHECK(cells.values[0][1] == 2);
    CHECK(cells.values[0][3] == 7);
    CHECK(cells.off_path == 1);
}

TEST_CASE("Side links before and behind the node of the leading codes do not count") {
    ComputeTest test;
    Rows rows{{{3, 20}, {Fold::sum}}, {{0, 2}, {19, 19}}, {{1, 1}}};
    for (std::uint32_t code = 0; code < 20; ++code) {
        rows.codes[0].push_back(1);
        rows.codes[1].push_back(code);
        rows.measures[0].push_back(100);
    }
    const DeviceTree tree = DeviceBuild(test.engine(), rows.shape, {0, 1})(upload_rows(test.engine(), rows));
    // Four nodes have these codes, and twenty the leading one.
    const DeviceCells cells = DeviceQuery(test.engine(), rows.shape)(tree, {{1, in_set(0)}, {{18, 19}}});
    CHECK(cells.count == std::vector<std::int64_t>{2});
    CHECK(cells.values[0] == std::vector<std::int64_t>{200});
}

TEST_CASE("The greatest code is no set, and a set no sign of any, however many bits conditions have") {
    ComputeTest test;
    for (const std::uint32_t cardinality : {253u, 254u, 255u, 256u, 65'533u, 65'534u, 65'535u, 65'536u}) {
        INFO("cardinality " << cardinality);
        const Rows rows{{{cardinality}, {}}, {{0, 1, cardinality - 1}}, {}};
        const DeviceTree tree = DeviceBuild(test.engine(), rows.shape)(upload_rows(test.engine(), rows));
        const DeviceQuery query(test.engine(), rows.shape);
        CHECK(query(tree, {{cardinality - 1, any_code}}).count == std::vector<std::int64_t>{1, 3});
        CHECK(query(tree, {{cardinality - 1, any_code, in_set(0)}, {{0, cardinality - 1}}}).count ==
              std::vector<std::int64_t>{1, 3, 2});
    }
}

TEST_CASE("Cells on and off the path, and of sets, are those of a scan of the rows") {
    ComputeTest test;
    std::uint64_t seed = 4400;
    for (const Shape& shape :
         {Shape{{1}, {}}, Shape{{5, 40, 3}, all_folds}, Shape{{3, 4, 2, 5, 3, 70}, {Fold::sum}},
          Shape{std::vector<std::uint32_t>(32, 2), {Fold::max}}, Shape{{70'000, 3}, {Fold::sum}}}) {
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
    const Groups right = reference::answer(rows, {});
    CHECK(cells.count == std::vector<std::int64_t>{260'000});
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
    CHECK(usage_message([&] { cell_queries(rows.shape, std::vector{Query{.group_by = {0}}}); }) ==
          "cube query: query 0 asks for groups: ask for their cells");
    CHECK(usage_message([&] {
              cell_queries(rows.shape, std::vector{Query{{{0, {1}}, {0, {2}}}}});
          }) == "cube query: query 0 names dimension 0 twice: join its codes");
    CHECK(usage_message([&] {
              query(tree, {{0, 0}, {{2, 9}}});
          }) == "cube query: set 0 has code 9, where codes of all dimensions are below 4");
    CHECK(query(tree, {}).count.empty());
}

} // namespace scanline::cube::device_query_gl_test
