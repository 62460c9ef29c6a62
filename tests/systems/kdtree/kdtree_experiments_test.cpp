#include "chart/well_formed.h"
#include "scanline/bench/results.h"
#include "scanline/cpu/thread_team.h"
#include "systems/kdtree/kdtree_results.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <set>

// The plans of the experiments with k-d trees, what they measure, and what is drawn of it.

namespace scanline::systems::kdtree_experiments_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

const std::vector<std::string> axes{"task",    "points", "elements", "dimensions", "type",
                                    "queries", "k",      "threads",  "by",         "library"};

Request tiny(points::CoordinateType type) {
    return {.values = {{"--sizes", {"300", "40"}},
                       {"--dimensions", {"3", "2"}},
                       {"--type", {std::string(type_name(type))}},
                       {"--threads", {"1", "2"}},
                       {"--k", {"1", "3"}},
                       {"--queries", {"20"}}}};
}

Results measured(const char* experiment, const Request& options) {
    return measure(make_plan(kdtree_experiment(experiment), options),
                   {.repetitions = 2, .timeout_seconds = 3600}, {});
}

std::vector<std::string> whats(const char* experiment, const Request& options) {
    std::vector<std::string> all;
    for (const PlannedGroup& group : make_plan(kdtree_experiment(experiment), options).groups) {
        CHECK(group.weight > 0);
        all.push_back(group.what);
    }
    return all;
}

void check_row(const Row& row) {
    INFO(row.axis("task") << ", " << row.axis("points") << ", threads " << row.axis("threads") << ": "
                          << row.skipped);
    std::vector<std::string> names;
    for (const auto& axis : row.axes)
        names.push_back(axis.axis);
    CHECK(names == axes);
    CHECK(row.skipped == "");
    CHECK(row.repetitions.size() == 2);
    CHECK(row.axis("by") == "scanline-cpu");
    CHECK(row.axis("library") == "-");
    CHECK(row.seed != 0);
    CHECK_FALSE(row.overhead);
    CHECK((row.axis("k") != "-") == (row.axis("task") == "knn"));
    if (row.axis("task") == "build") {
        CHECK(std::to_string(row.items) == row.axis("elements"));
        CHECK(row.bytes == row.items * 4 * (2 * std::stoi(row.axis("dimensions")) + 1));
        CHECK(row.axis("queries") == "-");
        CHECK(stage_names(row) ==
              std::vector<std::string>{"check", "sort", "remove-duplicates", "build", "other"});
    } else {
        CHECK(row.items == 20);
        CHECK(row.bytes == 0);
        CHECK(row.axis("queries") == "20");
        CHECK(stage_names(row).front() == "check");
        CHECK(stage_names(row).back() == "other");
    }
    for (const Repetition& repetition : row.repetitions) {
        double sum = 0;
        for (const Stage& stage : repetition.stages)
            sum += stage.milliseconds;
        CHECK(repetition.milliseconds == Catch::Approx(sum));
    }
}

void check_figures(const Results& results, const std::vector<std::string>& stems,
                   const std::vector<std::string>& texts) {
    const std::vector<Figure> figures = kdtree_experiment(results.experiment).figures(results);
    REQUIRE(figures.size() == stems.size());
    for (std::size_t i = 0; i < figures.size(); ++i) {
        INFO(stems[i]);
        CHECK(figures[i].stem == stems[i]);
        const std::string text = std::visit([](const auto& one) { return svg(one); }, figures[i].chart);
        CHECK_NOTHROW(chart::count_elements(text));
        CHECK_THAT(text,
                   !ContainsSubstring("nan") && !ContainsSubstring("inf\"") && ContainsSubstring(texts[i]));
    }
}

const std::vector<std::string> sweep_figures_of_kdtree{"kdtree-build-size", "kdtree-stages",
                                                       "kdtree-query-size", "kdtree-query-dimensions",
                                                       "kdtree-query-points"};

} // namespace

TEST_CASE("Every experiment with k-d trees has a name of its own, a title and a source") {
    std::set<std::string_view> names;
    for (const Experiment& experiment : kdtree_experiments()) {
        names.insert(experiment.name);
        CHECK_FALSE(experiment.source.empty());
        const Plan plan = make_plan(experiment, Request{.quick = true});
        CHECK(plan.experiment == experiment.name);
        CHECK(plan.title == experiment.title);
        CHECK(plan.roof == "");
    }
    CHECK(names == std::set<std::string_view>{"kdtree", "kdtree-paper"});
}

TEST_CASE("The sweep over k-d trees goes through each list from the first of the others") {
    const Request options{.values = {{"--sizes", {"300", "40"}},
                                     {"--dimensions", {"3", "2"}},
                                     {"--points", {"line", "grid"}},
                                     {"--k", {"5"}}}};
    std::vector<std::string> expected;
    for (const std::string points :
         {"300 line points of 3", "40 line points of 3", "300 line points of 2", "300 grid points of 3"}) {
        for (const std::string task : {"build", "knn 5", "radius", "box"})
            expected.push_back(task + ", " + points);
    }
    CHECK(whats("kdtree", options) == expected);
}

TEST_CASE("By itself the sweep has what is claimed of k-d trees, and the quick one less") {
    const std::vector<std::string> whole = whats("kdtree", {}), quick = whats("kdtree", {.quick = true});
    CHECK(quick.size() < whole.size());
    for (const char* what : {"knn 10, 1M uniform points of 3", "build, 4M uniform points of 3"})
        CHECK(std::ranges::count(whole, what) == 1);
    CHECK(whats("kdtree-paper", {}) ==
          std::vector<std::string>{"build, 16M uniform points of 4", "verify, 16M uniform points of 4"});
    CHECK(whats("kdtree-paper", {.quick = true}).size() == 2);
}

TEST_CASE("Every plan with k-d trees is measured whole, on the axes that it says, and drawn") {
    for (const points::CoordinateType type : measured_types) {
        const Results results = measured("kdtree", tiny(type));
        CHECK(results.complete);
        // Four settings more than the first are distributions; two numbers of threads.
        CHECK(results.rows.size() == (1 + 1 + 1 + 4) * 5 * 2);
        for (const Row& row : results.rows) {
            check_row(row);
            CHECK(row.axis("type") == type_name(type));
        }
        check_figures(results, sweep_figures_of_kdtree,
                      {"scanline-cpu, threads: 2", "remove-duplicates", "knn 3, scanline-cpu",
                       "radius, scanline-cpu", "box, all-equal"});
        // A head, a rule, and every row.
        CHECK(static_cast<std::size_t>(std::ranges::count(kdtree_summary(results), '\n')) ==
              results.rows.size() + 2);
    }
}

TEST_CASE("Threads are one and as many as processors where none are asked for") {
    const int all = cpu::ThreadTeam::all_processors();
    Request options = tiny(points::CoordinateType::float32);
    options.values.erase("--threads");
    const Group group = make_plan(kdtree_experiment("kdtree"), options).groups.front().make();
    REQUIRE(group.variants.size() == (all == 1 ? 1 : 2));
    Row last;
    last.axes = group.variants.back().axes;
    CHECK(last.axis("threads") == std::to_string(all));
    options.values["--threads"] = {"3"};
    CHECK(make_plan(kdtree_experiment("kdtree"), options).groups.front().make().variants.size() == 1);
}

TEST_CASE("The paper's k-d tree is built and verified, and told beside the published times") {
    const Results results = measured("kdtree-paper", {.values = {{"--threads", {"1", "2"}}}, .quick = true});
    CHECK(results.complete);
    REQUIRE(results.rows.size() == 4);
    for (const Row& row : results.rows) {
        CHECK(row.skipped == "");
        CHECK(row.items == 65'536);
        CHECK(row.axis("type") == "int32");
        CHECK(row.axis("dimensions") == "4");
    }
    CHECK(results.where({{"task", "verify"}}).size() == 2);
    check_figures(results, {"kdtree-paper-stages"}, {"remove-duplicates"});
    const std::string summary = kdtree_experiment("kdtree-paper").summary(results);
    CHECK_THAT(summary,
               ContainsSubstring("Titan Black") && ContainsSubstring("here: scanline-cpu, threads: 2"));
}

TEST_CASE("Peers build k-d trees and are asked for neighbors, by those threads that they have") {
    Request options = tiny(points::CoordinateType::int32);
    options.peers = fakes({"none"});
    const Results results = measured("kdtree", options);
    CHECK(wrong_rows(results).empty());
    for (const Row* row : results.where({{"by", "none"}})) {
        INFO(row->axis("task") << ": " << row->skipped);
        CHECK(row->axis("library") == "Fake 1.0, made up");
        const bool has_it = row->axis("task") == "build" || row->axis("task") == "knn";
        CHECK(row->measured() == has_it);
        if (has_it)
            CHECK(row->totals() == std::vector<double>(2, 0.25));
        else
            CHECK_THAT(row->skipped, ContainsSubstring("a fake has no kdtree-"));
    }
    CHECK(results.where({{"by", "none"}}).size() == 7 * 5 * 2);
    // What is measured beside it is told beside it.
    CHECK_THAT(kdtree_summary(results), ContainsSubstring("| none, threads: 2 "));
}

TEST_CASE("Of a library that has no such work on k-d trees there are no rows") {
    Request options = tiny(points::CoordinateType::float32);
    options.peers = fakes_named({"nanoflann", "nth-element"});
    const Results results = measured("kdtree", options);
    const auto rows = [&](const char* by, const char* task, const char* threads) {
        return results.where({{"by", by}, {"task", task}, {"threads", threads}}).size();
    };
    for (const char* by : {"nanoflann", "nth-element"}) {
        CHECK(rows(by, "build", "1") == 7);
        CHECK(rows(by, "build", "2") == 0);
        CHECK(rows(by, "box", "1") == 0);
    }
    CHECK(rows("nanoflann", "knn", "2") == 14);
    CHECK(rows("nanoflann", "radius", "1") == 7);
    CHECK(rows("nth-element", "knn", "1") == 0);
    CHECK(rows("nth-element", "radius", "1") == 0);
    options.quick = true;
    options.values = {{"--threads", {"1", "2"}}};
    CHECK(measured("kdtree-paper", options).where({{"task", "verify"}, {"by", "nanoflann"}}).empty());
}

TEST_CASE("A peer whose tree or neighbors are wrong is skipped as wrong") {
    Request options = tiny(points::CoordinateType::float32);
    options.values["--points"] = {"uniform"};
    options.peers = fakes({"wrong_result", "none"});
    const Results results = measured("kdtree", options);
    const std::vector<const Row*> wrong = wrong_rows(results);
    CHECK(wrong.size() == 3 * 3 * 2);
    for (const Row* row : wrong) {
        CHECK(row->axis("by") == "wrong_result");
        CHECK_THAT(row->skipped,
                   StartsWith("wrong result: ") &&
                       ContainsSubstring(row->axis("task") == "build" ? "a node is point" : "query"));
    }
}

TEST_CASE(
    "Of a run of k-d trees without rows no claim is told, and figures and summary are made all the same") {
    for (const char* name : {"kdtree", "kdtree-paper"}) {
        INFO(name);
        Results results = made_up_kdtrees(name);
        for (const bool skipped : {false, true}) {
            if (skipped) {
                add_kdtree(results, {.task = "build"}, 1);
                results.rows.back().repetitions.clear();
                results.rows.back().skipped = "it cannot be";
            }
            for (const Claim& claim : kdtree_experiment(name).claims(results)) {
                CHECK_FALSE(claim.holds.has_value());
                CHECK_FALSE(claim.evidence.empty());
            }
            for (const Figure& figure : kdtree_experiment(name).figures(results))
                CHECK_NOTHROW(chart::count_elements(
                    std::visit([](const auto& one) { return svg(one); }, figure.chart)));
            CHECK_FALSE(kdtree_experiment(name).summary(results).empty());
        }
    }
}

} // namespace scanline::systems::kdtree_experiments_test
