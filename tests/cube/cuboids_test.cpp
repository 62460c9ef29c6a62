#include "scanline/cube/cuboids.h"

#include "kdtree/cancel_at.h"
#include "random_query.h"
#include "support/error_message.h"

#include "scanline/core/clock.h"
#include "scanline/cube/build.h"
#include "scanline/cube/generate.h"
#include "scanline/cube/reference/tree.h"

#include <catch2/catch_all.hpp>

#include <iostream>

namespace scanline::cube::cuboids_test {

using namespace test;
using kdtree::test::check_cancelled_anywhere;
using scanline::test::usage_message;

namespace {

using Sets = std::vector<std::vector<int>>;

/// Sets of any sizes, in any order, some twice.
Sets random_sets(std::size_t dimensions, Random& random) {
    Sets sets(random.below(9));
    for (std::vector<int>& set : sets) {
        set = random_path(dimensions, random);
        set.resize(random.below(dimensions + 1));
    }
    return sets;
}

} // namespace

TEST_CASE("The cuboids of three rows") {
    const Tree tree = build({{{2, 2}, {Fold::sum}}, {{0, 1, 0}, {0, 1, 1}}, {{5, -7, 9}}});
    const std::vector<Groups> found = cuboids(tree, {{1}, {}, {1, 0}}, {.having = 2});
    CHECK(found[0].codes == std::vector<std::vector<std::uint32_t>>{{1}});
    CHECK(found[0].values == std::vector<std::vector<std::int64_t>>{{2}});
    CHECK(found[1].count == std::vector<std::int64_t>{3});
    CHECK(found[2].count.empty());
}

TEST_CASE("Cuboids equal answers for each set by a look at every row") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const Shape shape = random_shape(5, seed % 3 == 0 ? 400 : 7, random);
        const Rows rows = random_rows(shape, seed % 20 == 0 ? 2000 : 80, random);
        const Tree tree = build(rows, random_path(shape.cardinalities.size(), random), {.threads = 1});
        Query query = random_query(shape, random);
        query.group_by.clear();
        const Sets sets = random_sets(shape.cardinalities.size(), random);
        const std::vector<Groups> found =
            cuboids(tree, sets, query, {.threads = static_cast<int>(1 + seed % 2)});
        for (std::size_t set = 0; set < sets.size(); ++set) {
            query.group_by = sets[set];
            const Groups right = reference::answer(rows, query);
            INFO("set " << set << " of " << sets.size() << ", seed " << seed);
            REQUIRE(found[set].codes == right.codes);
            REQUIRE(found[set].count == right.count);
            REQUIRE(found[set].values == right.values);
            REQUIRE(found[set].method == answer(tree, {&query, 1}).front().method);
        }
    }
}

TEST_CASE("Cuboids that cannot be are refused, and can be cancelled anywhere") {
    const Rows rows = random_rows({{4, 6, 300}, {Fold::max}}, 600, true, 1);
    const Tree tree = build(rows);
    CHECK(usage_message([&] { cuboids(tree, {{3}}); }) ==
          "cube cuboids: there is no dimension 3: there are 0 to 2");
    CHECK(usage_message([&] { cuboids(tree, {{1}}, {.group_by = {0}}); }) ==
          "cube cuboids: the query has groups of its own: name them among the sets");
    const Tree large = build(random_rows({{4, 300, 300}, {Fold::max}}, 60'000, false, 2));
    check_cancelled_anywhere(4, [&](const CancelHook& hook) {
        cuboids(large, grouping_sets(3, 3), {}, {.threads = 1, .limits = {.cancelled = hook}});
    });
}

TEST_CASE("Times of cuboids and of one answer for each set", "[.bench]") {
    const Tree tree = build(generate(parse_generated("D15C40T600K"), 0, 7));
    for (const int most : {2, 3}) {
        const Sets sets = grouping_sets(15, most);
        const Query query{.having = 50};
        std::vector<Query> queries;
        for (const std::vector<int>& set : sets)
            queries.push_back({.group_by = set, .having = query.having});
        const Stopwatch first(steady_time);
        const std::vector<Groups> found = cuboids(tree, sets, query, {.threads = 2});
        const double together = first.milliseconds();
        const Stopwatch second(steady_time);
        const std::vector<Groups> right = answer(tree, queries, {.threads = 2});
        const double alone = second.milliseconds();
        for (std::size_t set = 0; set < sets.size(); ++set)
            REQUIRE(found[set].values == right[set].values);
        std::cout << sets.size() << " sets of up to " << most << ": " << together << " ms together, " << alone
                  << " ms one by one\n";
    }
}

} // namespace scanline::cube::cuboids_test
