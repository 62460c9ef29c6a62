#include "systems/find_experiment.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

#include <functional>
#include <numeric>

namespace scanline::systems::stage_times_experiment_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

using Stages = std::vector<Stage>;

// Stages for which all that the paper says of figure 7 is true. valid: 0.9, 0.5, 0.1.
Stages as_in_the_paper(const std::string& algorithm, double valid) {
    const double joining = 4 + valid;
    if (algorithm == "horn")
        return {{"discriminate", 10},
                {"prefix-sum", 30},
                {"search", 35 + 150 * valid},
                {"block-scan", 1},
                {"concatenation", joining}};
    if (algorithm == "jj")
        return {{"discriminate", 10},
                {"prefix-sum", 31},
                {"search", 40 + 90 * valid},
                {"block-scan", 1},
                {"concatenation", joining}};
    if (algorithm == "rlz")
        return {{"discriminate", 10},      {"run-lengths", 25},         {"run-extraction", 5},
                {"prefix-sum", 30},        {"search", 30 + 80 * valid}, {"block-scan", 1},
                {"concatenation", joining}};
    return {{"discriminate", 10},
            {"reduction", 10},
            {"search", 135 * valid},
            {"block-scan", 1},
            {"concatenation", joining}};
}

using Change = std::function<void(const std::string& algorithm, double valid, Stages& stages)>;

Results stage_rows(const Change& change = {}) {
    Results results = made_up("fig7");
    for (const int invalid : {10, 50, 90}) {
        for (const std::string& algorithm : paper_four) {
            const double valid = (100 - invalid) / 100.0;
            Stages stages = as_in_the_paper(algorithm, valid);
            if (change)
                change(algorithm, valid, stages);
            add_row(
                results,
                {{"invalid_percent", std::to_string(invalid)}, {"algorithm", algorithm}, {"block", "256"}},
                stages);
        }
    }
    return results;
}

void set(Stages& stages, const std::string& name, double milliseconds) {
    for (Stage& stage : stages) {
        if (stage.name == name)
            stage.milliseconds = milliseconds;
    }
}

// What makes each claim false, by a part of its text.
struct Refutation {
    std::string part;
    Change change;
};

const std::vector<Refutation> refutations{
    {"search dominates", [](const std::string&, double, Stages& stages) { set(stages, "prefix-sum", 500); }},
    {"weight of Horn's search",
     [](const std::string&, double valid, Stages& stages) { set(stages, "search", 200 - 100 * valid); }},
    {"as much time on prefix sums",
     [](const std::string& algorithm, double, Stages& stages) {
         if (algorithm == "jj")
             set(stages, "prefix-sum", 34);
     }},
    {"Jumping Jack is faster than Horn",
     [](const std::string& algorithm, double, Stages& stages) {
         if (algorithm == "jj")
             set(stages, "search", 300);
     }},
    {"RLZ spends twice",
     [](const std::string& algorithm, double, Stages& stages) {
         if (algorithm == "rlz")
             set(stages, "run-lengths", 90);
     }},
    {"RLZ is faster than Horn",
     [](const std::string& algorithm, double, Stages& stages) {
         if (algorithm == "rlz")
             set(stages, "search", 300);
     }},
    {"reduction is very fast",
     [](const std::string&, double, Stages& stages) { set(stages, "reduction", 20); }},
    {"search is slower than Jumping Jack's",
     [](const std::string& algorithm, double, Stages& stages) {
         if (algorithm == "bt")
             set(stages, "search", 11);
     }},
    {"fastest of the four from medium density on",
     [](const std::string& algorithm, double valid, Stages& stages) {
         if (algorithm == "jj" && valid < 0.2)
             set(stages, "search", 0);
         if (algorithm == "jj" && valid < 0.2)
             set(stages, "prefix-sum", 1);
     }},
    {"concatenation depends",
     [](const std::string&, double valid, Stages& stages) { set(stages, "concatenation", 100 * valid); }},
};

} // namespace

TEST_CASE("Stages as in the paper's figure 7 make every claim about them hold") {
    for (const Claim& told : find_experiment("fig7").claims(stage_rows())) {
        INFO(told.claim << ": " << told.evidence);
        CHECK(told.holds == true);
    }
}

TEST_CASE("Every claim about stages can be refuted, and each has a case here") {
    CHECK(refutations.size() == find_experiment("fig7").claims(stage_rows()).size());
    for (const Refutation& refutation : refutations) {
        const Claim told = claim(stage_rows(refutation.change), refutation.part);
        INFO(told.claim << ": " << told.evidence);
        CHECK(told.holds == false);
    }
}

TEST_CASE("The evidence for what dominates Horn's time is the shares") {
    const Claim told = claim(stage_rows(), "search dominates");
    // At 50 %: 110 of 155.5 ms.
    CHECK_THAT(told.evidence, ContainsSubstring("79, 71, 53 % at 10, 50, 90 % invalid"));
}

TEST_CASE("A density that was not measured leaves the claims about stages untold") {
    Results results = stage_rows();
    drop(results, {{"invalid_percent", "10"}});
    const Claim told = claim(results, "search dominates");
    CHECK_FALSE(told.holds.has_value());
    CHECK_THAT(told.evidence, ContainsSubstring("invalid_percent 10"));
}

TEST_CASE(
    "A bar of figure 7 stacks the stages of a repetition that was measured, in the order in which they run") {
    Results results = stage_rows();
    // Three repetitions whose median total is the second one's.
    results.rows[2].repetitions = {{{{"prefix-sum", 8}, {"search", 9}}, 17},
                                   {{{"prefix-sum", 5}, {"search", 1}}, 6},
                                   {{{"prefix-sum", 1}, {"search", 1}}, 2}};
    const std::vector<Figure> figures = find_experiment("fig7").figures(results);
    REQUIRE(figures.size() == 1);
    const auto& chart = std::get<chart::StackedBarChart>(figures[0].chart);
    const std::vector<std::string> names{"discriminate", "run-lengths", "run-extraction", "reduction",
                                         "prefix-sum",   "search",      "block-scan",     "concatenation"};
    CHECK(chart.part_names == names);
    REQUIRE(chart.bars.size() == 12);
    CHECK(chart.bars[2].name == "rlz");
    CHECK(chart.bars[2].group == "10 % invalid");
    CHECK(chart.bars[2].parts == std::vector<double>{0, 0, 0, 0, 5, 1, 0, 0});
    CHECK(chart.bars[11].group == "90 % invalid");
    CHECK(std::accumulate(chart.bars[11].parts.begin(), chart.bars[11].parts.end(), 0.0) ==
          Catch::Approx(results.rows[11].repetitions[0].milliseconds));
}

} // namespace scanline::systems::stage_times_experiment_test
