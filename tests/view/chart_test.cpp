#include "kit/chart_view.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::chart_test {

namespace {

bench::Chart lines() {
    chart::LineChart chart;
    chart.x = {"elements", chart::Scale::log2};
    chart.y = {"time (ms)"};
    chart.series = {{"bt", {{4, 2, 1, 3}, {8, 3, 3, 3}}, false, {}}, {"roof", {{4, 1}}, true, {}}};
    return chart;
}

bench::Chart bars(std::vector<std::string> groups = {"hand", "bunny"},
                  std::vector<std::string> series = {"bt"},
                  std::vector<std::vector<std::optional<double>>> values = {{1.5}, {2}}) {
    chart::GroupedBarChart chart;
    chart.y = {"ms"};
    chart.groups = std::move(groups);
    chart.series = std::move(series);
    chart.values = std::move(values);
    return chart;
}

bench::Chart stacks(std::vector<std::string> parts = {"tree", "search"},
                    std::vector<double> lengths = {1, 2}) {
    chart::StackedBarChart chart;
    chart.y = {"ms"};
    chart.part_names = std::move(parts);
    chart.bars = {{"dense", "bt", std::move(lengths)}};
    return chart;
}

} // namespace

TEST_CASE("Axes are drawn as they were made, or as they are chosen") {
    const auto scales = [](AxisChoice x, AxisChoice y) {
        const auto chart = std::get<chart::LineChart>(chosen(lines(), {.x = x, .y = y}, "roof"));
        return std::pair(chart.x.scale, chart.y.scale);
    };
    using enum chart::Scale;
    CHECK(scales(AxisChoice::as_made, AxisChoice::as_made) == std::pair(log2, linear));
    CHECK(scales(AxisChoice::linear, AxisChoice::linear) == std::pair(linear, linear));
    CHECK(scales(AxisChoice::logarithmic, AxisChoice::logarithmic) == std::pair(log2, log10));
    CHECK(std::get<chart::GroupedBarChart>(chosen(bars(), {.y = AxisChoice::logarithmic}, "")).y.scale ==
          log10);
}

TEST_CASE("The roof can be left out, and no other line is") {
    CHECK(key_names(chosen(lines(), {}, "roof")) == std::vector<std::string>{"bt", "roof"});
    CHECK(key_names(chosen(lines(), {.roof = false}, "roof")) == std::vector<std::string>{"bt"});
    CHECK(key_names(chosen(lines(), {.roof = false}, "bt")) == std::vector<std::string>{"bt", "roof"});
}

TEST_CASE("Hidden names are hidden by their places") {
    const chart::ChartOptions options = options_of(stacks(), {.bands = false, .hidden = {"search", "else"}});
    CHECK(options.hidden == std::vector<bool>{false, true});
    CHECK_FALSE(options.bands);
}

TEST_CASE("A key or a bar is hit inside of it, a point from as far as the mouse reaches") {
    chart::ChartGeometry geometry;
    geometry.spots = {{0, 0, {10, 10}}, {0, 1, {20, 10}}};
    geometry.bars = {{0, 0, {100, 0, 110, 50}}};
    geometry.keys = {{1, {200, 0, 260, 15}}};
    using Kind = ChartHit::Kind;
    CHECK(hit(geometry, {14, 10}, 30) == ChartHit{Kind::spot, 0});
    CHECK(hit(geometry, {16, 10}, 30) == ChartHit{Kind::spot, 1});
    CHECK_FALSE(hit(geometry, {60, 10}, 30));
    CHECK(hit(geometry, {105, 20}, 30) == ChartHit{Kind::bar, 0});
    CHECK(hit(geometry, {230, 5}, 1000) == ChartHit{Kind::key, 0});
    CHECK_FALSE(hit({}, {0, 0}, 1000));
}

TEST_CASE("What is pointed at says its name, values and quartiles") {
    using Lines = std::vector<std::string>;
    using Kind = ChartHit::Kind;
    chart::ChartGeometry geometry;
    geometry.spots = {{0, 0, {}}, {0, 1, {}}};
    geometry.bars = {{0, 0, {}}};
    geometry.keys = {{1, {}}};
    CHECK(describe(lines(), geometry, {Kind::spot, 0}) ==
          Lines{"bt", "elements: 4", "time (ms): 2", "quartiles: 1 to 3"});
    CHECK(describe(lines(), geometry, {Kind::spot, 1}) == Lines{"bt", "elements: 8", "time (ms): 3"});
    CHECK(describe(bars(), geometry, {Kind::bar, 0}) == Lines{"bt", "hand", "ms: 1.5"});
    CHECK(describe(stacks(), geometry, {Kind::bar, 0}) == Lines{"bt, dense", "tree", "ms: 1"});
    CHECK(describe(lines(), geometry, {Kind::key, 0}).at(0) == "roof");
}

TEST_CASE("Earlier lines are dashed, lighter, and in the colour of their name") {
    bench::Chart chart = lines();
    chart::LineChart before;
    before.x = {"elements"};
    before.y = {"time (ms)"};
    before.series = {{"new", {{4, 9}}, false, {}},
                     {"bt", {{4, 8}}, false, {}},
                     {"roof", {{4, 7}}, true, {}},
                     {"empty", {}, false, {}}};
    REQUIRE(overlay(chart, before, "old"));
    const auto& series = std::get<chart::LineChart>(chart).series;
    REQUIRE(series.size() == 4);
    CHECK(series[2].name == "new (old)");
    CHECK_FALSE(series[2].like);
    CHECK(series[3].name == "bt (old)");
    CHECK(series[3].like == 0);
    CHECK(series[3].dashed);
    CHECK(series[3].opacity < 1);
    CHECK(series[3].points[0].y == 8);
}

TEST_CASE("Earlier lines keep their colours where the roof before them is left out") {
    bench::Chart chart = lines();
    chart::LineChart before = std::get<chart::LineChart>(lines());
    before.series = {{"new", {{4, 9}}, false, {}}, {"bt", {{4, 8}}, false, {}}};
    REQUIRE(overlay(chart, before, "old"));
    const auto shown = std::get<chart::LineChart>(chosen(chart, {.roof = false}, "roof")).series;
    REQUIRE(shown.size() == 3);
    CHECK(shown[0].like == 0);
    CHECK(shown[1].name == "new (old)");
    CHECK(shown[1].like == 2);
    CHECK(shown[2].like == 0);
}

TEST_CASE("An earlier line takes the colour that its name has been given") {
    bench::Chart chart = lines();
    std::get<chart::LineChart>(chart).series[0].like = 5;
    REQUIRE(overlay(chart, lines(), "old"));
    CHECK(std::get<chart::LineChart>(chart).series.back().like == 5);
}

TEST_CASE("Charts of other axes or another kind are left alone") {
    bench::Chart chart = lines();
    chart::LineChart other = std::get<chart::LineChart>(lines());
    other.x.label = "block";
    CHECK_FALSE(overlay(chart, other, "old"));
    CHECK_FALSE(overlay(chart, bars(), "old"));
    CHECK(key_names(chart) == key_names(lines()));
    const auto in_seconds = [](bench::Chart of) {
        std::visit([](auto& kind) { kind.y.label = "s"; }, of);
        return of;
    };
    for (const bench::Chart& shown : {lines(), bars(), stacks()}) {
        bench::Chart with = shown;
        CHECK_FALSE(overlay(with, in_seconds(shown), "old"));
        CHECK(key_names(with) == key_names(shown));
    }
    bench::Chart grouped = bars();
    CHECK_FALSE(overlay(grouped, bars({"finger", "disc"}), "old")); // no group in common
    CHECK(key_names(grouped) == key_names(bars()));
}

TEST_CASE("Earlier bars stand beside the others of their group, earlier stacks behind") {
    bench::Chart grouped = bars();
    REQUIRE(overlay(grouped, bars({"bunny", "finger"}, {"bt", "jj"}, {{5, std::nullopt}, {6, 7}}), "old"));
    const auto& groups = std::get<chart::GroupedBarChart>(grouped);
    CHECK(groups.groups == std::vector<std::string>{"hand", "bunny"});
    CHECK(groups.series == std::vector<std::string>{"bt", "bt (old)", "jj (old)"});
    CHECK(groups.values[1] == std::vector<std::optional<double>>{2, 5, std::nullopt});
    // The hand was not measured then: its next bar still stands under its own name.
    REQUIRE(overlay(grouped, bars({"hand"}, {"bt"}, {{9}}), "older"));
    CHECK(groups.series.back() == "bt (older)");
    CHECK(groups.values[0] == std::vector<std::optional<double>>{1.5, std::nullopt, std::nullopt, 9});

    bench::Chart stacked = stacks();
    REQUIRE(overlay(stacked, stacks({"search", "join"}, {4, 5}), "old"));
    const auto& stack = std::get<chart::StackedBarChart>(stacked);
    CHECK(stack.part_names == std::vector<std::string>{"tree", "search", "join"});
    REQUIRE(stack.bars.size() == 2);
    CHECK(stack.bars[1].group == "dense (old)");
    CHECK(stack.bars[1].parts == std::vector<double>{0, 4, 5});
}

} // namespace scanline::view::chart_test
