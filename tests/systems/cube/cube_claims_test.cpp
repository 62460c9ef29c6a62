#include "chart/well_formed.h"
#include "systems/cube/cube_results.h"
#include "systems/find_experiment.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

// Judges the claims about cubes by made-up results, and draws figures and summaries of these.

namespace scanline::systems::cube_claims_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

AxisValues table(const char* operation, int dimensions, int cardinality, int rows, const char* by) {
    return {{"operation", operation},
            {"dimensions", dimensions},
            {"cardinality", cardinality},
            {"elements", rows},
            {"zipf", "0"},
            {"by", by}};
}

const char* const gpu = "scanline-compute";

} // namespace

TEST_CASE("All claims about cubes hold of results as the paper has them, and none of a part of them") {
    for (const Results& results : {good_cubes(), good_cube_paper()})
        check_good_claims(results, find_experiment(results.experiment).claims);
}

TEST_CASE("Claims about the times of cubes fail where one row is otherwise") {
    struct Case {
        const char* claim;
        AxisValues rows;
        double milliseconds;
        const char* evidence;
    };
    for (const Case& one : std::vector<Case>{
             {"an update by as many", table("update", 6, 160, 400'000, gpu), 11,
              "1.10 (1.10 to 1.10) (D6C160"},
             {"adding a hundredth", table("append", 15, 160, 400'000, gpu), 12, "1.20"},
             {"off the path take longer", table("off-path", 15, 20, 400'000, gpu), 0.5, "0.50"},
             {"skewed rows",
              {{"operation", "build"}, {"zipf", "1.2"}, {"by", gpu}},
              16,
              "1.60 (1.60 to 1.60) (zipf 1.2, scanline-compute"},
             {"GPU builds at least 10", table("build", 15, 160, 400'000, gpu), 21, "9.5"},
             {"GPU answers queries off", table("off-path", 15, 160, 400'000, gpu), 80, "9.4"},
             {"more rows there are", table("update", 15, 160, 100'000, gpu), 3, "update: 26.7"},
             {"more dimensions there are", table("off-path", 6, 160, 400'000, gpu), 100, "off-path: 12.5"},
             {"but those of the CPU more so", table("build", 15, 20, 400'000, gpu), 7, "build: 21.4"},
             {"less the GPU is ahead with queries", table("on-path", 15, 20, 400'000, gpu), 1.9,
              "on-path: 1.6"},
             {"dimensions have little", table("on-path", 6, 160, 400'000, gpu), 2.1, "1.00 to 2.10 ms"},
             {"codes have little", table("on-path", 15, 20, 400'000, gpu), 2.1, "1.00 to 2.10 ms"}}) {
        INFO(one.claim);
        Results results = good_cubes();
        set_time(results, one.rows, one.milliseconds);
        const Claim told = claim(results, one.claim);
        CHECK(told.holds == false);
        CHECK_THAT(told.evidence, ContainsSubstring(one.evidence));
    }
}

TEST_CASE("Speedups that cannot be told apart are not judged") {
    Results results = good_cubes();
    for (const char* operation : {"build", "update"}) // 20 times as fast with few rows as with many
        set_time(results, table(operation, 15, 160, 100'000, gpu), operation[0] == 'b' ? 5 : 4);
    const Claim told = claim(results, "more rows there are");
    CHECK_FALSE(told.holds.has_value());
    CHECK_THAT(told.evidence, ContainsSubstring("20.0 (20.0 to 20.0) to 20.0"));
}

TEST_CASE("Levels with too few or too many nodes are told") {
    for (const std::int64_t nodes : {std::int64_t{3'000'000}, std::int64_t{5'300'000}}) {
        Results results = good_cubes();
        results.rows.front().counts.front().value = nodes;
        const Claim told = claim(results, "nodes on a level");
        CHECK(told.holds == false);
        // 1 + 160 + 25,600 + 13 x 400,000
        CHECK_THAT(told.evidence, ContainsSubstring(nodes == 3'000'000 ? "0.574 to 0.9" : "0.900 to 1.014"));
    }
}

TEST_CASE("Claims about the stages that the paper tells fail where one takes longer") {
    struct Case {
        const char *claim, *operation, *stage;
        double milliseconds;
    };
    for (const Case& one : {Case{"sorting keys", "build", "header-table", 21},
                            {"sorting keys", "update", "index", 7},
                            {"roll-up takes", "build", "roll-up", 2},
                            {"search takes", "update", "merge", 3},
                            {"copies take", "on-path", "download", 1},
                            {"off the path take", "on-path", "locate", 4},
                            {"less time than was", "off-path", "climb", 3761}}) {
        INFO(one.claim);
        Results results = good_cube_paper();
        for (Row& row : results.rows) {
            for (Repetition& repetition : row.repetitions) {
                repetition.milliseconds = 0;
                for (Stage& stage : repetition.stages) {
                    if (row.axis("operation") == one.operation && stage.name == one.stage)
                        stage.milliseconds = one.milliseconds;
                    repetition.milliseconds += stage.milliseconds;
                }
            }
        }
        CHECK(claim(results, one.claim).holds == false);
    }
}

TEST_CASE("Claims about speed do not concern software renderers") {
    Results results = good_cubes();
    results.environment.timer = "wall-clock";
    CHECK(find_experiment("cube").claims(results).size() == 5);
}

TEST_CASE("Figures of cubes are drawn over each axis, and the summary has speedups and nodes") {
    for (const Results& results : {good_cubes(), good_cube_paper()}) {
        const std::vector<Figure> all = find_experiment(results.experiment).figures(results);
        CHECK(all.size() == (results.experiment == "cube" ? 7 * 4 + 1 : 1));
        for (const Figure& figure : all) {
            INFO(figure.stem);
            const std::string text = std::visit([](const auto& one) { return svg(one); }, figure.chart);
            CHECK_NOTHROW(chart::count_elements(text));
            if (const auto* lines = std::get_if<chart::LineChart>(&figure.chart))
                CHECK((lines->x.scale == chart::Scale::linear) ==
                      (figure.stem.ends_with("-dimensions") || figure.stem.ends_with("-zipf")));
        }
    }
    CHECK_THAT(
        find_experiment("cube").summary(good_cubes()),
        ContainsSubstring("|  10.0 |    25.0 |              20.00 | 4703184 |           0.90 |  131 |"));
    CHECK_THAT(
        find_experiment("cube-paper").summary(good_cube_paper()),
        ContainsSubstring("| update   | published                | 600000 |   25.0 |  14.0 | 1058 |") &&
            ContainsSubstring("| update   | scanline-compute         | 600000 |   1.00 |  1.00 | 20.0 |"));
}

} // namespace scanline::systems::cube_claims_test
