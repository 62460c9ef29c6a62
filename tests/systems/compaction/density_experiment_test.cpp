#include "systems/find_experiment.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

#include <functional>

namespace scanline::systems::density_experiment_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

using Times = std::function<double(const std::string& algorithm, int invalid)>;

// As the paper has it: the tree is the fastest but at 0 and 10 %, Jumping Jack falls behind Horn between 70
// and 80 %, and RLZ is the most even.
double as_in_the_paper(const std::string& algorithm, int invalid) {
    if (algorithm == "horn")
        return 300 - 2 * invalid;
    if (algorithm == "jj")
        return 225 - invalid;
    if (algorithm == "rlz")
        return 190 - 0.3 * invalid;
    return invalid < 20 ? 230 : 160 - 1.5 * invalid;
}

Results sweep(const std::string& experiment, const Times& times, int step = 10) {
    Results results = made_up(experiment);
    for (int invalid = 0; invalid <= 100; invalid += step) {
        for (const std::string& algorithm : paper_four)
            add_row(results,
                    {{"invalid_percent", std::to_string(invalid)}, {"algorithm", algorithm}, {"block", "32"}},
                    times(algorithm, invalid));
    }
    return results;
}

const std::vector<std::string> density_claims{"binary tree", "Jumping Jack", "RLZ varies least"};

} // namespace

TEST_CASE("Times as in the paper's figures make every claim about density hold") {
    for (const std::string figure : {"fig8", "fig9", "fig10"}) {
        const int step = GENERATE(10, 25);
        const Results results = sweep(figure, as_in_the_paper, step);
        for (const std::string& part : density_claims) {
            const Claim told = claim(results, part);
            INFO(figure << ", " << told.claim << ": " << told.evidence);
            CHECK(told.holds == true);
        }
    }
}

TEST_CASE(
    "A tree that is beaten at one density in the middle is not the fastest, and the evidence says where") {
    const Results results = sweep("fig8", [](const std::string& algorithm, int invalid) {
        return algorithm == "rlz" && invalid == 60 ? 1.0 : as_in_the_paper(algorithm, invalid);
    });
    const Claim told = claim(results, "binary tree");
    CHECK(told.holds == false);
    CHECK_THAT(told.evidence, ContainsSubstring("60 % rlz 70.00 bt") && ContainsSubstring("70 % bt 2.82 jj"));
}

TEST_CASE("Jumping Jack must be ahead at 70 % and behind at 80 %") {
    const int meets = GENERATE(60, 65, 75, 85, 95);
    INFO("the two meet at " << meets << " %");
    const Results results = sweep("fig9", [meets](const std::string& algorithm, int invalid) {
        if (algorithm == "jj")
            return 100.0 + invalid - meets;
        return algorithm == "horn" ? 100.0 : as_in_the_paper(algorithm, invalid);
    });
    const Claim told = claim(results, "Jumping Jack");
    INFO(told.evidence);
    CHECK(told.holds == (meets == 75));
    CHECK_THAT(told.evidence, ContainsSubstring(" 70 % "));
}

TEST_CASE("An algorithm with less spread than RLZ refutes that RLZ varies least") {
    const Results results = sweep("fig8", [](const std::string& algorithm, int invalid) {
        return algorithm == "jj" ? 1000.0 : as_in_the_paper(algorithm, invalid);
    });
    const Claim told = claim(results, "RLZ varies least");
    CHECK(told.holds == false);
    CHECK_THAT(told.evidence, ContainsSubstring("jj 1.00") && ContainsSubstring("rlz 1.19"));
}

TEST_CASE(
    "A figure without the rows of an algorithm tells nothing that needs them, and says what is missing") {
    Results results = sweep("fig10", as_in_the_paper);
    drop(results, {{"algorithm", "jj"}, {"invalid_percent", "40"}});
    add_skipped(results, {{"invalid_percent", "40"}, {"algorithm", "jj"}, {"block", "32"}}, "does not fit");
    for (const std::string& part : density_claims) {
        const Claim told = claim(results, part);
        INFO(told.claim);
        CHECK_FALSE(told.holds.has_value());
        CHECK_THAT(told.evidence, ContainsSubstring("jj") && ContainsSubstring("40"));
    }
}

TEST_CASE("The figure has a line for every algorithm and the dashed roof, over all densities") {
    Results results = sweep("fig8", as_in_the_paper);
    add_row(results, {{"invalid_percent", "0"}, {"algorithm", "packed"}, {"block", "-"}}, 5);
    const std::vector<Figure> figures = find_experiment("fig8").figures(results);
    REQUIRE(figures.size() == 1);
    CHECK(figures[0].stem == "fig8");
    const auto& chart = std::get<chart::LineChart>(figures[0].chart);
    CHECK_THAT(chart.subtitle, ContainsSubstring("a made-up GPU"));
    REQUIRE(chart.series.size() == 6);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(chart.series[i].name == paper_four[i]);
        CHECK_FALSE(chart.series[i].dashed);
        REQUIRE(chart.series[i].points.size() == 11);
        for (std::size_t at = 0; at < 11; ++at) {
            const int invalid = static_cast<int>(at) * 10;
            CHECK(chart.series[i].points[at].x == invalid);
            CHECK(chart.series[i].points[at].y == Catch::Approx(as_in_the_paper(paper_four[i], invalid)));
        }
    }
    CHECK(chart.series[4].points.size() == 1);
    CHECK(chart.series[5].dashed);
    CHECK(chart.series[5].points.size() == 11);
    CHECK(chart.series[5].points[3].y == 0.5);
}

} // namespace scanline::systems::density_experiment_test
