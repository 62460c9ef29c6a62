// What traces tell, against what builds, updates and queries do.
#include "random_rows.h"
#include "scanline/cube/build.h"
#include "scanline/cube/trace.h"

#include <array>
#include <catch2/catch_all.hpp>
#include <set>

namespace scanline::cube::trace_test {

namespace {

constexpr int cases = 300;

const Rows example{{{2, 2}, {Fold::sum}}, {{0, 1, 0}, {0, 1, 1}}, {{5, 6, 7}}};

/// Those of a node's path, from level 1 on.
std::vector<std::uint32_t> path_codes(const Tree& tree, std::size_t level, std::uint32_t node) {
    std::vector<std::uint32_t> codes;
    for (; level > 0; node = tree.levels[level--].parent[node])
        codes.insert(codes.begin(), tree.levels[level].key[node]);
    return codes;
}

std::set<std::vector<std::uint32_t>> paths_of(const Tree& tree, std::size_t level) {
    std::set<std::vector<std::uint32_t>> paths;
    for (std::uint32_t node = 0; node < tree.levels[level].size(); ++node)
        paths.insert(path_codes(tree, level, node));
    return paths;
}

/// The greatest key of a node's children, which are in this level; -1 if it has none, as roots of no rows.
std::int64_t last_key(const Tree& tree, std::size_t level, std::uint32_t parent) {
    const std::uint32_t first = tree.levels[level - 1].first_child[parent],
                        last = tree.levels[level - 1].first_child[parent + 1];
    return first == last ? -1 : std::int64_t{tree.levels[level].key[last - 1]};
}

} // namespace

TEST_CASE("the traces of the example are those of the comments") {
    const BuildTrace built = trace_build(example);
    CHECK(built.tree == build(example));
    CHECK(built.first_level == std::vector<std::size_t>{1, 2, 1});
    CHECK(built.comparisons(0, 3) == 2 + 1);
    const QueryTrace query = trace_query(built.tree, {{1, {1}}});
    CHECK(query.method == Method::side_links);
    using Step = QueryTrace::Step;
    CHECK(query.steps == std::vector<Step>{{Step::Kind::look, 2, 1, {1}, true, {1, {7}}},
                                           {Step::Kind::look, 2, 2, {2}, true, {2, {13}}}});
    const QueryTrace path = trace_query(built.tree, {{0, {1}}, {1, {0}}});
    CHECK(path.steps == std::vector<Step>{{Step::Kind::descend, 1, 1, {1, 0}, true, {0, {0}}},
                                          {Step::Kind::descend, 2, 2, {2}, false, {0, {0}}}});
    CHECK(path.cell == Cell{0, {0}});
}

TEST_CASE("a row begins a node of each level from the first that the trace tells") {
    Random random(71);
    for (int i = 0; i < cases; ++i) {
        const Shape shape = test::random_shape(5, 6, random);
        const Rows rows = test::random_rows(shape, 60, random);
        const std::vector<int> path = test::random_path(shape.cardinalities.size(), random);
        CAPTURE(i, path);
        const BuildTrace trace = trace_build(rows, path);
        REQUIRE(trace.tree == build(rows, path));
        std::int64_t comparisons = 0;
        for (std::size_t row = 1; row < trace.first_level.size(); ++row)
            for (const int dimension : path) {
                const std::vector<std::uint32_t>& codes = rows.codes[static_cast<std::size_t>(dimension)];
                ++comparisons;
                if (codes[trace.tree.row_order[row]] != codes[trace.tree.row_order[row - 1]])
                    break;
            }
        REQUIRE(trace.comparisons(0, trace.first_level.size()) == comparisons);
        std::vector<std::set<std::size_t>> begun(trace.tree.levels.size());
        for (std::size_t row = 0; row < trace.first_level.size(); ++row)
            for (std::size_t level = trace.first_level[row]; level < begun.size(); ++level)
                begun[level].insert(row);
        for (std::size_t level = 1; level < begun.size(); ++level) {
            std::set<std::size_t> wanted;
            std::size_t place = 0;
            for (const std::uint32_t count : trace.tree.levels[level].count) {
                wanted.insert(place);
                place += count;
            }
            REQUIRE(begun[level] == wanted);
        }
    }
}

TEST_CASE("an update's nodes come from the nodes of the same codes in both trees") {
    Random random(72);
    for (int i = 0; i < cases; ++i) {
        const Shape shape = test::random_shape(4, 5, random);
        const Tree before = build(test::random_rows(shape, 40, random));
        const Rows rows = test::random_rows(shape, 20, random);
        CAPTURE(i);
        const UpdateTrace trace = trace_update(before, rows);
        REQUIRE(trace.tree == update(before, rows));
        REQUIRE(trace.added == build(rows));
        for (std::size_t level = 0; level < before.levels.size(); ++level) {
            const auto old_paths = paths_of(before, level), added_paths = paths_of(trace.added, level);
            REQUIRE(trace.sources[level].size() == trace.tree.levels[level].key.size());
            // Keys are compared until one of both lists of children ends.
            std::int64_t comparisons = 0;
            for (std::uint32_t node = 0; level > 0 && node < trace.tree.levels[level].size(); ++node) {
                const UpdateTrace::Source above =
                    trace.sources[level - 1][trace.tree.levels[level].parent[node]];
                comparisons += above.is_changed() && trace.tree.levels[level].key[node] <=
                                                         std::min(last_key(before, level, above.before),
                                                                  last_key(trace.added, level, above.added));
            }
            REQUIRE(trace.comparisons[level] == comparisons);
            for (std::uint32_t node = 0; node < trace.tree.levels[level].size(); ++node) {
                const UpdateTrace::Source source = trace.sources[level][node];
                const std::vector<std::uint32_t> codes = path_codes(trace.tree, level, node);
                REQUIRE(source.is_new() == !old_paths.contains(codes));
                REQUIRE((source.added == trace.none) == !added_paths.contains(codes));
                if (!source.is_new())
                    REQUIRE(path_codes(before, level, source.before) == codes);
                if (source.added != trace.none)
                    REQUIRE(path_codes(trace.added, level, source.added) == codes);
            }
        }
    }
}

TEST_CASE("a query's trace ends at its answer, and counts the nodes whose rows meet all conditions") {
    Random random(73);
    std::array<int, 3> seen{};
    for (int i = 0; i < cases; ++i) {
        const Shape shape = test::random_shape(5, 4, random);
        const Tree tree = build(test::random_rows(shape, 60, random),
                                test::random_path(shape.cardinalities.size(), random));
        std::vector<Condition> where;
        for (int d = 0; d < static_cast<int>(shape.cardinalities.size()); ++d)
            if (random.below(2) == 0)
                where.push_back({d,
                                 {static_cast<std::uint32_t>(
                                     random.below(shape.cardinalities[static_cast<std::size_t>(d)]))}});
        CAPTURE(i);
        const QueryTrace trace = trace_query(tree, where);
        const Groups wanted = answer(tree, std::array{Query{where}}).front();
        REQUIRE(trace.method == wanted.method);
        ++seen[static_cast<std::size_t>(trace.method)];
        REQUIRE(trace.cell.count == wanted.count.front());
        for (std::size_t m = 0; m < wanted.values.size(); ++m)
            REQUIRE(trace.cell.values[m] == wanted.values[m].front());
        std::int64_t count = 0;
        for (const QueryTrace::Step& step : trace.steps) {
            if (step.kind == QueryTrace::Step::Kind::look && step.met)
                count += tree.levels[step.level].count[step.node];
            REQUIRE(step.sum.count == count);
            // A climb goes from parent to parent.
            for (std::size_t c = 1; step.kind == QueryTrace::Step::Kind::look && c < step.compared.size();
                 ++c)
                REQUIRE(step.compared[c] == tree.levels[step.level - c + 1].parent[step.compared[c - 1]]);
        }
        REQUIRE(count == trace.cell.count);
    }
    CHECK(std::ranges::all_of(seen, [](int times) { return times > 10; }));
}

} // namespace scanline::cube::trace_test
