#include "scanline/cube/device_build.h"

#include "compute/compute_fixture.h"
#include "random_rows.h"
#include "scanline/cube/build.h"
#include "scanline/cube/generate.h"
#include "scanline/cube/reference/tree.h"
#include "support/error_message.h"
#include "tree_difference.h"

#include <catch2/catch_all.hpp>

namespace scanline::cube::device_update_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::usage_message;

namespace {

void append(Rows& rows, const Rows& more) {
    rows.shape = more.shape;
    const auto join = [](auto& columns, const auto& further) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            columns[c].insert(columns[c].end(), further[c].begin(), further[c].end());
    };
    join(rows.codes, more.codes);
    join(rows.measures, more.measures);
}

/// Updates of several sizes, one after the other, with cardinalities that grow.
void check_updates(compute::Engine& engine, Shape shape, std::uint64_t seed) {
    std::vector<int> path = default_path(shape);
    std::ranges::reverse(path);
    Random random(seed);
    Rows all = random_rows(shape, static_cast<std::int64_t>(random.below(300)), false, seed);
    DeviceTree tree = DeviceBuild(engine, shape, path)(upload_rows(engine, all));
    for (const std::int64_t size : {0, 1, 400, 900}) {
        shape.cardinalities[random.below(shape.cardinalities.size())] += size == 400 ? 5 : 0;
        const Rows further = random_rows(shape, size, size == 900, ++seed);
        append(all, further);
        tree = DeviceUpdate(engine, shape, path)(tree, upload_rows(engine, further));
        INFO(all.size() << " rows of " << path.size() << ", the last " << size << ", seed " << seed);
        REQUIRE(difference(download_tree(engine, tree), reference::build(all, path)) == "");
    }
}

} // namespace

TEST_CASE("A row is added to a tree of two") {
    ComputeTest test;
    const Rows old{{{2, 2}, {Fold::sum}}, {{0, 1}, {0, 1}}, {{5, -7}}},
        further{{{2, 3}, {Fold::sum}}, {{0, 0}, {2, 0}}, {{1, 2}}};
    const DeviceTree tree = DeviceUpdate(test.engine(), further.shape)(
        DeviceBuild(test.engine(), old.shape)(upload_rows(test.engine(), old)),
        upload_rows(test.engine(), further));
    const Tree found = download_tree(test.engine(), tree);
    CHECK(found.levels[2].key == std::vector<std::uint32_t>{0, 2, 1});
    CHECK(found.levels[2].values[0] == std::vector<std::int64_t>{7, 1, -7});
    CHECK(found.row_order == std::vector<std::uint32_t>{0, 3, 2, 1});
}

TEST_CASE("Updated trees are those of all rows at once, array for array") {
    ComputeTest test;
    std::uint64_t seed = 4700;
    for (const Shape& shape :
         {Shape{{1}, {}}, Shape{{3, 5, 40}, all_folds}, Shape{{50, 2, 50, 3, 9}, {Fold::max}},
          Shape{std::vector<std::uint32_t>(32, 2), {Fold::sum}}})
        check_updates(test.engine(), shape, seed += 10);
}

TEST_CASE("Updates are the same in every tier, and where software is taken for hardware") {
    ComputeTest test;
    for (const auto* engines : {&test.engines(), &test.other_engines()})
        for (const auto& engine : *engines)
            check_updates(*engine, {{7, 30, 4}, all_folds}, 4790);
}

TEST_CASE("A large update on the GPU, at once and in parts, equals a build of all rows") {
    ComputeTest test;
    const Generated half{15, 40, 6'000};
    Rows all = generate(half, 1.2, 4780);
    const Rows further = generate(half, 0, 4781); // more than 256 * 256 nodes
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 2 << 20; // room for the tree, but not for more than 5,461 new rows at once
    compute::Engine in_parts(small, {.chained = false});
    const Tree old = cube::build(all);
    append(all, further);
    const Tree right = cube::build(all, old.path);
    for (compute::Engine* const engine : {&test.engine(), &in_parts})
        CHECK(
            difference(download_tree(*engine, DeviceUpdate(*engine, further.shape)(
                                                  upload_tree(*engine, old), upload_rows(*engine, further))),
                       right) == "");
}

TEST_CASE("A tree without rows takes all of the further ones") {
    ComputeTest test;
    const Shape shape{{4, 6}, {Fold::min}};
    const Rows none = random_rows(shape, 0, false, 1), some = random_rows(shape, 100, false, 4795);
    const DeviceTree empty = DeviceBuild(test.engine(), shape)(upload_rows(test.engine(), none));
    const DeviceUpdate update(test.engine(), shape);
    CHECK(difference(download_tree(test.engine(), update(empty, upload_rows(test.engine(), some))),
                     reference::build(some, {0, 1})) == "");
    CHECK(update(empty, upload_rows(test.engine(), none)).rows() == 0);
}

TEST_CASE("Rows that do not fit a tree are not added") {
    ComputeTest test;
    const Rows old = random_rows({{4, 6}, {}}, 9, false, 1), narrow = random_rows({{4, 5}, {}}, 9, false, 1);
    const DeviceTree tree = DeviceBuild(test.engine(), old.shape)(upload_rows(test.engine(), old));
    const std::string refusal =
        "cube update: the tree has another path, other measures or a larger cardinality "
        "than the rows: add rows of its kind";
    CHECK(usage_message([&] {
              DeviceUpdate(test.engine(), narrow.shape)(tree, upload_rows(test.engine(), narrow));
          }) == refusal);
    CHECK(usage_message([&] {
              DeviceUpdate(test.engine(), old.shape, {1, 0})(tree, upload_rows(test.engine(), old));
          }) == refusal);
}

} // namespace scanline::cube::device_update_gl_test
