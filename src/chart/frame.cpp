#include "frame.h"

#include "text_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scanline::chart {

namespace {

constexpr double tick_size = 11;
constexpr double tick_gap = 8; ///< between tick label and plot
constexpr double min_plot_height = 120;

int max_y_ticks(double height) {
    constexpr double room = 37; ///< minimum height per tick
    return std::clamp(static_cast<int>(height / room), 3, 8);
}

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

/// Scaled so that all shapes look equally large.
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

// True if the colour repeats, so the bar needs hatching.
bool is_hatched(std::size_t place) {
    return place / series_colours % 2 == 1;
}

} // namespace

double AxisMap::at(double value) const {
    return from + place(scale, range, value) * (to - from);
}

std::vector<std::string> wrap_on(const Canvas& canvas, const std::string& text, double width, double size,
                                 bool bold, std::size_t at_most) {
    return wrap_text(
        text, width, [&](std::string_view line) { return canvas.text_width(line, size, bold); }, at_most);
}

Legend::Legend(const Canvas& canvas, std::span<const std::string> names, double width) {
    const double room = std::clamp(0.22 * width, 80.0, 150.0);
    for (const std::string& name : names) {
        keys_.push_back(wrap_on(canvas, name, room, label_size, false, 3));
        width_ = std::max(width_, symbol_width);
        for (const std::string& line : keys_.back())
            width_ = std::max(width_, symbol_width + canvas.text_width(line, label_size, false));
    }
}

double Legend::height() const {
    double sum = 0;
    for (std::size_t key = 0; key < size(); ++key)
        sum += height_of(key);
    return sum;
}

void Legend::draw(Canvas& canvas, std::size_t key, double left, double middle, bool hidden) const {
    double y = middle - line_height * (static_cast<double>(keys_[key].size()) - 1) / 2 + 4;
    for (const std::string& line : keys_[key]) {
        canvas.text({left + symbol_width, y}, line,
                    {.size = label_size, .colour = {hidden ? Ink::faint : Ink::text}});
        y += line_height;
    }
}

bool is_hidden(const ChartOptions& options, std::size_t place) {
    return place < options.hidden.size() && options.hidden[place];
}

double draw_heading(Canvas& canvas, double width, const std::string& title, const std::string& subtitle,
                    const std::string& y_label) {
    const double room = width - 2 * figure_margin;
    double y = 12;
    for (const std::string& line : wrap_on(canvas, title, room, 16, true, 2)) {
        y += 18;
        canvas.text({figure_margin, y}, line, {.size = 16, .bold = true});
        y += 3;
    }
    for (const std::string& line : wrap_on(canvas, subtitle, room, label_size, false, 3)) {
        y += line_height;
        canvas.text({figure_margin, y}, line, {.size = label_size, .colour = {Ink::dim}});
    }
    y += 10;
    for (const std::string& line : wrap_on(canvas, y_label, room, 12, false, 1)) {
        y += 16;
        canvas.text({figure_margin, y}, line, {.size = 12});
    }
    return y;
}

double plot_height(const ChartSize& size, double above, double below, double of_report, double legend) {
    if (!size.height)
        return std::max(of_report, legend);
    return std::max({*size.height - above - below, min_plot_height, legend});
}

double y_axis_width(const Canvas& canvas, const Axis& axis, AxisRange range) {
    double width = 0;
    // Assumes the most ticks possible: the plot height is not known yet.
    for (const std::string& label : tick_labels(tick_values(axis.scale, range, max_y_ticks(1e9))))
        width = std::max(width, canvas.text_width(label, tick_size, false));
    return width + tick_gap;
}

void draw_y_axis(Canvas& canvas, const Rect& plot, const AxisMap& y) {
    const std::vector<double> ticks = tick_values(y.scale, y.range, max_y_ticks(plot.height()));
    const std::vector<std::string> labels = tick_labels(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double at = y.at(ticks[i]);
        canvas.line({plot.left, at}, {plot.right, at}, {.colour = {Ink::grid}});
        canvas.text({plot.left - tick_gap, at + 4}, labels[i],
                    {.size = tick_size, .colour = {Ink::axis}, .anchor = Anchor::end});
    }
    const double base = y.scale == Scale::linear ? y.at(std::clamp(0.0, y.range.low, y.range.high)) : y.from;
    canvas.line({plot.left, base}, {plot.right, base}, {.colour = {Ink::axis}});
}

void draw_no_data(Canvas& canvas, const Rect& plot) {
    canvas.text({(plot.left + plot.right) / 2, (plot.top + plot.bottom) / 2}, "no data",
                {.colour = {Ink::faint}, .anchor = Anchor::middle});
}

Colour series_colour(std::size_t place, double opacity) {
    return {Ink::series, place, opacity};
}

void draw_marker(Canvas& canvas, std::size_t place, bool dashed, Point centre, double opacity) {
    const std::vector<Point> outline = around(centre, marker_shape(place));
    const Colour background{Ink::background}, colour = series_colour(place, opacity);
    // The background around a solid marker separates it from the lines below.
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

} // namespace scanline::chart
