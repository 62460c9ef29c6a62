#include "chart_style.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace scanline::bench {

namespace {

constexpr std::array colors{"#0072b2", "#e69f00", "#009e73", "#56b4e9",
                            "#d55e00", "#333333", "#cc79a7", "#ababab"};

struct Point {
    double x = 0, y = 0;
};

std::vector<Point> regular(int corners, double radius, double first_angle) {
    std::vector<Point> points;
    for (int i = 0; i < corners; ++i) {
        const double angle = first_angle + 2 * std::numbers::pi * i / corners;
        points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return points;
}

/// Four arms of equal length.
std::vector<Point> plus(double radius, double angle) {
    constexpr double thin = 0.3;
    const std::array<Point, 3> arm{{{thin, thin}, {1, thin}, {1, -thin}}};
    std::vector<Point> points;
    for (int turn = 0; turn < 4; ++turn) {
        const double turned = angle - turn * std::numbers::pi / 2;
        for (const Point& point : arm)
            points.push_back({radius * (point.x * std::cos(turned) - point.y * std::sin(turned)),
                              radius * (point.x * std::sin(turned) + point.y * std::cos(turned))});
    }
    return points;
}

std::vector<Point> star(double radius) {
    const std::vector<Point> tips = regular(5, radius, -std::numbers::pi / 2);
    const std::vector<Point> dents = regular(5, 0.42 * radius, -std::numbers::pi / 2 + std::numbers::pi / 5);
    std::vector<Point> points;
    for (std::size_t i = 0; i < tips.size(); ++i)
        points.insert(points.end(), {tips[i], dents[i]});
    return points;
}

/// Sizes are such that all shapes look equally large.
std::vector<Point> marker_shape(std::size_t place) {
    constexpr std::size_t shapes = 7;
    const double pi = std::numbers::pi;
    switch (place % shapes) {
    case 0: return regular(24, 3.8, 0);
    case 1: return regular(4, 4.9, pi / 4);
    case 2: return regular(3, 5.2, -pi / 2);
    case 3: return regular(4, 5.2, 0);
    case 4: return regular(3, 5.2, pi / 2);
    case 5: return plus(5.4, pi / 4);
    default: return plus(5.4, 0);
    }
}

std::string outline(const std::vector<Point>& points, double x, double y) {
    std::string path;
    for (const Point& point : points)
        path += (path.empty() ? "M" : "L") + svg_number(x + point.x) + " " + svg_number(y + point.y);
    return path + "Z";
}

} // namespace

std::string series_color(std::size_t place) {
    return colors[place % colors.size()];
}

bool is_hatched(std::size_t place) {
    return place / colors.size() % 2 == 1;
}

void draw_marker(SvgDocument& document, std::size_t place, bool dashed, double x, double y) {
    const std::string path = outline(marker_shape(place), x, y);
    // The white around a full marker keeps it apart from the lines that it lies on.
    if (dashed || is_hatched(place))
        document.add(
            "path",
            {{"d", path}, {"fill", "#ffffff"}, {"stroke", series_color(place)}, {"stroke-width", 1.4}});
    else
        document.add(
            "path",
            {{"d", path}, {"fill", series_color(place)}, {"stroke", "#ffffff"}, {"stroke-width", 0.8}});
}

void draw_star(SvgDocument& document, double x, double y, double radius) {
    document.add("path", {{"d", outline(star(radius), x, y)}, {"fill", "#222222"}});
}

void define_hatching(SvgDocument& document) {
    document.open("defs", {});
    document.open("pattern", {{"id", "hatching"},
                              {"width", 5},
                              {"height", 5},
                              {"patternUnits", "userSpaceOnUse"},
                              {"patternTransform", "rotate(45)"}});
    document.add("rect", {{"width", 2}, {"height", 5}, {"fill", "#ffffff"}});
    document.close();
    document.close();
}

void draw_bar(SvgDocument& document, std::size_t place, double left, double top, double width,
              double height) {
    document.add(
        "rect",
        {{"x", left}, {"y", top}, {"width", width}, {"height", height}, {"fill", series_color(place)}});
    if (is_hatched(place))
        document.add(
            "rect",
            {{"x", left}, {"y", top}, {"width", width}, {"height", height}, {"fill", "url(#hatching)"}});
}

} // namespace scanline::bench
