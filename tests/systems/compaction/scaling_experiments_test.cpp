#include "systems/find_experiment.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

#include <functional>

namespace scanline::systems::scaling_experiments_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

Results sizes(const std::vector<int>& elements, const std::function<double(const std::string&, int)>& times) {
    Results results = made_up("scaling");
    for (const int size : elements) {
        for (const std::string& algorithm : paper_four)
            add_row(results, {{"elements", std::to_string(size)}, {"algorithm", algorithm}, {"block", "256"}},
                    times(algorithm, size));
    }
    return results;
}

double linear(const std::string&, int size) {
    return size / 1000.0;
}

const std::vector<int> paper_sizes{1 << 18, 1 << 20, 1 << 22};

Results crossing(const std::function<bool(int block)>& tree_ahead) {
    Results results = made_up("prefix-crossover");
    for (int block = 2; block <= 4096; block *= 2) {
        add_row(results, {{"block", std::to_string(block)}, {"prefix-sum", "hillis-steele"}}, 10);
        add_row(results, {{"block", std::to_string(block)}, {"prefix-sum", "blelloch"}},
                tree_ahead(block) ? 8 : 12);
    }
    return results;
}

Results joining(const std::function<double(int invalid, int block)>& milliseconds) {
    Results results = made_up("concatenation");
    for (const int invalid : {10, 50, 90}) {
        for (int block = 2; block <= 4096; block *= 2) {
            for (const std::string method : {"lines", "quads"})
                add_row(
                    results,
                    {{"invalid_percent", std::to_string(invalid)},
                     {"block", std::to_string(block)},
                     {"concatenate", method}},
                    {{"search", 90}, {"block-scan", 1}, {"concatenation", milliseconds(invalid, block) - 1}});
        }
    }
    return results;
}

double as_in_the_paper(int invalid, int block) {
    return (block < 16 ? 80 : 9) + (100 - invalid) / 100.0;
}

} // namespace

TEST_CASE("Times in proportion to the size are linear, and a size above the paper's does not matter") {
    std::vector<int> more = paper_sizes;
    more.push_back(1 << 24);
    const Results results = sizes(more, [](const std::string& algorithm, int size) {
        return size > 1 << 22 ? 1.0 : linear(algorithm, size) * (size == 1 << 20 ? 1.049 : 1.0);
    });
    const Claim told = claim(results, "linear in stream size");
    CHECK(told.holds == true);
    CHECK_THAT(told.evidence,
               ContainsSubstring("+4.9 % at 1M") && ContainsSubstring("share of the time at 4M"));
}

TEST_CASE("One algorithm that is more than 5 % off at one size is not linear") {
    for (const double factor : {0.94, 1.06}) {
        const Results results = sizes(paper_sizes, [factor](const std::string& algorithm, int size) {
            return linear(algorithm, size) * (algorithm == "rlz" && size == 1 << 18 ? factor : 1.0);
        });
        CHECK(claim(results, "linear in stream size").holds == false);
    }
}

TEST_CASE("The sizes of a quick run, and one size alone, tell nothing") {
    Results quick = sizes({1 << 16, 1 << 18, 1 << 20}, linear);
    for (Row& row : quick.rows)
        row.items = 1 << 20;
    const Claim told = claim(quick, "linear in stream size");
    CHECK_FALSE(told.holds.has_value());
    CHECK_THAT(told.evidence, ContainsSubstring("4M or more"));
    CHECK_FALSE(claim(sizes({1 << 22}, linear), "linear in stream size").holds.has_value());
}

TEST_CASE("Elements per second are drawn beside the times, quartiles included") {
    Results results = sizes(paper_sizes, linear);
    results.rows[0].repetitions = {{{}, 1}, {{}, 2}, {{}, 4}};
    const std::vector<Figure> figures = find_experiment("scaling").figures(results);
    REQUIRE(figures.size() == 2);
    CHECK(figures[0].stem == "scaling-time");
    CHECK(figures[1].stem == "scaling-rate");
    const chart::ChartPoint first = std::get<chart::LineChart>(figures[1].chart).series[0].points[0];
    // 4M items in 2 ms are 2097 million a second; the quartiles are 1.5 and 3 ms.
    CHECK(first.y == Catch::Approx(2097.152));
    CHECK(first.low == Catch::Approx(4194.304 / 3));
    CHECK(first.high == Catch::Approx(4194.304 / 1.5));
}

TEST_CASE("Prefix sums that cross at 128 cross where the paper's do, whichever is ahead at 128 itself") {
    for (const int from : {128, 256}) {
        const Results results = crossing([from](int block) { return block >= from; });
        const Claim told = claim(results, "Hillis-Steele");
        CHECK(told.holds == true);
        CHECK_THAT(told.evidence, ContainsSubstring("from blocks of " + std::to_string(from) + " on"));
        CHECK_THAT(find_experiment("prefix-crossover").summary(results),
                   ContainsSubstring("blocks of " + std::to_string(from)) && ContainsSubstring("128"));
    }
}

TEST_CASE("A crossover elsewhere, one that comes back, or none refutes the paper's") {
    const Claim early = claim(crossing([](int block) { return block >= 8; }), "Hillis-Steele");
    CHECK(early.holds == false);
    CHECK_THAT(early.evidence, ContainsSubstring("from blocks of 8 on") && ContainsSubstring("0.83 at 4") &&
                                   ContainsSubstring("1.25 at 8"));
    const Claim returns =
        claim(crossing([](int block) { return block == 256 || block > 512; }), "Hillis-Steele");
    CHECK(returns.holds == false);
    CHECK_THAT(returns.evidence, ContainsSubstring("from blocks of 1024 on"));
    const Claim never = claim(crossing([](int) { return false; }), "Hillis-Steele");
    CHECK(never.holds == false);
    CHECK_THAT(never.evidence, ContainsSubstring("not ahead"));
}

TEST_CASE("A crossover is undecided without one of the methods") {
    Results results = crossing([](int block) { return block >= 128; });
    drop(results, {{"block", "64"}, {"prefix-sum", "blelloch"}});
    CHECK_FALSE(claim(results, "Hillis-Steele").holds.has_value());
    CHECK_THAT(find_experiment("prefix-crossover").summary(results), ContainsSubstring("not measured"));
}

TEST_CASE("A concatenation that is dear in the smallest blocks only is as the paper has it") {
    const Results results = joining(as_in_the_paper);
    CHECK(claim(results, "comparatively very fast").holds == true);
    // One repetition has no quartiles that could touch.
    CHECK(claim(results, "depends on the density").holds == true);
    CHECK_THAT(claim(results, "comparatively very fast").evidence, ContainsSubstring("at 4096"));
}

TEST_CASE("A concatenation that is cheap everywhere, or dear in a larger block, is not as the paper has it") {
    CHECK(claim(joining([](int, int) { return 9.0; }), "comparatively very fast").holds == false);
    CHECK(claim(joining([](int, int block) { return block == 512 ? 40.0 : as_in_the_paper(50, block); }),
                "comparatively very fast")
              .holds == false);
}

TEST_CASE("A concatenation whose times touch at a block size does not depend on the density") {
    CHECK(claim(joining([](int invalid, int block) {
                    return block == 64 ? 9.0 : as_in_the_paper(invalid, block);
                }),
                "depends on the density")
              .holds == false);
}

TEST_CASE("A concatenation whose lines were left out tells nothing") {
    Results results = joining(as_in_the_paper);
    drop(results, {{"concatenate", "lines"}, {"block", "1024"}});
    CHECK_FALSE(claim(results, "comparatively very fast").holds.has_value());
    CHECK_FALSE(claim(results, "depends on the density").holds.has_value());
}

TEST_CASE("The concatenation's figure shows joining alone, a line for each method and density") {
    const std::vector<Figure> figures = find_experiment("concatenation").figures(joining(as_in_the_paper));
    REQUIRE(figures.size() == 1);
    const auto& chart = std::get<chart::LineChart>(figures[0].chart);
    REQUIRE(chart.series.size() == 7);
    CHECK(chart.series[0].name == "lines, 10 % invalid");
    REQUIRE(chart.series[0].points.size() == 12);
    CHECK(chart.series[0].points[0].y == Catch::Approx(80.9));
    CHECK(chart.series[6].dashed);
}

} // namespace scanline::systems::scaling_experiments_test
