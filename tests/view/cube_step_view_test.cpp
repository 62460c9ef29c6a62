// What each step of cubes shows, against the rows themselves.
#include "cube_cases.h"
#include "kit/glossary.h"
#include "scenes/cube/device.h"
#include "scenes/cube/drawing.h"
#include "scenes/cube/words.h"

#include <algorithm>
#include <array>
#include <catch2/catch_all.hpp>
#include <fmt/format.h>

namespace scanline::view::cube_scene::step_view_test {

namespace {

std::vector<StepView> all_views(const Run& run, Show show) {
    std::vector<StepView> views;
    for (int step = 0; step < static_cast<int>(steps_of_run(run, show).size()); ++step)
        views.push_back(step_view(run, show, step));
    return views;
}

/// Calls check(node) for all nodes of a tree.
template <class Check>
void for_nodes(const cube::Tree& tree, Check check) {
    for (std::size_t level = 0; level < tree.levels.size(); ++level)
        for (std::uint32_t node = 0; node < tree.levels[level].size(); ++node)
            check(Node{level, node});
}

std::int64_t sum_of(const Run& run, const std::vector<std::uint32_t>& rows) {
    std::int64_t sum = 0;
    for (const std::uint32_t row : rows)
        sum += run.measure(row);
    return sum;
}

const std::vector<Run>& runs() {
    static const std::vector<Run> made{
        cases::make_cube_run({}),
        cases::make_cube_run({{"dimensions", "5"}, {"count", "64"}, {"further", "16"}, {"path", "CA"}}),
        cases::make_cube_run({{"dimensions", "2"}, {"count", "1"}, {"further", "0"}, {"query", "*"}}),
        cases::make_cube_run({{"codes", "uniform"}, {"cardinality", "2"}, {"query", "0,1,1"}}),
        cases::make_cube_run({{"count", "40"}, {"query", "*,0,1"}}), // with climbs that end early
        cases::make_cube_run({{"codes", "uniform"}, {"cardinality", "8"}, {"query", "*,3"}, {"seed", "9"}})};
    return made;
}

} // namespace

TEST_CASE("a build has a step for the sort, the heads, and three for each level") {
    const std::vector<StepView> views = all_views(cases::make_cube_run({}), Show::build);
    std::vector<std::string> titles;
    for (const StepView& view : views)
        titles.push_back(view.title);
    CHECK(titles == std::vector<std::string>{"Input", "Sort by the path", "Heads", "Level 1: nodes by A",
                                             "Level 2: nodes by B", "Level 3: nodes by C",
                                             "Level 1: header table", "Level 2: header table",
                                             "Level 3: header table", "Level 3: roll-up", "Level 2: roll-up",
                                             "Level 1: roll-up", "Level 0: roll-up"});
    CHECK(views.front().sentence.ends_with("in the order of the popular path: A, B, C."));
}

TEST_CASE("a node is there from the step of its level on, and counts its rows after the roll-up") {
    for (const Run& run : runs())
        for (const StepView& view : all_views(run, Show::build))
            for_nodes(run.build.tree, [&](Node at) {
                const Phase stage = view.step.stage;
                const bool is_there =
                    stage > Phase::index || (at.level == 0 && stage >= Phase::heads) ||
                    (stage == Phase::index && static_cast<int>(at.level) <= view.step.level);
                REQUIRE((view.role(at) != Role::absent) == is_there);
                if (!view.rolled[at.level])
                    return;
                const std::vector<std::uint32_t> rows = cases::brute_rows(run, run.build.tree, at);
                REQUIRE(cell_at(run, view, at) ==
                        cube::Cell{static_cast<std::int64_t>(rows.size()), {sum_of(run, rows)}});
            });
}

TEST_CASE("the steps of a query end at what the rows say, and mark what counts") {
    for (const Run& run : runs()) {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = 0; row < run.size(); ++row)
            if (std::ranges::all_of(run.where, [&](const cube::Condition& condition) {
                    return run.rows.codes[static_cast<std::size_t>(condition.dimension)][row] ==
                           condition.codes.front();
                }))
                rows.push_back(row);
        CHECK(run.query.cell == cube::Cell{static_cast<std::int64_t>(rows.size()), {sum_of(run, rows)}});
        const std::vector<StepView> views = all_views(run, Show::query);
        CHECK(views.size() == run.query.steps.size() + 2);
        std::vector<std::uint32_t> marked;
        for_nodes(run.build.tree, [&](Node at) {
            if (at.level == run.query.deepest && views.back().role(at) == Role::met)
                std::ranges::copy(cases::brute_rows(run, run.build.tree, at), std::back_inserter(marked));
        });
        std::ranges::sort(marked);
        CHECK(marked == rows);
        CHECK(views.back().so_far.rows == static_cast<std::int64_t>(rows.size()));
    }
}

TEST_CASE("a climb ends at the first node, from the leaf up, whose key is not as asked") {
    int ended_above = 0;
    for (const Run& run : runs())
        for (const StepView& view : all_views(run, Show::query)) {
            if (view.step.stage != Phase::look || run.query.steps[view.step.step].met)
                continue;
            const cube::Tree& tree = run.build.tree;
            const cube::QueryTrace::Step& step = run.query.steps[view.step.step];
            std::vector<std::uint32_t> codes = codes_of(tree, {step.level, step.node});
            const auto as_asked = [&] {
                return run.setup.condition(tree.path[codes.size() - 1]).value_or(codes.back()) ==
                       codes.back();
            };
            while (as_asked())
                codes.pop_back();
            ended_above += codes.size() < step.level;
            CAPTURE(view.sentence);
            REQUIRE(view.role(node_at(tree, codes).value()) == Role::missed);
            REQUIRE(view.sentence.find(fmt::format("at level {}, where", codes.size())) != std::string::npos);
        }
    CHECK(ended_above > 0);
}

TEST_CASE("an update shows each node as it was before its level is merged, and as it is after") {
    for (const Run& run : runs())
        for (const StepView& view : all_views(run, Show::update))
            for_nodes(run.update.tree, [&](Node at) {
                std::vector<std::uint32_t> rows = cases::brute_rows(run, run.update.tree, at);
                const std::size_t all = rows.size();
                const auto old = static_cast<std::size_t>(
                    std::ranges::count_if(rows, [&](std::uint32_t row) { return !run.is_further(row); }));
                const bool merged =
                    view.step.stage == Phase::new_headers ||
                    (view.step.stage == Phase::merge && static_cast<int>(at.level) <= view.step.level);
                Role role = old == 0 ? Role::absent : Role::plain;
                if (merged)
                    role = old == 0 ? Role::fresh : old < all ? Role::changed : Role::plain;
                else if (view.step.stage != Phase::before && (old < all || at.level == 0))
                    role = Role::added;
                // Roots are merged even if no row is added.
                if (merged && at.level == 0)
                    role = Role::changed;
                REQUIRE(view.role(at) == role);
                if (!merged)
                    std::erase_if(rows, [&](std::uint32_t row) { return run.is_further(row); });
                REQUIRE(cell_at(run, view, at) ==
                        cube::Cell{static_cast<std::int64_t>(rows.size()), {sum_of(run, rows)}});
            });
}

TEST_CASE("a merge tells how many nodes are new, have more rows and are as before") {
    for (const Run& run : runs())
        for (const StepView& view : all_views(run, Show::update)) {
            if (view.step.stage != Phase::merge || view.step.level == 0)
                continue;
            std::array<int, 3> nodes{};
            for_nodes(run.update.tree, [&](Node at) {
                if (static_cast<int>(at.level) != view.step.level)
                    return;
                const std::vector<std::uint32_t> rows = cases::brute_rows(run, run.update.tree, at);
                const auto added =
                    std::ranges::count_if(rows, [&](std::uint32_t row) { return run.is_further(row); });
                ++nodes[added == std::ssize(rows) ? 0 : added > 0 ? 1 : 2];
            });
            CAPTURE(view.sentence);
            CHECK(view.sentence.ends_with(fmt::format(
                ": {} new, {} with more rows than before, {} as before.", nodes[0], nodes[1], nodes[2])));
        }
}

TEST_CASE("every step has a title, a sentence of two lines at most, and lit code unless it is the input") {
    for (const Run& run : runs())
        for (const Show show : enumerators<Show>)
            for (const StepView& view : all_views(run, show)) {
                CAPTURE(view.title, view.sentence);
                CHECK(!view.title.empty());
                CHECK(view.sentence.size() > 20);
                CHECK(view.sentence.size() < 190);
                CHECK(view.sentence.back() == '.');
                const bool begins = view.step.stage == Phase::input || view.step.stage == Phase::before;
                CHECK(listing_of(run, view).current.empty() == begins);
            }
}

TEST_CASE("the words of cubes are explained in some sentence") {
    std::string text;
    for (const Run& run : runs())
        for (const Show show : enumerators<Show>)
            for (const StepView& view : all_views(run, show))
                text += view.sentence + " ";
    std::vector<std::string> found;
    for (const TermPlace& place : terms_in(text))
        found.emplace_back(place.term->spellings);
    for (const char* term : {"h-tree", "dimension", "measure", "popular path", "header table", "side link",
                             "roll-up", "cell of the cube|data cube"})
        CHECK(std::ranges::count(found, term) == 1);
}

TEST_CASE("a pinned node tells its way, its rows, its children and its run of side links") {
    const Run run = cases::make_cube_run({{"count", "40"}});
    for (const Show show : enumerators<Show>) {
        const cube::Tree& tree = run.tree(show);
        for_nodes(tree, [&](Node at) {
            REQUIRE(node_at(tree, codes_of(tree, at)) == at);
            const Pinned pinned = pinned_of(run, tree, at);
            const auto fact = [&](std::string_view name) {
                const auto found = std::ranges::find_if(
                    pinned.facts, [&](const Setting& one) { return one.key.starts_with(name); });
                return found == pinned.facts.end() ? "" : found->value;
            };
            std::string rows;
            for (const std::uint32_t row : cases::brute_rows(run, tree, at))
                rows += (rows.empty() ? "" : ", ") + std::to_string(row);
            REQUIRE(fact("rows") == rows);
            const auto commas = [](const std::string& list) { return std::ranges::count(list, ','); };
            REQUIRE(fact("children").empty() == (at.level == 3));
            std::vector<std::uint32_t> above = codes_of(tree, at);
            if (at.level > 0)
                above.pop_back();
            REQUIRE((at.level == 0 ? fact("parent").empty()
                                   : fact("parent").ends_with(
                                         fmt::format(", node {}", node_at(tree, above).value().node))));
            if (at.level > 0)
                REQUIRE(commas(fact("side links")) + 1 ==
                        std::ranges::count(tree.levels[at.level].key, tree.levels[at.level].key[at.node]));
        });
    }
    const cube::Tree& tree = run.build.tree;
    CHECK_FALSE(node_at(tree, {7}));
    CHECK_FALSE(node_at(tree, {0, 0, 0, 0}));
}

TEST_CASE("the first array in which two trees differ is named") {
    const cube::Tree tree = cases::make_cube_run({}).build.tree;
    CHECK(first_difference(tree, tree, "the build").empty());
    const auto check = [&](const char* array, auto change) {
        cube::Tree other = tree;
        change(other.levels[2]);
        CHECK(first_difference(tree, other, "the build") ==
              std::string("In the build, CPU and GPU differ in the ") + array + " of level 2.");
    };
    check("keys", [](cube::Level& level) { ++level.key[1]; });
    check("parents", [](cube::Level& level) { ++level.parent[1]; });
    check("first children", [](cube::Level& level) { ++level.first_child[1]; });
    check("counts", [](cube::Level& level) { ++level.count[1]; });
    check("values", [](cube::Level& level) { ++level.values[0][1]; });
    check("side links", [](cube::Level& level) { ++level.side_link[1]; });
    check("header table", [](cube::Level& level) { ++level.header_first[1]; });
    cube::Tree other = tree;
    std::swap(other.row_order[0], other.row_order[1]);
    CHECK(first_difference(tree, other, "the update") ==
          "In the update, CPU and GPU differ in the row order.");
}

TEST_CASE("levels, rows and arrays of cubes have places of their own in every window") {
    const Look look{.scale = 1};
    for (const Run& run : runs())
        for (const Rect& area :
             {Rect{0, 0, 700, 430}, {0, 0, 620, 200}, {20, 90, 1400, 1080}, {0, 0, 500, 330}}) {
            const StepView view = step_view(run, Show::update, 0);
            Setup setup = run.setup;
            setup.show = Show::update;
            Motion motion;
            Prediction prediction;
            const Layout layout(look, {{run, view, setup}, motion, prediction}, area);
            std::vector<Rect> parts;
            for (std::size_t level = 0; level < run.levels(); ++level)
                parts.push_back(layout.level(level));
            for (std::size_t line = 0; line <= run.levels(); ++line)
                parts.push_back(layout.row_line(line, layout.rows_top));
            for (std::size_t line = 0; layout.has_arrays && line < layout.array_lines; ++line)
                parts.push_back(layout.array_line(line));
            CAPTURE(run.levels(), area.bottom, area.right);
            for (std::size_t i = 0; i < parts.size(); ++i) {
                CHECK(parts[i].top >= area.top);
                CHECK(parts[i].bottom <= area.bottom + 0.5f);
                CHECK(parts[i].right <= area.right);
                if (i > 0)
                    CHECK(parts[i].top >= parts[i - 1].bottom - 0.01f);
            }
        }
}

} // namespace scanline::view::cube_scene::step_view_test
