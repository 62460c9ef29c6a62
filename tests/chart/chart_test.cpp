#include "scanline/chart/chart.h"

#include "scanline/core/random.h"
#include "well_formed.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <limits>
#include <regex>

namespace scanline::chart::chart_test {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

/// Text that attacks the markup around it.
const std::string hostile = "</text><script>&\"'\xff\x01 ]]> {} %s";

/// The contents of all text elements, in order.
std::vector<std::string> texts_of(const std::string& svg) {
    static const std::regex pattern("<text[^>]*>([^<]*)</text>");
    std::vector<std::string> texts;
    for (std::sregex_iterator match(svg.begin(), svg.end(), pattern), end; match != end; ++match)
        texts.push_back((*match)[1]);
    return texts;
}

bool has_text(const std::string& svg, const std::string& text) {
    return std::ranges::count(texts_of(svg), text) > 0;
}

int count(const std::string& svg, const std::string& text) {
    int found = 0;
    for (std::size_t at = svg.find(text); at != std::string::npos; at = svg.find(text, at + 1))
        ++found;
    return found;
}

/// Requirements on every figure.
void check_document(const std::string& svg) {
    CHECK_NOTHROW(count_elements(svg));
    for (const char* wrong : {"nan", "inf", "<script", "<image", "href"})
        CHECK(svg.find(wrong) == std::string::npos);
    // No number lies far off the page, as after a failed transformation.
    static const std::regex number("(?:[xy][12]?|width|height)=\"([-0-9.]+)\"");
    for (std::sregex_iterator match(svg.begin(), svg.end(), number), end; match != end; ++match) {
        const double value = std::stod((*match)[1]);
        CHECK(value >= 0);
        CHECK(value <= 5000);
    }
}

template <class Chart>
Chart chart_of(const std::string& text, Scale y) {
    Chart chart;
    chart.title = chart.subtitle = text;
    chart.y.label = text;
    chart.y.scale = y;
    return chart;
}

LineChart line_chart(std::vector<Series> series, Scale x = Scale::linear, Scale y = Scale::linear) {
    LineChart chart = chart_of<LineChart>("label", y);
    chart.x.label = "elements";
    chart.x.scale = x;
    chart.series = std::move(series);
    return chart;
}

StackedBarChart stacked_chart(std::vector<std::string> parts, std::vector<StackedBarChart::Bar> bars) {
    StackedBarChart chart = chart_of<StackedBarChart>("label", Scale::linear);
    chart.part_names = std::move(parts);
    chart.bars = std::move(bars);
    return chart;
}

GroupedBarChart grouped_chart(std::vector<std::string> groups, std::vector<std::string> series,
                              std::vector<std::vector<std::optional<double>>> values) {
    GroupedBarChart chart = chart_of<GroupedBarChart>("label", Scale::linear);
    chart.groups = std::move(groups);
    chart.series = std::move(series);
    chart.values = std::move(values);
    return chart;
}

} // namespace

TEST_CASE("A line chart names its title, axes and series, and draws a line and markers for each") {
    LineChart chart =
        line_chart({{"horn", {{1, 2}, {2, 4}, {3, 3}}, false, {}}, {"roof", {{1, 1}, {3, 1}}, true, {}}});
    chart.title = "Title";
    chart.subtitle = "Subtitle";
    chart.y.label = "time (ms)";
    const std::string svg_text = svg(chart);
    check_document(svg_text);
    for (const char* text : {"Title", "Subtitle", "elements", "time (ms)", "horn", "roof", "4"}) {
        INFO(text);
        CHECK(has_text(svg_text, text));
    }
    // Five points, one marker per legend key, two lines.
    CHECK(count_elements(svg_text)["path"] == 5 + 2 + 2);
    // The dashed line and its legend key.
    CHECK(count(svg_text, "stroke-dasharray=\"6 4\"") == 2);
    CHECK(count(svg_text, "fill-opacity") == 0);
}

TEST_CASE("Quartiles make a band around a line, or a bar at a single point") {
    const std::string band = svg(line_chart({{"a", {{1, 2, 1, 3}, {2, 2, 2, 2}}, false, {}}}));
    check_document(band);
    CHECK(count(band, "fill-opacity=\"0.2\"") == 1);
    const std::string bar = svg(line_chart({{"a", {{1, 2, 1, 3}}, false, {}}}));
    check_document(bar);
    CHECK(count(bar, "stroke-opacity=\"0.3\"") == 1);
    const std::string none = svg(
        line_chart({{"a", {{1, 2, 3, 1}, {2, 2, nan, 3}, {3, 2}, {4, 2, 3, 4}, {5, 2, 0, 1}}, false, {}}}));
    check_document(none);
    CHECK(count(none, "fill-opacity") == 0);
}

TEST_CASE("A series takes the colour of its place, or of the one that it is like") {
    const std::vector<ChartPoint> points{{1, 1}, {2, 2}};
    const std::string own = svg(line_chart({{"a", points, false, {}}, {"b", points, false, {}}}));
    CHECK(count(own, "#0072b2") > 0);
    CHECK(count(own, "#e69f00") > 0);
    const std::string like = svg(line_chart({{"a", points, false, {}}, {"b", points, true, 0}}));
    CHECK(count(like, "#0072b2") > count(own, "#0072b2"));
    CHECK(count(like, "#e69f00") == 0);
}

TEST_CASE("Points without a place are left out") {
    const std::string shown = svg(line_chart(
        {{"a", {{4, 2}, {0, 1}, {-1, 1}, {1, 0}, {nan, 1}, {2, infinite}, {1e308, 1}, {16, 9}}, false, {}}},
        Scale::log2, Scale::log10));
    check_document(shown);
    // Two markers, one in the legend, and the line.
    CHECK(count_elements(shown)["path"] == 4);
}

TEST_CASE("A line chart of nothing says so") {
    for (const LineChart& chart : {line_chart({}), line_chart({{"none", {}, false, {}}}),
                                   line_chart({{"bad", {{nan, 1}}, false, {}}}), LineChart{}}) {
        const std::string text = svg(chart);
        check_document(text);
        CHECK(has_text(text, "no data"));
    }
    CHECK(has_text(svg(line_chart({{"none", {}, false, {}}})), "none (no data)"));
    CHECK(has_text(svg(line_chart({{"bad", {{nan, 1}}, false, {}}})), "bad (no data)"));
}

TEST_CASE("One point and equal values have axes too") {
    check_document(svg(line_chart({{"a", {{5, 3}}, false, {}}})));
    check_document(svg(line_chart({{"a", {{5, 3}, {5, 3}}, false, {}}}, Scale::log2, Scale::log10)));
    check_document(svg(line_chart({{"a", {{0, 0}, {1, 0}}, false, {}}})));
    check_document(svg(line_chart({{"a", {{0, -7}, {1e-300, -7}}, false, {}}})));
}

TEST_CASE("Names that need escaping, long ones and many of them are drawn") {
    LineChart lines = line_chart({});
    for (int i = 0; i < 60; ++i)
        lines.series.push_back(
            {hostile + std::string(300, 'w'), {{1, 1.0 * i}, {2, 1.0 + i}}, i % 2 == 0, {}});
    StackedBarChart stacked = chart_of<StackedBarChart>(hostile, Scale::linear);
    GroupedBarChart grouped = chart_of<GroupedBarChart>(hostile, Scale::linear);
    stacked.part_names = grouped.series = {hostile, hostile + hostile};
    for (int i = 0; i < 60; ++i) {
        stacked.bars.push_back(
            {hostile + std::to_string(i / 3), hostile + std::string(300, 'w'), {1, 2.0 + i}});
        grouped.groups.push_back(hostile + std::string(300, 'w'));
        grouped.values.push_back({1, 2.0 + i});
    }
    lines.title = lines.subtitle = lines.x.label = lines.y.label = hostile;
    check_document(svg(lines));
    check_document(svg(stacked));
    check_document(svg(grouped));
}

TEST_CASE("Stacked bars have a part for each that is above zero, and their total above") {
    const std::string text = svg(stacked_chart({"search", "concatenation"}, {{"hand", "horn", {1, 0.5}},
                                                                             {"hand", "bt", {0, 2.25}},
                                                                             {"bunny", "horn", {-1, nan, 7}},
                                                                             {"bunny", "bt", {}}}));
    check_document(text);
    for (const char* label :
         {"label", "search", "concatenation", "hand", "bunny", "horn", "bt", "1.50", "2.25", "0"}) {
        INFO(label);
        CHECK(has_text(text, label));
    }
    // Bars of a group are consecutive, so its name appears once.
    CHECK(std::ranges::count(texts_of(text), "hand") == 1);
    // Three parts, and one swatch per legend key.
    CHECK(count(text, "fill=\"#0072b2\"") == 1 + 1);
    CHECK(count(text, "fill=\"#e69f00\"") == 2 + 1);
}

TEST_CASE("The parts of a stacked bar lie on one another in their order") {
    const std::string text = svg(stacked_chart({"a", "b"}, {{"g", "x", {3, 1}}}));
    static const std::regex part(
        "y=\"([0-9.]+)\" width=\"[0-9.]+\" height=\"([0-9.]+)\" fill=\"(#0072b2|#e69f00)\"");
    // The axis ends at 4, so the plot's 300 are split 3 to 1, except for the seam.
    std::vector<std::pair<double, double>> bars;
    for (std::sregex_iterator match(text.begin(), text.end(), part), end; match != end; ++match) {
        if (std::stod((*match)[2]) > 20)
            bars.emplace_back(std::stod((*match)[1]), std::stod((*match)[2]));
    }
    REQUIRE(bars.size() == 2);
    CHECK(bars[0].second == Catch::Approx(225));
    CHECK(bars[1].second == Catch::Approx(75).margin(1));
    CHECK(bars[1].first + bars[1].second == Catch::Approx(bars[0].first).margin(1));
}

TEST_CASE("The smallest of each group has a star") {
    const std::string text = svg(
        grouped_chart({"hand", "bunny", "none"}, {"horn", "bt"}, {{2.18, 1.48}, {1.5, std::nullopt}, {}}));
    check_document(text);
    for (const char* label : {"label", "hand", "bunny", "none", "horn", "bt", "smallest of its group"})
        CHECK(has_text(text, label));
    // One per group with bars, and one in the legend.
    CHECK(count_elements(text)["path"] == 2 + 1);
    static const std::regex bold("font-weight=\"bold\"[^>]*>1\\.(48|50)<");
    CHECK(std::distance(std::sregex_iterator(text.begin(), text.end(), bold), {}) == 2);
}

TEST_CASE("Grouped bars may be negative, and on a logarithmic axis those are left out") {
    GroupedBarChart chart = grouped_chart({"g"}, {"a", "b", "c"}, {{-2, 4, 0}});
    check_document(svg(chart));
    CHECK(count(svg(chart), "fill=\"#0072b2\"") == 1 + 1);
    chart.y.scale = Scale::log10;
    check_document(svg(chart));
    CHECK(count(svg(chart), "fill=\"#0072b2\"") == 0 + 1);
    CHECK(count(svg(chart), "fill=\"#e69f00\"") == 1 + 1);
}

TEST_CASE("Bar charts of nothing say so") {
    CHECK(has_text(svg(StackedBarChart{}), "no data"));
    CHECK(has_text(svg(GroupedBarChart{}), "no data"));
    check_document(svg(StackedBarChart{}));
    check_document(svg(GroupedBarChart{}));
    check_document(svg(grouped_chart({"a", "b"}, {}, {})));
    check_document(svg(stacked_chart({}, {{"g", "b", {1}}})));
}

TEST_CASE("Any numbers give a document") {
    const std::vector<double> odd{nan, infinite, -infinite, 0, -0.0, 1e-320, 1e308, -1e308, 1e-300, 1, -1};
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto number = [&] {
            return random.below(3) == 0 ? odd[random.below(odd.size())] : 1000 * random.unit() - 100;
        };
        const auto scale = [&] {
            return std::array{Scale::linear, Scale::log2, Scale::log10}[random.below(3)];
        };
        LineChart lines = line_chart({}, scale(), scale());
        StackedBarChart stacked = chart_of<StackedBarChart>("label", scale());
        stacked.part_names = {"a", "b"};
        GroupedBarChart grouped = chart_of<GroupedBarChart>("label", scale());
        grouped.series = {"a", "b", "c"};
        for (std::uint64_t i = random.below(6); i-- > 0;) {
            lines.series.push_back({"s", {}, false, {}});
            for (std::uint64_t k = random.below(9); k-- > 0;)
                lines.series.back().points.push_back({number(), number(), number(), number()});
            stacked.bars.push_back({"g", "b", {number(), number()}});
            grouped.groups.emplace_back("g");
            grouped.values.push_back({number(), std::nullopt, number()});
        }
        check_document(svg(lines));
        check_document(svg(stacked));
        check_document(svg(grouped));
    }
}

} // namespace scanline::chart::chart_test
