#include "scanline/cube/device_build.h"

#include "compute/compute_fixture.h"
#include "compute/emulated_subgroups.h"
#include "random_rows.h"
#include "scanline/cube/reference/tree.h"
#include "support/error_message.h"
#include "tree_difference.h"

#include <catch2/catch_all.hpp>

namespace scanline::cube::device_build_gl_test {

using namespace test;
using Catch::Matchers::StartsWith;
using scanline::test::ComputeTest;
using scanline::test::usage_message;

namespace {

/// Paths backwards, to differ from the order of the dimensions.
std::vector<int> backwards(const Shape& shape) {
    std::vector<int> path;
    for (int d = static_cast<int>(shape.cardinalities.size()); d-- > 0;)
        path.push_back(d);
    return path;
}

std::vector<Shape> tested_shapes() {
    std::vector<Shape> shapes{{{1}, {}},
                              {{300}, {Fold::sum}},
                              {{2, 3, 4}, all_folds},
                              {{160, 160, 160, 160, 160}, {Fold::max}},
                              {{7, 1, 1000, 2, 70'000, 3}, {Fold::min, Fold::sum}},
                              {std::vector<std::uint32_t>(32, 2), {Fold::sum}}};
    shapes.push_back({std::vector<std::uint32_t>(32, 3000), {}});
    return shapes;
}

} // namespace

TEST_CASE("The tree of three rows") {
    ComputeTest test;
    const Rows rows{{{2, 2}, {Fold::sum}}, {{0, 1, 0}, {0, 1, 1}}, {{5, -7, 9}}};
    const DeviceBuild build(test.engine(), rows.shape);
    const Tree tree = download_tree(test.engine(), build(upload_rows(test.engine(), rows)));
    CHECK(tree.levels[1].key == std::vector<std::uint32_t>{0, 1});
    CHECK(tree.levels[1].values == std::vector<std::vector<std::int64_t>>{{14, -7}});
    CHECK(tree.levels[2].key == std::vector<std::uint32_t>{0, 1, 1});
    CHECK(tree.row_order == std::vector<std::uint32_t>{0, 2, 1});
    CHECK(difference(tree, reference::build(rows, {0, 1})) == "");
}

TEST_CASE("Trees built on the GPU are those of sorted maps, array for array") {
    ComputeTest test;
    std::uint64_t seed = 4000;
    for (const Shape& shape : tested_shapes()) {
        const DeviceBuild build(test.engine(), shape, backwards(shape));
        for (const std::int64_t size : {1, 2, 256, 257, 1500}) {
            for (const bool skewed : {false, true}) {
                const Rows rows = random_rows(shape, size, skewed, ++seed);
                INFO(shape.cardinalities.size() << " dimensions, " << size << " rows, seed " << seed);
                REQUIRE(difference(download_tree(test.engine(), build(upload_rows(test.engine(), rows))),
                                   reference::build(rows, backwards(shape))) == "");
            }
        }
    }
}

TEST_CASE("Trees are the same in every tier, and where software is taken for hardware") {
    ComputeTest test;
    const Rows rows = random_rows({{7, 30, 3, 200}, all_folds}, 5000, true, 4100);
    const Tree right = reference::build(rows, default_path(rows.shape));
    for (const auto* engines : {&test.engines(), &test.other_engines()}) {
        for (const auto& engine : *engines) {
            INFO(to_string(engine->tier()));
            const DeviceBuild build(*engine, rows.shape);
            CHECK(difference(download_tree(*engine, build(upload_rows(*engine, rows))), right) == "");
        }
    }
}

TEST_CASE("Trees are the same with emulated subgroups") {
    ComputeTest test;
    const scanline::test::EmulatedSubgroups shaders;
    const auto engine = shaders.make_engine(test.capabilities());
    if (!engine)
        return;
    const Rows rows = random_rows({{7, 30, 3}, {Fold::min}}, 3000, true, 4150);
    CHECK(
        difference(download_tree(*engine, DeviceBuild(*engine, rows.shape)(upload_rows(*engine, rows))),
                   reference::build(rows, default_path(rows.shape))) == "");
}

TEST_CASE("A tree of no rows is a root") {
    ComputeTest test;
    const Rows rows = random_rows({{3, 2}, all_folds}, 0, false, 1);
    const Tree tree = download_tree(test.engine(),
                                    DeviceBuild(test.engine(), rows.shape)(upload_rows(test.engine(), rows)));
    CHECK(difference(tree, reference::build(rows, {1, 0})) == "");
}

TEST_CASE("The memory of a tree that is gone serves the next one, and a tree outlives what built it") {
    ComputeTest test;
    const Rows rows = random_rows({{7, 30, 3}, all_folds}, 900, true, 4170),
               fewer = random_rows(rows.shape, 700, true, 4171), few = random_rows(rows.shape, 5, true, 4172);
    DeviceTree tree;
    {
        const DeviceBuild build(test.engine(), rows.shape);
        tree = build(upload_rows(test.engine(), rows));
        const std::int64_t words = tree.memory->size();
        tree = {};
        tree = build(upload_rows(test.engine(), fewer));
        CHECK(tree.memory->size() == words);
        tree = {};
        CHECK(build(upload_rows(test.engine(), few)).memory->size() < words / 2); // not that of a large tree
        tree = build(upload_rows(test.engine(), fewer));
        const DeviceTree second = build(upload_rows(test.engine(), fewer));
        CHECK(second.memory->size() < words);
    }
    CHECK(difference(download_tree(test.engine(), tree),
                     reference::build(fewer, default_path(fewer.shape))) == "");
}

TEST_CASE("A tree goes to the GPU and comes back") {
    ComputeTest test;
    const Rows rows = random_rows({{7, 30, 3}, all_folds}, 500, true, 4200);
    const Tree tree = reference::build(rows, {2, 0, 1});
    CHECK(difference(download_tree(test.engine(), upload_tree(test.engine(), tree)), tree) == "");
}

TEST_CASE("What cannot be built is refused with the limit") {
    ComputeTest test;
    compute::Engine& engine = test.engine();
    CHECK(usage_message([&] {
              DeviceBuild(engine, {{}, {}});
          }) == "cube build: 0 dimensions is out of range: choose 1 to 32");
    CHECK(usage_message([&] {
              DeviceBuild(engine, {{2, 2}, {}}, {1, 1});
          }) == "cube build: the path 1 1 does not name each of the dimensions 0 to 1 once");
    CHECK(usage_message([&] {
              upload_rows(engine, {{{2}, {}}, {{0, 2}}, {}});
          }) == "cube upload: dimension 0 has no code 2: its codes are 0 to 1");
    CHECK(usage_message([&] {
              upload_rows(engine, {{{2, 2}, {}}, {{0, 1}, {0}}, {}});
          }) == "cube upload: columns of 2 and 1 rows: all columns must be equally long");
    CHECK(usage_message([&] {
              DeviceBuild(engine, {{2}, {}})(upload_rows(engine, {{{3}, {}}, {{0}}, {}}));
          }) == "cube build: rows of 1 dimensions and 0 measures have another shape than this "
                "was made for: make one for that shape");
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 1 << 16;
    compute::Engine few(small, {.chained = false});
    const Rows rows = random_rows({std::vector<std::uint32_t>(4, 1000), {Fold::sum}}, 4096, false, 4300);
    const DeviceRows uploaded = upload_rows(few, rows);
    CHECK_THAT(usage_message([&] { DeviceBuild(few, rows.shape)(uploaded); }),
               StartsWith("cube build: the array of values has "));
    CHECK_THROWS_AS(DeviceBuild(engine, rows.shape)(uploaded, {.cancelled = [] { return true; }}), Cancelled);
}

} // namespace scanline::cube::device_build_gl_test
