#include "scanline/cube/build.h"

#include "kdtree/cancel_at.h"
#include "kdtree/stages.h"
#include "random_rows.h"
#include "support/error_message.h"
#include "tree_difference.h"

#include "scanline/cube/generate.h"
#include "scanline/cube/reference/tree.h"

#include <catch2/catch_all.hpp>

namespace scanline::cube::update_test {

using namespace test;
using kdtree::test::check_cancelled_anywhere;
using scanline::test::usage_message;

namespace {

template <class Column>
void append(std::vector<Column>& to, const std::vector<Column>& from) {
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i].insert(to[i].end(), from[i].begin(), from[i].end());
}

void append(Rows& to, const Rows& from) {
    append(to.codes, from.codes);
    append(to.measures, from.measures);
    to.shape = from.shape;
}

} // namespace

TEST_CASE("Trees updated again and again equal those made by maps of all rows at once") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        Shape shape = random_shape(5, 6, random);
        const std::vector<int> path = random_path(shape.cardinalities.size(), random);
        const cpu::Options options{.threads = threads_of(seed)};
        Rows all = random_rows(shape, 60, random);
        Tree tree = build(all, path, options);
        for (int batch = 0; batch < 4; ++batch) {
            for (std::uint32_t& cardinality : shape.cardinalities)
                cardinality += static_cast<std::uint32_t>(random.below(3));
            const Rows rows = random_rows(shape, batch == 3 ? 300 : 20, random);
            append(all, rows);
            tree = update(tree, rows, options);
            INFO("batch " << batch << " of " << rows.size() << " rows, seed " << seed);
            REQUIRE(difference(tree, reference::build(all, path)).empty());
        }
    }
}

TEST_CASE("A large update equals a build of all rows") {
    Rows all = generate(parse_generated("D5C30T20K"), GENERATE(0.0, 1.5), 8);
    const Rows more = generate(parse_generated("D5C31T30K"), 0.5, 9);
    const Tree before = build(all);
    append(all, more);
    CHECK(difference(update(before, more, {.threads = 2}), build(all)).empty());
}

TEST_CASE("Updates announce their stages and can be cancelled anywhere") {
    const Rows rows = generate(parse_generated("D3C50T60K"), 0, 3);
    const Tree tree = build(rows);
    CHECK(kdtree::test::stages_of([&](PassObserver& observer) {
              update(tree, rows, {.observer = &observer});
          }) == std::vector<std::string>{"key", "merge", "header-table"});
    check_cancelled_anywhere(10, [&](const CancelHook& hook) {
        update(tree, rows, {.threads = 2, .limits = {.cancelled = hook}});
    });
}

TEST_CASE("Updates refuse rows of another table") {
    const Tree tree = build({{{2, 3}, {Fold::sum}}, {{0}, {2}}, {{1}}});
    const auto message = [&](const Rows& rows) { return usage_message([&] { update(tree, rows); }); };
    CHECK(message({{{2, 3}, {Fold::max}}, {{0}, {2}}, {{1}}}) ==
          "cube update: the measures of the rows are combined otherwise than those of the tree: pass rows of "
          "the "
          "same columns");
    CHECK(message({{{2}, {Fold::sum}}, {{0}}, {{1}}}) ==
          "cube update: the tree has 2 dimensions, the rows 1: pass rows of the same columns");
    CHECK(message({{{2, 2}, {Fold::sum}}, {{0}, {1}}, {{1}}}) ==
          "cube update: dimension 1 has 3 codes in the tree, but 2 in the rows: dictionaries can only grow");
}

} // namespace scanline::cube::update_test
