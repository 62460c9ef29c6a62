#include "scanline/cube/build.h"

#include "kdtree/cancel_at.h"
#include "kdtree/stages.h"
#include "random_rows.h"
#include "support/error_message.h"
#include "tree_difference.h"

#include "scanline/cube/generate.h"
#include "scanline/cube/reference/tree.h"

#include <catch2/catch_all.hpp>

#include <cmath>
#include <numeric>
#include <set>

namespace scanline::cube::build_test {

using namespace test;
using kdtree::test::check_cancelled_anywhere;
using scanline::test::usage_message;

namespace {

const Rows example{{{2, 2}, {Fold::sum}}, {{0, 1, 0}, {0, 1, 1}}, {{5, 6, 7}}};

void check_tree(const Rows& rows, const std::vector<int>& path, int threads) {
    REQUIRE(difference(build(rows, path, {.threads = threads}), reference::build(rows, path)).empty());
}

} // namespace

TEST_CASE("A tree shares the nodes of rows that begin alike") {
    const Tree tree = build(example);
    CHECK(tree.path == std::vector{0, 1});
    CHECK(tree.levels[0].values[0] == std::vector<std::int64_t>{18});
    CHECK(tree.levels[1].key == std::vector<std::uint32_t>{0, 1});
    CHECK(tree.levels[1].values[0] == std::vector<std::int64_t>{12, 6});
    CHECK(tree.levels[2].key == std::vector<std::uint32_t>{0, 1, 1});
    CHECK(tree.levels[2].side_link == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(tree.row_order == std::vector<std::uint32_t>{0, 2, 1});
}

TEST_CASE("Codes find a node if rows begin with them, and the node has these codes") {
    const Rows rows = random_rows({{3, 40, 5}, {}}, 60, false, 4290);
    const Tree tree = build(rows);
    const auto prefix_of = [&](std::size_t row, std::size_t levels) {
        std::vector<std::uint32_t> codes;
        for (std::size_t level = 0; level < levels; ++level)
            codes.push_back(rows.codes[static_cast<std::size_t>(tree.path[level])][row]);
        return codes;
    };
    std::set<std::vector<std::uint32_t>> prefixes;
    for (std::size_t row = 0; row < 60; ++row)
        for (std::size_t level = 0; level <= 3; ++level)
            prefixes.insert(prefix_of(row, level));
    for (std::vector<std::uint32_t> codes : std::vector(prefixes.begin(), prefixes.end())) {
        const std::optional<std::uint32_t> node = find_node(tree, codes);
        REQUIRE(node);
        REQUIRE(codes_of(tree, codes.size(), *node) == codes);
        codes.push_back(0);
        for (; codes.back() < 41; ++codes.back()) {
            INFO("code " << codes.back() << " on level " << codes.size());
            REQUIRE(find_node(tree, codes).has_value() == prefixes.contains(codes));
        }
    }
}

TEST_CASE("Trees of random tables equal those made by maps") {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Random random(seed);
        const Shape shape = random_shape(6, 9, random);
        const Rows rows = random_rows(shape, seed % 10 == 0 ? 1500 : 80, random);
        INFO(rows.size() << " rows of " << shape.cardinalities.size() << " dimensions, seed " << seed);
        check_tree(rows, random_path(shape.cardinalities.size(), random), threads_of(seed));
    }
}

TEST_CASE("Trees may have any number of dimensions and codes of any width") {
    for (const std::uint32_t cardinality : {1u, 2u, 255u, 256u, 257u, 2048u, 65'537u}) {
        for (const int dimensions : {1, 2, 3, 32}) {
            const std::uint64_t seed = cardinality + static_cast<std::uint64_t>(dimensions);
            INFO(dimensions << " dimensions of " << cardinality << " codes, seed " << seed);
            Rows rows = generate({dimensions, cardinality, 600}, 0, seed);
            std::vector<int> path(static_cast<std::size_t>(dimensions));
            std::iota(path.begin(), path.end(), 0);
            check_tree(rows, path, 2);
            // Rows that agree in all but the last dimension.
            for (auto column = rows.codes.begin(); column + 1 != rows.codes.end(); ++column)
                std::ranges::fill(*column, cardinality - 1);
            check_tree(rows, path, 2);
        }
    }
}

TEST_CASE("The tree of no rows is a root that counts none") {
    const Tree tree = build({{{3, 2}, {Fold::sum, Fold::min}}, {{}, {}}, {{}, {}}});
    CHECK(tree.levels[0].count == std::vector<std::uint32_t>{0});
    CHECK(tree.levels[0].values[0] == std::vector<std::int64_t>{0});
    CHECK(tree.levels[1].size() == 0);
    CHECK(tree.levels[2].header_first == std::vector<std::uint32_t>{0, 0, 0, 0});
}

TEST_CASE("Every level of a large tree adds up to the grand total") {
    const Rows rows = generate(parse_generated("D6C12T20K"), GENERATE(0.0, 1.2), 5);
    const Tree tree = build(rows);
    const auto total = std::accumulate(rows.measures[0].begin(), rows.measures[0].end(), std::int64_t{0});
    for (const Level& level : tree.levels) {
        CHECK(std::accumulate(level.count.begin(), level.count.end(), std::int64_t{0}) == rows.size());
        CHECK(std::accumulate(level.values[0].begin(), level.values[0].end(), std::int64_t{0}) == total);
    }
}

TEST_CASE("Uniform rows have as many nodes as their number and the combinations of codes let expect") {
    // Of c combinations, T rows hit c (1 - (1 - 1 / c)^T): close to c for few, to T for many.
    const Generated what = parse_generated("D8C10T30K");
    const Tree tree = build(generate(what, 0, 11));
    for (std::size_t level = 1; level < tree.levels.size(); ++level) {
        const double cells = std::pow(what.cardinality, level), rows = static_cast<double>(what.rows),
                     expected = -cells * std::expm1(rows * std::log1p(-1 / cells)),
                     nodes = static_cast<double>(tree.levels[level].size());
        INFO("level " << level << ", seed 11");
        // Fewer than the variance of as many independent hits.
        CHECK(std::abs(nodes - expected) <= 5 * std::sqrt(expected) + 1);
        CHECK(nodes <= std::min(cells, rows));
    }
}

TEST_CASE("Builds announce the stages of the paper and can be cancelled anywhere") {
    const auto stages =
        kdtree::test::stages_of([](PassObserver& observer) { build(example, {}, {.observer = &observer}); });
    CHECK(stages == std::vector<std::string>{"key", "index", "header-table", "roll-up"});
    const Rows rows = generate(parse_generated("D3C50T100K"), 0, 3);
    check_cancelled_anywhere(
        10, [&](const CancelHook& hook) { build(rows, {}, {.threads = 2, .limits = {.cancelled = hook}}); });
}

TEST_CASE("Builds refuse what is no table") {
    const auto message = [](Rows rows, std::vector<int> path = {}) {
        return usage_message([&] { build(rows, path); });
    };
    CHECK(message({{{}, {}}, {}, {}}) == "cube build: 0 dimensions is out of range: choose 1 to 32");
    CHECK(message({{{2, 0}, {}}, {{}, {}}, {}}) ==
          "cube build: dimension 1 has cardinality 0: a dimension has 1 code or more");
    CHECK(message(example, {0, 0}) ==
          "cube build: the path 0 0 does not name each of the dimensions 0 to 1 once");
    CHECK(message({{{2, 2}, {}}, {{0, 1}, {0}}, {}}) ==
          "cube build: columns of 2 and 1 rows: all columns must be equally long");
    CHECK(message({{{2}, {Fold::sum}}, {{0, 1}}, {}}) ==
          "cube build: the shape has 1 measures, but the rows 0 columns of them: pass one column for each");
    CHECK(message({{{2, 2}, {}}, {{0, 1}, {0, 2}}, {}}) ==
          "cube build: dimension 1 has no code 2: its codes are 0 to 1");
}

} // namespace scanline::cube::build_test
