#include "scanline/cube/query.h"

#include "kdtree/cancel_at.h"
#include "random_query.h"
#include "support/error_message.h"

#include "scanline/cube/build.h"
#include "scanline/cube/generate.h"
#include "scanline/cube/reference/tree.h"

#include <catch2/catch_all.hpp>

#include <set>

namespace scanline::cube::query_test {

using namespace test;
using kdtree::test::check_cancelled_anywhere;
using scanline::test::usage_message;

namespace {

const Rows example{
    {{2, 2, 3}, {Fold::sum}}, {{0, 0, 1, 1, 1}, {0, 1, 1, 1, 0}, {2, 2, 2, 1, 0}}, {{10, 20, 30, 40, 50}}};

Groups answer_one(const Tree& tree, const Query& query) {
    return answer(tree, {&query, 1}).front();
}

} // namespace

TEST_CASE("Queries take nodes, side links or all nodes of a level") {
    const Tree tree = build(example, {0, 1, 2});
    const Groups prefix = answer_one(tree, {.where = {{1, {1}}, {0, {1}}}});
    CHECK(prefix.method == Method::path);
    CHECK(prefix.count == std::vector<std::int64_t>{2});
    CHECK(prefix.values[0] == std::vector<std::int64_t>{70});

    const Groups off = answer_one(tree, {.where = {{2, {2}}}, .group_by = {0}});
    CHECK(off.method == Method::side_links);
    CHECK(off.codes == std::vector<std::vector<std::uint32_t>>{{0, 1}});
    CHECK(off.count == std::vector<std::int64_t>{2, 1});
    CHECK(off.values[0] == std::vector<std::int64_t>{30, 30});

    const Groups all = answer_one(tree, {.group_by = {2}, .top = Top{1, 0}});
    CHECK(all.method == Method::scan);
    CHECK(all.codes == std::vector<std::vector<std::uint32_t>>{{2}});

    const Groups below = answer_one(tree, {.where = {{0, {1}}}, .group_by = {1}, .having = 2});
    CHECK(below.method == Method::path);
    CHECK(below.codes == std::vector<std::vector<std::uint32_t>>{{1}});
    CHECK(to_string(Method::side_links) == "side-links");
}

TEST_CASE("A combination that no row has counts none") {
    const Tree tree = build(example, {0, 1, 2});
    for (const Query& query : {Query{.where = {{0, {0}}, {2, {1}}}},
                               Query{.where = {{0, {0}}, {1, {0}}, {2, {0}}}}, Query{.where = {{2, {}}}}}) {
        const Groups groups = answer_one(tree, query);
        CHECK(groups.count == std::vector<std::int64_t>{0});
        CHECK(groups.values[0] == std::vector<std::int64_t>{0});
        CHECK(rows_behind(tree, query.where).empty());
    }
}

TEST_CASE("Cells that climb from the same nodes are those that climb alone") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Random random(seed);
        // The large ones have more nodes on a level than climb at once.
        const bool large = seed < 3;
        const Shape shape{{3, 4, large ? 40u : 2u, large ? 50u : 5u}, {Fold::sum, Fold::min, Fold::max}};
        const Rows rows = random_rows(shape, large ? 20'000 : 900, random);
        const Tree tree = build(rows, random_path(4, random));
        // Some 600 cells share few codes: more than fit one climb, in any order, with sets of codes among
        // them.
        std::vector<Query> queries(600);
        std::ranges::generate(queries, [&] {
            Query query = random_query(shape, random);
            query.group_by.clear();
            query.top.reset();
            if (large) // otherwise few have a single code
                for (Condition& condition : query.where)
                    condition.codes.resize(
                        std::min<std::size_t>(condition.codes.size(), 1 + random.below(2)));
            return query;
        });
        const std::vector<Groups> together = answer(tree, queries, {.threads = threads_of(seed)});
        for (std::size_t q = 0; q < queries.size(); ++q) {
            INFO("query " << q << ", seed " << seed);
            const Groups alone = answer_one(tree, queries[q]), &found = together[q];
            REQUIRE(found.method == alone.method);
            REQUIRE(found.count == alone.count);
            REQUIRE(found.values == alone.values);
        }
    }
}

TEST_CASE("Answers to random queries equal those of a look at every row") {
    std::set<Method> methods;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const Shape shape = random_shape(5, 7, random);
        const Rows rows = random_rows(shape, seed % 20 == 0 ? 2000 : 80, random);
        const Tree tree = build(rows, random_path(shape.cardinalities.size(), random), {.threads = 1});
        std::vector<Query> queries(10);
        std::ranges::generate(queries, [&] { return random_query(shape, random); });
        const std::vector<Groups> answers = answer(tree, queries, {.threads = threads_of(seed)});
        for (std::size_t q = 0; q < queries.size(); ++q) {
            INFO("query " << q << " of " << rows.size() << " rows, seed " << seed);
            const Groups right = reference::answer(rows, queries[q]);
            REQUIRE(answers[q].codes == right.codes);
            REQUIRE(answers[q].count == right.count);
            REQUIRE(answers[q].values == right.values);
            REQUIRE(rows_behind(tree, queries[q].where) == reference::rows_behind(rows, queries[q].where));
            methods.insert(answers[q].method);
        }
    }
    CHECK(methods.size() == enumerators<Method>.size());
}

TEST_CASE("All sets of up to some dimensions are grouped by") {
    CHECK(grouping_sets(3, 2) == std::vector<std::vector<int>>{{}, {0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}});
    CHECK(grouping_sets(2, 9) == std::vector<std::vector<int>>{{}, {0}, {1}, {0, 1}});
    CHECK(grouping_sets(0, 1) == std::vector<std::vector<int>>{{}});
    CHECK(
        usage_message([] { grouping_sets(32, 16); }) ==
        "cube query: there are more than 1048576 sets of up to 16 of 32 dimensions: choose fewer dimensions");
    CHECK(usage_message([] { grouping_sets(3, -1); }) ==
          "cube query: sets of up to -1 of 3 dimensions do not exist: choose 0 or more");
}

TEST_CASE("Queries of what is not in the cube are refused") {
    const Tree tree = build(example);
    const auto message = [&](const Query& query) {
        return usage_message([&] { answer(tree, {&query, 1}); });
    };
    CHECK(message({.where = {{3, {0}}}}) == "cube query: there is no dimension 3: there are 0 to 2");
    CHECK(message({.where = {{0, {1, 2}}}}) == "cube query: dimension 0 has no code 2: its codes are 0 to 1");
    CHECK(message({.where = {{0, {1}}, {0, {0}}}}) ==
          "cube query: dimension 0 has two conditions: name all of its codes in one");
    CHECK(message({.group_by = {1, 1}}) == "cube query: dimension 1 is grouped by twice: name it once");
    CHECK(message({.top = Top{1, 1}}) == "cube query: there is no measure 1: there are 1");
    CHECK(message({.top = Top{-1}}) == "cube query: the top -1 groups cannot be kept: choose 0 or more");
    const std::vector<Query> batch{{}, {.where = {{0, {9}}}}};
    CHECK(usage_message([&] { answer(tree, batch); }) ==
          "cube query: query 2: dimension 0 has no code 9: its codes are 0 to 1");
}

TEST_CASE("Queries can be cancelled anywhere") {
    const Tree tree = build(generate(parse_generated("D4C20T60K"), 0, 2));
    const std::vector<Query> queries(8, Query{.where = {{3, {1, 2, 3, 4, 5, 6}}}, .group_by = {1, 2}});
    check_cancelled_anywhere(4, [&](const CancelHook& hook) {
        answer(tree, queries, {.threads = 1, .limits = {.cancelled = hook}});
    });
}

} // namespace scanline::cube::query_test
