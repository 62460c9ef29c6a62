#include "scenes/kdtree/words.h"

#include "kdtree_cases.h"
#include "scenes/kdtree/drawing.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::kdtree_scene::pin_test {

using cases::make_run;

namespace {

std::string fact(const Pinned& pinned, const std::string& name) {
    const auto found = std::ranges::find(pinned.facts, name, &Setting::key);
    return found == pinned.facts.end() ? "" : found->value;
}

} // namespace

TEST_CASE("The path of a pinned point is a walk down the tree by super keys") {
    for (const char* dimensions : {"2", "3"}) {
        const Run run = make_run({{"count", "60"}, {"dimensions", dimensions}});
        const int axes = run.tree.dimensions;
        for (int point = 0; point < 60; ++point) {
            const Pinned pinned = pinned_of(run, nullptr, build_steps(run) - 1, point);
            CHECK(pinned.title == "Point " + std::to_string(point));
            const float* const at = run.cloud.points()[point];
            kdtree::Subtree subtree = run.tree.whole();
            for (;;) {
                const int other = run.point_of(subtree.root());
                const std::string told = fact(pinned, "level " + std::to_string(subtree.depth));
                if (other == point)
                    break;
                const bool less =
                    kdtree::compare_super_keys(at, run.cloud.points()[other], axes, subtree.axis(axes)) < 0;
                CHECK(told.starts_with(less ? "less than " : "greater than "));
                CHECK(told.ends_with(" of " + std::to_string(other)));
                subtree = less ? subtree.left() : subtree.right();
            }
            CHECK(fact(pinned, "level " + std::to_string(subtree.depth)) ==
                  std::string("median by ") + axis_name(subtree.axis(axes)) + ": node " +
                      std::to_string(subtree.root()));
            CHECK(fact(pinned, "level " + std::to_string(subtree.depth + 1)).empty());
            // Before that, as far as the build has come.
            CHECK(fact(pinned_of(run, nullptr, 3, point), "level 1").empty());
            const std::vector<Cell> path = path_to(run.tree, run.bounds, subtree.root());
            CHECK(std::ssize(path) == subtree.depth + 1);
            for (const Cell& cell : path)
                for (int axis = 0; axis < axes; ++axis)
                    CHECK((cell.box.low[axis] <= static_cast<double>(at[axis]) &&
                           static_cast<double>(at[axis]) <= cell.box.high[axis]));
        }
    }
}

TEST_CASE("A pinned point has its place in every index array, before and after every step") {
    const Run run = make_run({{"points", "grid"}, {"count", "40"}});
    REQUIRE(run.duplicates() > 0);
    for (int step = 0; step < build_steps(run); ++step) {
        const auto [before, after] = arrays_at(run, step);
        for (int point = 0; point < 40; ++point) {
            const Pinned pinned = pinned_of(run, nullptr, step, point);
            for (std::size_t axis = 0; axis < 2; ++axis) {
                std::string is = "removed", was = "removed";
                for (std::size_t place = 0; place < after[axis].size(); ++place)
                    if (after[axis][place] == point)
                        is = std::to_string(place);
                for (std::size_t place = 0; !before.empty() && place < before[axis].size(); ++place)
                    if (before[axis][place] == point)
                        was = std::to_string(place);
                const std::string told = fact(pinned, axis == 0 ? "place by x" : "place by y");
                CHECK(told == (before.empty() || was == is ? is : was + ", then " + is));
            }
        }
    }
    for (int point = 0; point < 40; ++point) {
        const std::string told = fact(pinned_of(run, nullptr, 2, point), "node");
        CHECK(told.empty() == (run.find_node(point) >= 0));
        CHECK((told.empty() || told == "none: equal to a point before"));
    }
}

TEST_CASE("What a query does with a pinned point is what its visits do") {
    const Run run = make_run({{"count", "100"}});
    for (const Query query : enumerators<Query>) {
        Setup setup;
        setup.query = query;
        const QueryRun asked = ask(run, setup);
        CHECK(fate_of(run, asked, 0, 7) == "not seen yet");
        const int end = asked.result_step();
        const StepView view = query_view(run, asked, end);
        for (std::int64_t node = 0; node < 100; ++node) {
            const std::string fate = fate_of(run, asked, end, node);
            CAPTURE(std::string(to_string(query)), node, fate);
            const Role role = view.roles[static_cast<std::size_t>(node)];
            CHECK(fate.starts_with("skipped in step ") == (role == Role::pruned));
            CHECK((fate.find(": found") != std::string::npos || fate.starts_with("found in step ")) ==
                  (role == Role::found));
            const Pinned pinned = pinned_of(run, &asked, end, run.point_of(node));
            CHECK(fact(pinned, "query") == fate);
            CHECK(fact(pinned, "place by x").empty());
        }
    }
}

} // namespace scanline::view::kdtree_scene::pin_test
