#include "scenes/kdtree/step_view.h"

#include "kdtree_cases.h"
#include "scenes/kdtree/drawing.h"

#include "scanline/core/format.h"
#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cmath>
#include <map>

namespace scanline::view::kdtree_scene::step_view_test {

using cases::make_run;

namespace {

std::map<Role, std::int64_t> count_roles(const StepView& view) {
    std::map<Role, std::int64_t> counts;
    for (const Role role : view.roles)
        ++counts[role];
    return counts;
}

} // namespace

TEST_CASE("A run has the tree that is built, its stages, and all of its points drawn") {
    const Run run = make_run({{"count", "100"}, {"dimensions", "3"}});
    CHECK(run.tree == kdtree::build(run.cloud.points()));
    REQUIRE(run.is_followed());
    CHECK(run.trace->steps.back().front() == run.tree.index);
    CHECK(run.drawn.size() == 100);
    std::vector<std::string> stages;
    for (const bench::Stage& stage : run.times.stages)
        stages.push_back(stage.name);
    CHECK(stages == std::vector<std::string>{"check", "sort", "remove-duplicates", "build"});
    CHECK(run.cells.size() == 100);
}

TEST_CASE("Of more points than can be followed some are drawn, and the first levels") {
    const Run run = make_run({{"count", "30000"}});
    CHECK_FALSE(run.is_followed());
    CHECK(run.tree.size() == 30'000);
    CHECK(run.drawn.size() >= 7500);
    CHECK(run.drawn.size() <= static_cast<std::size_t>(Run::max_drawn) + 255);
    CHECK(std::ranges::adjacent_find(run.drawn, std::ranges::greater_equal()) == run.drawn.end());
    CHECK(run.cells.size() == (1u << Run::max_levels) - 1);
    const StepView view = build_view(run, build_steps(run) - 1);
    CHECK(view.left_out ==
          with_commas(static_cast<std::int64_t>(run.drawn.size())) +
              " of 30,000 points are drawn. Of the splits before, those of levels 0 to 11 are drawn.");
    CHECK(build_view(run, 4).left_out ==
          with_commas(static_cast<std::int64_t>(run.drawn.size())) + " of 30,000 points are drawn.");
    // The medians of the first levels are always among them.
    CHECK(count_roles(build_view(run, 3 + 7))[Role::median] == 128);
}

TEST_CASE("In space only the splits of the first levels stay, which is said") {
    const Run run = make_run({{"count", "100"}, {"dimensions", "3"}});
    CHECK(build_view(run, 3 + 4).left_out.empty());
    CHECK(build_view(run, 3 + 5).left_out == "Of the splits before, those of levels 0 to 3 are drawn.");
    const Run plane = make_run({{"count", "100"}});
    CHECK(build_view(plane, 3 + 6).left_out.empty());
}

TEST_CASE("A level makes medians of its ranges, with less before and greater behind") {
    CHECK(role_at(6, 2, 0) == Role::median);
    CHECK(role_at(6, 1, 0) == Role::less);
    CHECK(role_at(6, 3, 0) == Role::greater);
    CHECK(role_at(6, 2, 1) == Role::placed);
    CHECK(role_at(6, 0, 1) == Role::median);
    CHECK(role_at(6, 1, 1) == Role::greater);
    CHECK(role_at(6, 3, 1) == Role::less);
    CHECK(role_at(6, 4, 2) == Role::placed);
    CHECK(role_at(6, 5, 2) == Role::median);
}

TEST_CASE("The steps of a build go from the input to the last level") {
    const Run run = make_run({{"count", "24"}});
    REQUIRE(build_steps(run) == 3 + 5);
    CHECK(build_view(run, 0).title == "Input");
    CHECK(count_roles(build_view(run, 0)) == std::map<Role, std::int64_t>{{Role::waiting, 24}});
    CHECK(build_view(run, 2).sentence == "No point is equal to another: 24 stay.");
    const StepView second = build_view(run, 4);
    CHECK(second.title == "Level 1: split by y");
    CHECK(second.splits.size() == 3);
    CHECK(std::ranges::count(second.splits, true, &Split::now) == 2);
    auto roles = count_roles(second);
    CHECK(roles[Role::placed] == 1);
    CHECK(roles[Role::median] == 2);
    CHECK(roles[Role::less] == 5 + 5);
    CHECK(roles[Role::greater] == 5 + 6);
    // What is less is on the lower side.
    for (const Split& split : second.splits) {
        for (std::int64_t node = split.cell->subtree.first; node < split.cell->subtree.last; ++node) {
            const auto at = static_cast<double>(run.tree.points()[node][split.cell->axis]);
            CHECK((node < split.cell->node ? at <= split.cell->split : at >= split.cell->split));
        }
    }
    CHECK(build_view(run, 7).sentence == "The last points are alone in their ranges: they are leaves.");
    CHECK(build_view(run, 7).splits.size() == 24);
}

TEST_CASE("Points that others are equal to are marked before those go") {
    const Run run = make_run({{"points", "grid"}, {"count", "40"}});
    REQUIRE(run.duplicates() == 12);
    const StepView view = build_view(run, 2);
    CHECK(view.sentence == "12 points are equal to one before: 28 of 40 stay.");
    const std::int64_t marked = count_roles(view)[Role::repeated];
    CHECK(marked > 0);
    CHECK(marked <= 12);
    std::int64_t gone = 0;
    for (std::int32_t point = 0; point < 40; ++point)
        gone += cell_role(run, 2, point) == Role::repeated;
    CHECK(gone == 12);
    CHECK(make_run({{"points", "all-equal"}}).tree.size() == 1);
}

TEST_CASE("The arrays of a step are those before and after it, in the colours of its level") {
    const Run run = make_run({{"count", "24"}, {"dimensions", "3"}});
    CHECK(arrays_at(run, 0).before.empty());
    for (const std::vector<std::int32_t>& array : arrays_at(run, 0).after)
        CHECK((array.size() == 24 && std::ranges::is_sorted(array)));
    CHECK(arrays_at(run, 1).before.data() == arrays_at(run, 0).after.data());
    CHECK(arrays_at(run, 1).after.data() == run.trace->sorted.data());
    CHECK(arrays_at(run, 2).before.data() == run.trace->sorted.data());
    CHECK(arrays_at(run, 2).after.data() == run.trace->steps[0].data());
    for (int step = 3; step < build_steps(run); ++step) {
        const auto [before, after] = arrays_at(run, step);
        CHECK(before.data() == run.trace->steps[static_cast<std::size_t>(step) - 3].data());
        for (const std::vector<std::int32_t>& array : after) {
            for (std::size_t place = 0; place < array.size(); ++place) {
                const Role here = role_at(24, static_cast<std::int64_t>(place), level_of(step));
                CHECK(cell_role(run, step, array[place]) == here);
            }
        }
    }
}

TEST_CASE("Arrays are drawn as long as their cells can be told apart") {
    const Run run = make_run({{"count", "200"}});
    const Look look;
    CHECK(arrays_fit(look, run, 400));
    CHECK_FALSE(arrays_fit(look, run, 370));
}

TEST_CASE("A query for the nearest ends with what knn finds, and the ball around it") {
    const Run run = make_run({{"count", "200"}});
    Setup setup;
    setup.neighbors = 5;
    const QueryRun asked = ask(run, setup);
    const auto found = kdtree::knn<float>(run.tree, {asked.at, 2}, 5);
    const StepView before = query_view(run, asked, 0), after = query_view(run, asked, asked.result_step());
    CHECK(before.sentence == "The search begins at the root.");
    CHECK_FALSE(before.reach->radius);
    CHECK(count_roles(before)[Role::waiting] == 200);
    std::vector<std::int32_t> points;
    for (std::size_t node = 0; node < after.roles.size(); ++node) {
        if (after.roles[node] == Role::found)
            points.push_back(run.point_of(static_cast<std::int64_t>(node)));
    }
    std::vector<std::int32_t> expected = found.index;
    std::ranges::sort(points);
    std::ranges::sort(expected);
    CHECK(points == expected);
    REQUIRE(after.reach->radius);
    CHECK(*after.reach->radius == Catch::Approx(std::sqrt(found.squared_distance.back())));
    // Everything has been looked at or left out, and says so.
    auto roles = count_roles(after);
    const Counts counts = counts_at(asked, asked.result_step());
    CHECK(roles[Role::waiting] == 0);
    CHECK(roles[Role::pruned] == counts.pruned);
    CHECK(roles[Role::found] + roles[Role::looked] == counts.looked);
    CHECK(counts.found == 5);
    CHECK(counts.looked + counts.pruned == 200);
    CHECK(after.sentence.find(with_commas(counts.looked) + " of 200 points have been looked at") !=
          std::string::npos);
}

TEST_CASE("A query names the side of a split as it lies on the screen") {
    const Run run = make_run({{"count", "200"}});
    for (const double x : {0.01, 0.99}) {
        for (const double y : {0.01, 0.99}) {
            Setup setup;
            setup.at = {x, y, 0};
            const QueryRun asked = ask(run, setup);
            const auto says = [&](int step, const std::string& side) {
                INFO("query " << x << ", " << y);
                CHECK_THAT(query_view(run, asked, step).sentence,
                           Catch::Matchers::ContainsSubstring("the query is " + side + " it"));
            };
            says(1, x < 0.5 ? "left of" : "right of");
            says(2, y < 0.5 ? "below" : "above");
        }
    }
}

TEST_CASE("A query of a large tree shows what it looks at among a sample of the points") {
    const Run run = make_run({{"count", "30000"}});
    const QueryRun asked = ask(run, Setup());
    for (int step = 0; step <= asked.result_step(); ++step) {
        const StepView view = query_view(run, asked, step);
        REQUIRE(view.roles.size() == view.nodes.size());
        CHECK(std::ranges::includes(view.nodes, run.drawn));
    }
    const StepView view = query_view(run, asked, asked.result_step());
    std::vector<std::int32_t> points;
    for (std::size_t i = 0; i < view.nodes.size(); ++i) {
        if (view.roles[i] == Role::found)
            points.push_back(run.point_of(view.nodes[i]));
    }
    std::vector<std::int32_t> expected = kdtree::knn<float>(run.tree, {asked.at, 2}, 3).index;
    std::ranges::sort(points);
    std::ranges::sort(expected);
    CHECK(points == expected);
    CHECK(std::ranges::count(view.roles, Role::waiting) == 0);
    CHECK(view.left_out == with_commas(std::ssize(view.nodes)) + " of 30,000 points are drawn.");
    for (const Split& split : view.splits)
        CHECK(split.cell->subtree.depth < Run::levels_drawn);
}

TEST_CASE("A query that finds too many points of a large tree shows which, without steps") {
    for (const char* dimensions : {"2", "3"}) {
        const Run run = make_run({{"count", "30000"}, {"dimensions", dimensions}});
        Setup setup;
        setup.query = Query::radius;
        setup.reach = 0.3;
        const QueryRun asked = ask(run, setup);
        CHECK(asked.result_step() == 1);
        CHECK(query_view(run, asked, 1).sentence.starts_with("About "));
        CHECK(query_view(run, asked, 1).reach);
        const auto all = std::ssize(
            kdtree::radius_search<float>(run.tree, {asked.at, run.tree.dimensions}, asked.radius).index);
        CHECK(static_cast<double>(asked.too_many) == Catch::Approx(static_cast<double>(all)).epsilon(0.1));
        setup.reach = 0.02;
        CHECK(ask(run, setup).too_many == 0);
        // A box in the plane takes whole cells.
        setup.query = Query::box;
        setup.reach = 0.3;
        CHECK((ask(run, setup).too_many == 0) == (run.tree.dimensions == 2));
    }
}

TEST_CASE("What a query leaves out lies away from where it looks") {
    const Run run = make_run({{"count", "300"}, {"dimensions", "3"}});
    for (const Query query : enumerators<Query>) {
        Setup setup;
        setup.query = query;
        const QueryRun asked = ask(run, setup);
        const StepView view = query_view(run, asked, asked.result_step());
        int pruned = 0;
        for (const Region& region : view.regions) {
            if (region.kind != Region::Kind::pruned)
                continue;
            ++pruned;
            double squared = 0;
            bool beside = false;
            for (int axis = 0; axis < 3; ++axis) {
                const double at = view.reach->at[axis];
                const double gap = std::max({0.0, region.box.low[axis] - at, at - region.box.high[axis]});
                squared += gap * gap;
                if (view.reach->box)
                    beside |= region.box.low[axis] >= view.reach->box->high[axis] ||
                              region.box.high[axis] <= view.reach->box->low[axis];
            }
            CAPTURE(std::string(to_string(query)));
            if (query == Query::box)
                CHECK(beside);
            else
                CHECK(std::sqrt(squared) * 1.0001 >= *view.reach->radius);
        }
        CHECK(pruned > 3);
    }
}

TEST_CASE("A step of a query shows what it does now") {
    const Run run = make_run({{"count", "24"}});
    const QueryRun asked = ask(run, Setup());
    for (int step = 1; step < asked.result_step(); ++step) {
        const auto& visit = asked.visits[static_cast<std::size_t>(step) - 1];
        const StepView view = query_view(run, asked, step);
        CHECK(view.focus == visit.node);
        const auto now = std::ranges::count(view.regions, true, &Region::now);
        CHECK(now == (visit.kind == kdtree::VisitKind::look ? 0 : 1));
    }
    const StepView first = query_view(run, asked, 1);
    CHECK(first.sentence.starts_with("Into 24 points, split by x = "));
    CHECK(first.regions.front().box == run.bounds);
}

TEST_CASE("Numbers have the digits that tell points apart") {
    const Box hundred{{0, 0, 0}, {100, 50, 0}}, small{{0, 0, 0}, {0.01, 0.02, 0}},
        huge{{-3e38, 0, 0}, {3e38, 1, 0}};
    CHECK(coordinate_text(hundred, 62.1499) == "62.1");
    CHECK(coordinate_text(hundred, -0.01) == "0.0");
    CHECK(coordinate_text(small, 0.0123) == "0.0123");
    CHECK(coordinate_text(huge, 1.5e38) == "1.5e+38");
    CHECK(place_text(hundred, std::vector<float>{1, 2.25f}) == "(1.0, 2.2)");
}

} // namespace scanline::view::kdtree_scene::step_view_test
