#include "scanline/cube/device_groups.h"

#include "compute/compute_fixture.h"
#include "random_query.h"
#include "scanline/cube/device_build.h"
#include "scanline/cube/reference/tree.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

namespace scanline::cube::device_groups_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::usage_message;

namespace {

void check(compute::Engine& engine, const Rows& rows, const std::vector<int>& path, int queries,
           std::uint64_t seed) {
    Random random(seed);
    const DeviceTree tree = DeviceBuild(engine, rows.shape, path)(upload_rows(engine, rows));
    const DeviceGroups groups(engine, rows.shape);
    for (int number = 0; number < queries; ++number) {
        const Query query = random_query(rows.shape, random);
        const Groups found = groups(tree, query), right = reference::answer(rows, query);
        INFO("query " << number << ", seed " << seed << ", " << rows.size() << " rows of " << path.size());
        REQUIRE(found.count == right.count);
        REQUIRE(found.codes == right.codes);
        REQUIRE(found.values == right.values);
    }
}

} // namespace

TEST_CASE("Groups of three rows") {
    ComputeTest test;
    const Rows rows{{{2, 2}, {Fold::sum}}, {{0, 1, 0}, {0, 1, 1}}, {{5, -7, 9}}};
    const DeviceTree tree = DeviceBuild(test.engine(), rows.shape)(upload_rows(test.engine(), rows));
    const DeviceGroups groups(test.engine(), rows.shape);
    const Groups all = groups(tree, {.group_by = {1}});
    CHECK(all.codes == std::vector<std::vector<std::uint32_t>>{{0, 1}});
    CHECK(all.count == std::vector<std::int64_t>{1, 2});
    CHECK(all.values == std::vector<std::vector<std::int64_t>>{{5, 2}});
    CHECK(all.method == Method::scan);
    const Groups least = groups(tree, {.group_by = {1}, .top = Top{1, 0, true}});
    CHECK(least.values == std::vector<std::vector<std::int64_t>>{{2}});
    CHECK(groups(tree, {.where = {{0, {1}}}}).method == Method::path);
}

TEST_CASE("Groups on the GPU are those of a look at every row") {
    ComputeTest test;
    std::uint64_t seed = 4900;
    for (const Shape& shape :
         {Shape{{1}, {}}, Shape{{5, 40, 3}, all_folds}, Shape{{3, 4, 700, 5, 70'000}, {Fold::sum}},
          Shape{std::vector<std::uint32_t>(12, 2), {Fold::max}}}) {
        for (const std::int64_t size : {0, 1, 900}) {
            Random random(++seed);
            const std::vector<int> path = random_path(shape.cardinalities.size(), random);
            check(test.engine(), random_rows(shape, size, true, seed), path, 12, seed);
        }
    }
}

TEST_CASE("Groups are the same in every tier, and where software is taken for hardware") {
    ComputeTest test;
    const Rows rows = random_rows({{6, 5, 4, 9}, all_folds}, 800, true, 4960);
    for (const auto* engines : {&test.engines(), &test.other_engines()})
        for (const auto& engine : *engines)
            check(*engine, rows, {2, 0, 1, 3}, 6, 4960);
}

TEST_CASE("Groups that cannot be are refused") {
    ComputeTest test;
    const Rows rows = random_rows({{3, 4}, {}}, 10, false, 4980);
    const DeviceTree tree = DeviceBuild(test.engine(), rows.shape)(upload_rows(test.engine(), rows));
    const DeviceGroups groups(test.engine(), rows.shape);
    CHECK(usage_message([&] {
              groups(tree, {.group_by = {1, 1}});
          }) == "cube groups: dimension 1 is grouped by twice: name it once");
    CHECK(usage_message([&] {
              groups(tree, {.group_by = {1}, .top = Top{1, 0}});
          }) == "cube groups: there is no measure 0: there are 0");
    CHECK(usage_message([&] {
              DeviceGroups(test.engine(), {{3}, {}})(tree, {});
          }) ==
          "cube groups: a tree of 2 dimensions and 0 measures has another shape than this was made for: "
          "make one for that shape");
    CHECK_THROWS_AS(groups(tree, {.group_by = {0}}, {.cancelled = [] { return true; }}), Cancelled);
}

} // namespace scanline::cube::device_groups_gl_test
