#include "chart_style.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace scanline::bench {

namespace {

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

std::vector<Point> around(Point centre, std::vector<Point> points) {
    for (Point& point : points)
        point = {centre.x + point.x, centre.y + point.y};
    return points;
}

// Whether the colour is used for the second time, so that a bar needs hatching beside it.
bool is_hatched(std::size_t place) {
    return place / series_colours % 2 == 1;
}

} // namespace

Colour series_colour(std::size_t place, double opacity) {
    return {Ink::series, place, opacity};
}

void draw_marker(Canvas& canvas, std::size_t place, bool dashed, Point centre, double opacity) {
    const std::vector<Point> outline = around(centre, marker_shape(place));
    const Colour background{Ink::background}, colour = series_colour(place, opacity);
    // The background around a full marker keeps it apart from the lines that it lies on.
    if (dashed || is_hatched(place))
        canvas.shape(outline, centre, background, {colour, 1.4});
    else
        canvas.shape(outline, centre, colour, {background, 0.8});
}

void draw_star(Canvas& canvas, Point centre, double radius) {
    canvas.shape(around(centre, star(radius)), centre, {Ink::text}, {{}, 0});
}

void draw_bar(Canvas& canvas, std::size_t place, const Rect& area, double opacity) {
    canvas.rectangle(area, series_colour(place, opacity));
    if (is_hatched(place))
        canvas.hatching(area);
}

} // namespace scanline::bench
