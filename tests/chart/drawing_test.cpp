#include "scanline/chart/drawing.h"

#include "recording_canvas.h"
#include "scanline/core/random.h"

#include <catch2/catch_all.hpp>

#include <array>
#include <cmath>

namespace scanline::chart::chart_drawing_test {

using test::RecordingCanvas;

namespace {

LineChart two_lines() {
    return {.title = "Title",
            .subtitle = "Subtitle",
            .x = {"elements", Scale::log2},
            .y = {"time (ms)"},
            .series = {{"slow", {{16, 30, 29, 32}, {4, 10, 9, 12}, {64, 100, 99, 110}}, false, {}},
                       {"fast", {{4, 1, 1, 1}, {0, 5}, {64, 2, 1, 3}}, false, {}}}};
}

GroupedBarChart grouped() {
    return {.title = "Title",
            .subtitle = "",
            .y = {"ms"},
            .groups = {"hand", "bunny"},
            .series = {"horn", "bt"},
            .values = {{4, 2}, {std::nullopt, 8}}};
}

StackedBarChart stacked() {
    return {.title = "Title",
            .subtitle = "",
            .y = {"ms"},
            .part_names = {"search", "join"},
            .bars = {{"hand", "horn", {3, 1}}, {"hand", "bt", {0, 2}}}};
}

bool is_inside(const ChartGeometry& geometry, Point point) {
    return Rect{0, 0, geometry.width, geometry.height}.contains(point);
}

template <class Chart>
void check_everything_inside(const Chart& chart, const ChartSize& size) {
    CAPTURE(size.width, size.height.value_or(0));
    RecordingCanvas canvas;
    const ChartGeometry geometry = draw(canvas, chart, size, {});
    CHECK(geometry.width >= size.width);
    CHECK(geometry.height >= size.height.value_or(0));
    CHECK(geometry.plot.width() > 0);
    CHECK(geometry.plot.height() > 0);
    for (const Point& point : canvas.points) {
        CAPTURE(point.x, point.y);
        CHECK(is_inside(geometry, point));
    }
    for (const ChartGeometry::Key& key : geometry.keys) {
        CHECK(key.area.right <= geometry.width);
        CHECK(key.area.bottom <= geometry.plot.bottom + 1e-9);
    }
}

} // namespace

TEST_CASE("A chart takes the size that it is given, and more only where it needs more") {
    RecordingCanvas canvas;
    const ChartGeometry geometry = draw(canvas, two_lines(), {900, 500}, {});
    CHECK(geometry.width == Catch::Approx(900));
    CHECK(geometry.height == Catch::Approx(500));
    const ChartGeometry bars = draw(canvas, grouped(), {900, 500}, {});
    CHECK(bars.width == Catch::Approx(900));
    CHECK(bars.height == Catch::Approx(500));
    const ChartGeometry least = draw(canvas, two_lines(), {10, 10}, {});
    CHECK(least.width > 200);
    CHECK(least.height > 150);

    LineChart many = two_lines();
    for (int i = 0; i < 60; ++i)
        many.series.push_back({"one more", {{4, 1.0 * i}}, false, {}});
    CHECK(draw(canvas, many, {900, 500}, {}).height > 60 * 15);
    CHECK(draw(canvas, two_lines(), {}, {}).plot.height() == Catch::Approx(320));
}

TEST_CASE("Everything that is drawn and can be pointed at lies inside of the size taken") {
    for (const ChartSize& size : {ChartSize{}, {900, 500}, {450, 300}, {100, 100}, {1400, {}}}) {
        check_everything_inside(two_lines(), size);
        check_everything_inside(grouped(), size);
        check_everything_inside(stacked(), size);
    }
}

TEST_CASE("Spots lie where the axes place their values, line by line from left to right") {
    RecordingCanvas canvas;
    const LineChart chart = two_lines();
    const ChartGeometry geometry = draw(canvas, chart, {900, 500}, {});
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (const ChartGeometry::Spot& spot : geometry.spots) {
        const ChartPoint& point = chart.series[spot.series].points[spot.point];
        CHECK(spot.at.x == Catch::Approx(geometry.x->at(point.x)));
        CHECK(spot.at.y == Catch::Approx(geometry.y.at(point.y)));
        CHECK(geometry.plot.contains(spot.at));
        order.emplace_back(spot.series, spot.point);
    }
    // A logarithmic axis cannot show 0.
    CHECK(order == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {0, 0}, {0, 2}, {1, 0}, {1, 2}});
    // Logarithmic: 16 is halfway between 4 and 64.
    CHECK(geometry.spots[1].at.x == Catch::Approx((geometry.spots[0].at.x + geometry.spots[2].at.x) / 2));
}

TEST_CASE("An axis map places a value between its ends by its scale") {
    const AxisMap linear{Scale::linear, {0, 10}, 100, 0};
    CHECK(linear.at(0) == 100);
    CHECK(linear.at(2.5) == 75);
    const AxisMap logarithmic{Scale::log10, {1, 1000}, 0, 300};
    CHECK(logarithmic.at(10) == Catch::Approx(100));
    CHECK(logarithmic.at(1000) == Catch::Approx(300));
}

TEST_CASE("A hidden line keeps its key and its colour, and frees the axis for the others") {
    RecordingCanvas all, one;
    const ChartGeometry before = draw(all, two_lines(), {900, 500}, {});
    const ChartGeometry after = draw(one, two_lines(), {900, 500}, {.hidden = {true}});
    CHECK(after.keys.size() == before.keys.size());
    CHECK(std::ranges::none_of(after.spots, [](const auto& spot) { return spot.series == 0; }));
    CHECK(before.y.range.high >= 100);
    CHECK(after.y.range.high < 10);
    REQUIRE(one.polylines.size() == 1);
    CHECK(one.polylines[0].fill.ink == Ink::series);
    CHECK(one.polylines[0].fill.place == 1);
    REQUIRE(one.find("slow"));
    CHECK(one.find("slow")->style.colour.ink == Ink::faint);
    CHECK(one.find("fast")->style.colour.ink == Ink::text);
}

TEST_CASE("Bands are drawn where they are wanted") {
    RecordingCanvas with, without;
    draw(with, two_lines(), {900, 500}, {});
    draw(without, two_lines(), {900, 500}, {.bands = false});
    CHECK(with.bands.size() == 2);
    CHECK(without.bands.empty());
}

TEST_CASE("The opacity of a series is that of its line and markers, and it has no band then") {
    LineChart chart = two_lines();
    chart.series[1].opacity = 0.5;
    RecordingCanvas canvas;
    draw(canvas, chart, {900, 500}, {});
    CHECK(canvas.polylines[0].fill.opacity == 1);
    CHECK(canvas.polylines[1].fill.opacity == 0.5);
    REQUIRE(canvas.bands.size() == 1);
    CHECK(canvas.bands[0].fill.place == 0);
    // The last marker belongs to the legend.
    CHECK(std::ranges::count(canvas.shapes, 0.5, [](const auto& shape) { return shape.fill.opacity; }) == 3);
}

TEST_CASE("What joins a line to its name is as faint as the line") {
    LineChart chart = two_lines();
    chart.series[1].opacity = 0.5;
    RecordingCanvas canvas;
    draw(canvas, chart, {900, 500}, {});
    const auto joins = [&canvas](std::size_t place, double opacity) {
        return std::ranges::count_if(canvas.lines, [&](const RecordingCanvas::Line& line) {
            return line.stroke.colour.ink == Ink::series && line.stroke.colour.place == place &&
                   line.stroke.colour.opacity == Catch::Approx(opacity);
        });
    };
    CHECK(joins(0, 0.6) == 1);
    CHECK(joins(1, 0.3) == 1);
}

TEST_CASE("A low chart has fewer ticks, and a logarithmic one its base line at the bottom") {
    const auto ticks = [](double height) {
        RecordingCanvas canvas;
        draw(canvas, two_lines(), {900, height}, {});
        return std::ranges::count(canvas.texts, Anchor::end,
                                  [](const RecordingCanvas::Text& text) { return text.style.anchor; });
    };
    CHECK(ticks(220) < ticks(600));
    LineChart chart = two_lines();
    chart.y.scale = Scale::log10;
    RecordingCanvas canvas;
    const ChartGeometry geometry = draw(canvas, chart, {900, 500}, {});
    const auto base = std::ranges::find(
        canvas.lines, Ink::axis, [](const RecordingCanvas::Line& line) { return line.stroke.colour.ink; });
    REQUIRE(base != canvas.lines.end());
    CHECK(base->from.y == geometry.plot.bottom);
    CHECK(base->to.y == geometry.plot.bottom);
}

TEST_CASE("The ninth line has the first one's colour and hollow markers") {
    LineChart chart = two_lines();
    chart.series.assign(9, {"line", {{4, 1}}, false, {}});
    RecordingCanvas canvas;
    draw(canvas, chart, {}, {});
    // The marker, and its legend key.
    CHECK(std::ranges::count(canvas.shapes, Ink::background,
                             [](const RecordingCanvas::Filled& shape) { return shape.fill.ink; }) == 2);
}

TEST_CASE("Bars are where their values say, and hidden ones make room") {
    RecordingCanvas canvas;
    const ChartGeometry geometry = draw(canvas, grouped(), {600, 400}, {});
    REQUIRE(geometry.bars.size() == 3);
    CHECK(geometry.bars[2].bar == 1);
    CHECK(geometry.bars[2].part == 1);
    CHECK(geometry.bars[2].area.top == Catch::Approx(geometry.y.at(8)));
    CHECK(geometry.bars[0].area.top == Catch::Approx(geometry.y.at(4)));
    CHECK_FALSE(geometry.x);

    const ChartGeometry hidden = draw(canvas, grouped(), {600, 400}, {.hidden = {false, true}});
    REQUIRE(hidden.bars.size() == 1);
    CHECK(hidden.bars[0].part == 0);
    CHECK(hidden.keys.size() == 2);
    CHECK(hidden.y.range.high < 8);
}

TEST_CASE("A bar stands around the number above it") {
    RecordingCanvas canvas;
    const ChartGeometry geometry = draw(canvas, grouped(), {600, 400}, {});
    REQUIRE(geometry.bars.size() == 3);
    for (std::size_t bar = 0; bar < 3; ++bar) {
        const Rect& area = geometry.bars[bar].area;
        const RecordingCanvas::Text* number = canvas.find(std::array{"4.00", "2.00", "8.00"}.at(bar));
        REQUIRE(number);
        CHECK(number->style.anchor == Anchor::middle);
        CHECK(number->base.x == Catch::Approx((area.left + area.right) / 2));
        CHECK(number->base.y < area.top);
    }
}

TEST_CASE("The key of a series is where its name stands, and its symbol is faint where it is hidden") {
    const auto check = [](const auto& chart, const std::vector<std::string>& names) {
        RecordingCanvas canvas;
        const ChartGeometry geometry = draw(canvas, chart, {600, 400}, {.hidden = {false, true}});
        REQUIRE(geometry.keys.size() == names.size());
        for (const ChartGeometry::Key& key : geometry.keys) {
            CAPTURE(key.series);
            const auto name = std::ranges::find_if(canvas.texts, [&](const RecordingCanvas::Text& text) {
                return text.text == names.at(key.series) && key.area.contains(text.base);
            });
            CHECK(name != canvas.texts.end());
            const auto is_symbol = [&](const RecordingCanvas::Filled& filled) {
                return filled.fill.ink == Ink::series && filled.fill.place == key.series &&
                       key.area.contains(filled.outline.front());
            };
            std::vector<RecordingCanvas::Filled> drawn = canvas.rectangles;
            drawn.insert(drawn.end(), canvas.shapes.begin(), canvas.shapes.end());
            const auto symbol = std::ranges::find_if(drawn, is_symbol);
            REQUIRE(symbol != drawn.end());
            CHECK((symbol->fill.opacity < 1) == (key.series == 1));
        }
    };
    check(two_lines(), {"slow", "fast"});
    // Multi-line keys are taller.
    GroupedBarChart uneven = grouped();
    uneven.series = {"a name that takes more than one line of the legend, or even two", "bt"};
    RecordingCanvas canvas;
    const ChartGeometry geometry = draw(canvas, uneven, {600, 400}, {});
    REQUIRE(geometry.keys.size() == 2);
    CHECK(geometry.keys[0].area.height() > geometry.keys[1].area.height());
    CHECK(geometry.keys[1].area.top == Catch::Approx(geometry.keys[0].area.bottom));
    check(grouped(), {"horn", "bt"});
    check(stacked(), {"search", "join"});
}

TEST_CASE("Parts of a stacked bar can be hidden") {
    RecordingCanvas canvas;
    const ChartGeometry all = draw(canvas, stacked(), {600, 400}, {});
    CHECK(all.bars.size() == 3);
    RecordingCanvas without;
    const ChartGeometry geometry = draw(without, stacked(), {600, 400}, {.hidden = {true}});
    REQUIRE(geometry.bars.size() == 2);
    CHECK(geometry.bars[0].part == 1);
    CHECK(geometry.bars[0].area.bottom == Catch::Approx(geometry.plot.bottom));
    CHECK(without.find("1.00") != nullptr);
}

TEST_CASE("The ninth bar of a group has the first one's colour, and stripes") {
    GroupedBarChart chart = grouped();
    chart.groups = {"g"};
    chart.series.assign(9, "s");
    chart.values = {std::vector<std::optional<double>>(9, 1.0)};
    RecordingCanvas canvas;
    draw(canvas, chart, {}, {});
    CHECK(canvas.hatchings == 2); // the bar, and its key
}

TEST_CASE("Any chart in any size lies inside of what it takes") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        LineChart lines = two_lines();
        lines.series.clear();
        GroupedBarChart bars = grouped();
        bars.groups.clear();
        bars.values.clear();
        for (std::uint64_t i = random.below(20); i-- > 0;) {
            lines.series.push_back({std::string(1 + random.below(40), 'n'), {}, false, {}});
            for (std::uint64_t k = random.below(9); k-- > 0;)
                lines.series.back().points.push_back(
                    {1 + 100 * random.unit(), std::pow(10, 6 * random.unit() - 3)});
            bars.groups.push_back(std::string(1 + random.below(30), 'g'));
            bars.values.push_back({100 * random.unit(), random.unit()});
        }
        const ChartSize size{1000 * random.unit(), 800 * random.unit()};
        check_everything_inside(lines, size);
        check_everything_inside(bars, size);
    }
}

} // namespace scanline::chart::chart_drawing_test
