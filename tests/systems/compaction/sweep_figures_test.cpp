#include "scanline/systems/sweep.h"

#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

namespace scanline::systems::sweep_figures_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

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
    const auto& chart = std::get<chart::LineChart>(figures[1].chart);
    CHECK(chart.x.label == "block");
    CHECK(chart.x.scale == chart::Scale::log2);
    CHECK_THAT(chart.subtitle, ContainsSubstring("image bunny"));
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
    const auto& chart = std::get<chart::LineChart>(figures[0].chart);
    CHECK(chart.x.label == "density");
    CHECK(chart.x.scale == chart::Scale::linear);
    REQUIRE(chart.series.size() == 3);
    CHECK(chart.series[0].name == "16");
    CHECK(chart.series[1].points[2].y == Catch::Approx(0.9 * 64));
}

TEST_CASE("A sweep of one block, size and density has bars for each stream and variant") {
    Results results = sweep({16});
    drop(results, {{"image", "bunny"}, {"algorithm", "bt"}});
    add_skipped(results,
                {{"image", "bunny"},
                 {"elements", "4096"},
                 {"negated", "false"},
                 {"block", "16"},
                 {"algorithm", "bt"},
                 {"prefix-sum", "-"}},
                "too large");
    CHECK(sweep_x_axes(results) == std::vector<std::string>{"variants", "stages"});
    const std::vector<Figure> figures = sweep_figures(results);
    REQUIRE(figures.size() == 1);
    const auto& chart = std::get<chart::GroupedBarChart>(figures[0].chart);
    CHECK(chart.groups == std::vector<std::string>{"hand", "bunny"});
    CHECK(chart.series == std::vector<std::string>{"horn", "bt", "histopyramid"});
    CHECK(chart.values == std::vector<std::vector<std::optional<double>>>{{16, 32, 3}, {16, {}, 3}});
}

TEST_CASE("Stages are stacked in the order in which they first ran, streams side by side") {
    Results results;
    results.experiment = "compact";
    const auto add = [&results](const std::string& density, const std::string& block,
                                const std::vector<Stage>& stages) {
        add_row(results, {{"density", density}, {"elements", "100"}, {"block", block}, {"algorithm", "bt"}},
                stages);
    };
    add("0.1", "16", {{"tree", 1}, {"search", 2}});
    add("0.5", "16", {{"search", 3}});
    add("0.1", "64", {{"tree", 4}, {"tree", 1}, {"join", 2}});
    const std::vector<Figure> figures = sweep_figures(results, "stages");
    REQUIRE(figures.size() == 1);
    CHECK(figures[0].stem == "compact-stages");
    const auto& chart = std::get<chart::StackedBarChart>(figures[0].chart);
    CHECK(chart.part_names == std::vector<std::string>{"tree", "search", "join"});
    REQUIRE(chart.bars.size() == 3);
    CHECK(chart.bars[1].group == "density 0.1");
    CHECK(chart.bars[1].name == "64");
    CHECK(chart.bars[1].parts == std::vector<double>{5, 0, 2});
    CHECK(chart.bars[2].group == "density 0.5");
}

TEST_CASE("The axis to draw over can be chosen, and what is none of them is the first") {
    const Results results = sweep({16, 64, 256});
    CHECK(sweep_x_axes(results) == std::vector<std::string>{"block", "variants", "stages"});
    CHECK(std::holds_alternative<chart::GroupedBarChart>(sweep_figures(results, "variants").at(0).chart));
    CHECK(std::holds_alternative<chart::LineChart>(sweep_figures(results, "density").at(0).chart));
}

TEST_CASE("A sweep of nothing has no figure") {
    CHECK(sweep_figures(Results{}).empty());
    CHECK(sweep_x_axes(Results{}).empty());
}

} // namespace scanline::systems::sweep_figures_test
