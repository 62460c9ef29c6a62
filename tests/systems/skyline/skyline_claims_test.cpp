#include "chart/well_formed.h"
#include "systems/find_experiment.h"
#include "systems/made_up_results.h"
#include "systems/skyline/skyline_results.h"

#include <catch2/catch_all.hpp>

// Judges the claims about skylines by made-up results, and draws figures and summaries of these.

namespace scanline::systems::skyline_claims_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

// What becomes of a claim when rows take another time.
Claim with_time(Results results, const std::string& part, const AxisValues& rows, double milliseconds) {
    set_time(results, rows, milliseconds);
    return claim(results, part);
}

AxisValues table(const char* kind, int columns, const char* algorithm) {
    return {{"kind", kind}, {"elements", 1'000'000}, {"dimensions", columns}, {"algorithm", algorithm}};
}

void set_count(Results& results, const AxisValues& rows, const std::string& name, std::int64_t value,
               const std::string& stage = {}) {
    for (Row& row : results.rows) {
        for (Count& count : row.counts) {
            if (stands_at(row, rows) && count.name == name && count.stage == stage)
                count.value = value;
        }
    }
}

} // namespace

TEST_CASE("All claims about skylines hold of results as the paper has them, and none of a part of them") {
    for (const Results& results : {good_skylines(), good_skyline_levels()})
        check_good_claims(results, find_experiment(results.experiment).claims);
}

TEST_CASE("Claims about the times of skylines fail where one table is otherwise") {
    const Results good = good_skylines();
    struct Case {
        const char* claim;
        AxisValues rows;
        double milliseconds;
        const char* evidence;
    };
    for (const Case& one : std::vector<Case>{
             {"as fast as GGS on", table("independent", 8, "sorted-blocks"), 49, "independent, 1000000 x 8"},
             {"order of magnitude, at least", table("anticorrelated", 16, "box-tree"), 1599,
              "box-tree takes 8.0"},
             {"order of magnitude, at least", table("anticorrelated", 16, "sorted-blocks"), 1500,
              "sorted-blocks takes 7.5"},
             {"time of GGS grows", table("correlated", 12, "sorted-blocks"), 2e5, "correlated: 0.0 times"},
             {"without quartiles", table("anticorrelated", 12, "sky-align-no-quart"), 99, "0.99"},
             {"worth more, the more columns there are", table("anticorrelated", 16, "sky-align-no-quart"),
              220, "x 16: 1.1"},
             {"the more rows there are", table("anticorrelated", 12, "sky-align-no-quart"), 170,
              "x 12: 1.70"},
             {"without repacking", table("independent", 12, "sky-align-no-sync"), 99, "no-sync"},
             {"repacking is worth less", table("anticorrelated", 16, "sky-align-no-sync"), 500, "2.50"},
             {"padded cells", table("independent", 8, "sky-align-padded"), 51, "8 columns: 1.02"},
             {"padded cells", table("independent", 16, "sky-align-padded"), 199, "16 columns: 0.99"},
             {"by itself", table("correlated", 8, "auto"), 41, "sky-align-padded, correlated"}}) {
        INFO(one.claim);
        const Claim told = with_time(good, one.claim, one.rows, one.milliseconds);
        CHECK(told.holds == false);
        CHECK_THAT(told.evidence, ContainsSubstring(one.evidence));
    }
}

TEST_CASE("Claims about tests and work count them") {
    const auto with_count = [](const char* part, const AxisValues& rows, const char* name,
                               std::int64_t count) {
        Results results = good_skylines();
        results.environment.timer = "wall-clock"; // they concern every machine
        CHECK(claim(results, part).holds == true);
        set_count(results, rows, name, count);
        return claim(results, part);
    };
    const Claim many =
        with_count("orders of magnitude, at least", table("anticorrelated", 16, "sorted-blocks"),
                   "dominance_tests", 299'999'000'000);
    CHECK(many.holds == false);
    CHECK(many.evidence == "299999 of a row, SkyAlign 30.0");
    CHECK(with_count("fewer dominance tests", table("independent", 16, "sky-align"), "dominance_tests",
                     40'000'000)
              .holds == false);
    const Claim work =
        with_count("work of SkyAlign", table("anticorrelated", 16, "sky-align"), "mask_tests", 0);
    CHECK(work.holds == false);
    // 3 x 1000 + (6 x 12 + 4) x 40, and (6 x 16 + 4) x 30
    CHECK_THAT(work.evidence, ContainsSubstring("anticorrelated: 6040 3000"));
}

TEST_CASE("Claims about levels fail where the pre-filter or a level does otherwise") {
    const Results good = good_skyline_levels();
    const auto told = [&](const char* part, const AxisValues& rows, const char* stage, std::int64_t pruned) {
        Results results = good;
        set_count(results, rows, "pruned", pruned, stage);
        return claim(results, part);
    };
    CHECK(told("pre-filter prunes", {{"kind", "independent"}}, "pre-filter", 160).evidence ==
          "160 of 320 rows");
    CHECK(told("pre-filter prunes", {{"kind", "independent"}}, "pre-filter", 160).holds == false);
    CHECK(told("before the level", {{"dimensions", 12}}, "level 2", 201).holds == false);
    CHECK(told("after it", {{"dimensions", 12}}, "level 1", 201).holds == false);
    Results slow = good;
    for (Repetition& repetition : slow.rows.front().repetitions)
        repetition.stages[1].milliseconds = 10;
    CHECK(claim(slow, "less than 10 ms").holds == false);
}

TEST_CASE("Where there was no GPU, nothing is claimed of times") {
    Results results = good_skylines();
    results.environment.timer = "wall-clock";
    CHECK(find_experiment("skyline").claims(results).size() == 3);
    results = good_skyline_levels();
    results.environment.timer = "wall-clock";
    CHECK(find_experiment("skyline-levels").claims(results).size() == 1);
}

TEST_CASE("Skylines are drawn for each kind, and levels for each number of columns") {
    for (const auto& [results, figures] :
         {std::pair{good_skylines(), 3 * 3 * 2}, std::pair{good_skyline_levels(), 2 * 2}}) {
        const std::vector<Figure> all = find_experiment(results.experiment).figures(results);
        CHECK(all.size() == static_cast<std::size_t>(figures));
        for (const Figure& figure : all) {
            INFO(figure.stem);
            const std::string text = std::visit([](const auto& one) { return svg(one); }, figure.chart);
            CHECK_NOTHROW(chart::count_elements(text));
            CHECK_THAT(text, ContainsSubstring(results.experiment == "skyline" ? "box-tree, threads: 16"
                                                                               : "independent, 1000000"));
        }
    }
}

TEST_CASE("The summaries have tests and work of a row, and what each level did") {
    const std::string all = find_experiment("skyline").summary(good_skylines());
    CHECK_THAT(all,
               ContainsSubstring("| independent    | 1000000 |      12 |  500000 | sorted-blocks         | "
                                 "scanline-compute |  900 |           9.00 |"));
    const std::string levels = find_experiment("skyline-levels").summary(good_skyline_levels());
    CHECK_THAT(levels, ContainsSubstring("| before the levels | 1000000 |    400 |") &&
                           ContainsSubstring("| level 1           |  999500 |     50 |"));
}

} // namespace scanline::systems::skyline_claims_test
