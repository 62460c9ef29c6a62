#include "scanline/bench/sweep_figures.h"

#include "made_up_results.h"

#include <catch2/catch.hpp>

namespace scanline::bench {

using namespace test;
using Catch::Matchers::Contains;

namespace {

// Two images, two algorithms with blocks, of which one has prefix sums, and one without blocks.
Results sweep(const std::vector<int>& blocks) {
    Results results;
    results.experiment = "compact";
    for (const std::string image : {"hand", "bunny"}) {
        const auto add = [&](const std::string& block, const std::string& algorithm,
                             const std::string& prefix_sum, double milliseconds) {
            add_row(results,
                    {{"image", image},
                     {"elements", "4096"},
                     {"negated", "false"},
                     {"block", block},
                     {"algorithm", algorithm},
                     {"prefix-sum", prefix_sum}},
                    milliseconds);
        };
        for (const int block : blocks) {
            add(std::to_string(block), "horn", "auto", block);
            add(std::to_string(block), "bt", "-", 2.0 * block);
        }
        add("-", "histopyramid", "-", 3);
    }
    return results;
}

} // namespace

TEST_CASE("A sweep over blocks has a figure for each image and a line for each algorithm with blocks") {
    const std::vector<Figure> figures = sweep_figures(sweep({16, 64, 256}));
    REQUIRE(figures.size() == 2);
    CHECK(figures[0].stem == "compact-1");
    CHECK(figures[1].stem == "compact-2");
    const auto& chart = std::get<LineChart>(figures[1].chart);
    CHECK(chart.x.label == "block");
    CHECK(chart.x.scale == Scale::log2);
    CHECK_THAT(chart.subtitle, Contains("image bunny"));
    REQUIRE(chart.series.size() == 3);
    CHECK(chart.series[0].name == "horn");
    CHECK(chart.series[1].name == "bt");
    CHECK(chart.series[2].dashed);
    REQUIRE(chart.series[1].points.size() == 3);
    CHECK(chart.series[1].points[2].x == 256);
    CHECK(chart.series[1].points[2].y == 512);
}

TEST_CASE("One stream is one figure, with the name of the sweep") {
    Results results = sweep({16, 64});
    drop(results, {{"image", "bunny"}});
    const std::vector<Figure> figures = sweep_figures(results);
    REQUIRE(figures.size() == 1);
    CHECK(figures[0].stem == "compact");
}

TEST_CASE("The axis with most numbers is drawn over, and the others name the figures and lines") {
    Results results;
    results.experiment = "compact";
    for (const std::string density : {"0.1", "0.5", "0.9"}) {
        for (const std::string block : {"16", "64"})
            add_row(results,
                    {{"density", density}, {"elements", "100"}, {"block", block}, {"algorithm", "bt"}},
                    std::stod(density) * std::stod(block));
    }
    const std::vector<Figure> figures = sweep_figures(results);
    REQUIRE(figures.size() == 1);
    const auto& chart = std::get<LineChart>(figures[0].chart);
    CHECK(chart.x.label == "density");
    CHECK(chart.x.scale == Scale::linear);
    REQUIRE(chart.series.size() == 3);
    CHECK(chart.series[0].name == "16");
    CHECK(chart.series[1].points[2].y == Approx(0.9 * 64));
}

TEST_CASE("A sweep of one block, size and density, or of nothing, has no figure") {
    CHECK(sweep_figures(sweep({16})).empty());
    CHECK(sweep_figures(Results{}).empty());
}

} // namespace scanline::bench
