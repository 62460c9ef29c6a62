#include "scanline/bench/curves.h"

#include <catch2/catch_all.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace scanline::bench::curves_test {

namespace {

using Point = std::tuple<double, double, double, double>;

Row row_of(std::string by, std::string elements, std::vector<double> milliseconds,
           std::optional<double> roof = std::nullopt) {
    Row row;
    row.axes = {{"by", std::move(by)}, {"elements", std::move(elements)}};
    row.items = 2'000'000;
    for (const double time : milliseconds)
        row.repetitions.push_back({{{"up", time / 4}, {"down", time / 2}, {"up", time / 4}}, time});
    row.roof_milliseconds = roof;
    return row;
}

/// Three sizes in no order, one without a number, one that was skipped.
Results results() {
    Results results;
    results.experiment = "sums";
    results.title = "Sums";
    results.roof = "copy";
    results.rows = {row_of("a", "200", {4, 2, 3}, 1.0), row_of("b", "200", {8}, 3.0),
                    row_of("a", "100", {1}, 0.5), row_of("b", "all", {5}), row_of("b", "100", {})};
    results.rows.back().skipped = "no room";
    return results;
}

std::vector<Point> points_of(const chart::Series& series) {
    std::vector<Point> points;
    for (const auto& [x, y, low, high] : series.points)
        points.emplace_back(x, y, low, high);
    return points;
}

} // namespace

TEST_CASE("A curve goes through the measured rows in the order of their numbers, with quartiles") {
    const chart::Series a = curve(results(), "A", {{"by", "a"}}, "elements");
    CHECK(a.name == "A");
    CHECK(points_of(a) == std::vector<Point>{{100, 1, 1, 1}, {200, 3, 2.5, 3.5}});
    // A slow run has a low rate.
    const chart::Series rates = curve(results(), "A", {{"by", "a"}}, "elements", rate_in(millions));
    CHECK(points_of(rates) ==
          std::vector<Point>{{100, 2000, 2000, 2000}, {200, 2e3 / 3, 2e3 / 3.5, 2e3 / 2.5}});
}

TEST_CASE("Rows make a curve for each value of an axis, or for each name that a function gives") {
    const std::vector<chart::Series> both = curves_by(results(), "by", "elements");
    REQUIRE(both.size() == 2);
    CHECK(both[0].name == "a");
    CHECK(both[1].name == "b");
    CHECK(points_of(both[1]) == std::vector<Point>{{200, 8, 8, 8}});
    const auto only_b = [](const Row& row) { return row.axis("by") == "b" ? "B" : std::string(); };
    const std::vector<chart::Series> one = curves_by(results(), only_b, "elements");
    REQUIRE(one.size() == 1);
    CHECK(one[0].name == "B");
}

TEST_CASE("The roof of a size is the median of the roofs of its groups") {
    const chart::Series roof = roof_curve(results(), "elements");
    CHECK(roof.name == "copy");
    CHECK(roof.dashed);
    CHECK(points_of(roof) == std::vector<Point>{{100, 0.5, 0.5, 0.5}, {200, 2, 2, 2}});
}

TEST_CASE("The figures over sizes are of times with the roof, and of rates") {
    const std::vector<Figure> figures = size_figures(
        results(), "all", [](const Row& row) { return row.axis("by"); }, "Rates", billions);
    REQUIRE(figures.size() == 2);
    CHECK(figures[0].stem == "sums-time");
    CHECK(figures[1].stem == "sums-rate");
    const auto& times = std::get<chart::LineChart>(figures[0].chart);
    const auto& rates = std::get<chart::LineChart>(figures[1].chart);
    CHECK(times.title == "Sums");
    CHECK(rates.title == "Rates");
    REQUIRE(times.series.size() == 3);
    CHECK(times.series[2].dashed);
    REQUIRE(rates.series.size() == 2);
    CHECK(rates.y.label == billions.label);
    CHECK(points_of(rates.series[1]) == std::vector<Point>{{200, 0.25, 0.25, 0.25}});
}

TEST_CASE("Bars in groups are put where their names are, and leave gaps") {
    chart::GroupedBarChart chart;
    set_bar(chart, "small", "a", 1.0);
    set_bar(chart, "large", "b", 2.0);
    set_bar(chart, "small", "b", std::nullopt);
    CHECK(chart.groups == std::vector<std::string>{"small", "large"});
    CHECK(chart.series == std::vector<std::string>{"a", "b"});
    CHECK(chart.values ==
          std::vector<std::vector<std::optional<double>>>{{1.0, std::nullopt}, {std::nullopt, 2.0}});
}

TEST_CASE("A bar of stages is of the repetition in the middle, and adds up what is of one name") {
    chart::StackedBarChart chart;
    chart.part_names = {"down"};
    add_stage_bar(chart, "small", "a", row_of("a", "1", {16, 8, 4}), 0.5);
    CHECK(chart.part_names == std::vector<std::string>{"down", "up"});
    REQUIRE(chart.bars.size() == 1);
    CHECK(chart.bars[0].group == "small");
    CHECK(chart.bars[0].name == "a");
    CHECK(chart.bars[0].parts == std::vector<double>{2, 2});
}

} // namespace scanline::bench::curves_test
