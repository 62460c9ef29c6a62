#include "chart_frame.h"
#include "chart_style.h"
#include "scanline/bench/chart.h"
#include "text_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scanline::bench {

namespace {

constexpr double plot_height = 320;
constexpr double inset = 10;      ///< between the first and last values and the ends of the x axis
constexpr double legend_gap = 16; ///< between plot and legend, crossed by the lines that join them

/// A point on the page.
struct Spot {
    double x = 0, y = 0, low = 0, high = 0;
    bool has_band() const { return low > high; } ///< y grows downward
};

struct Line {
    std::size_t place = 0; ///< of its colour and marker
    bool dashed = false;
    std::vector<Spot> spots; ///< from left to right
};

class LineChartDrawing {
public:
    explicit LineChartDrawing(const LineChart& chart) : chart_(chart), legend_(names_of(chart)) {
        std::vector<double> xs, ys;
        for (const Series& series : chart.series) {
            for (const ChartPoint& point : series.points) {
                if (!is_shown(chart_, point))
                    continue;
                xs.push_back(point.x);
                ys.push_back(point.y);
                if (has_band(point))
                    ys.insert(ys.end(), {point.low, point.high});
            }
        }
        x_range_ = range_of(chart.x.scale, xs);
        y_range_ = range_of_lengths(chart.y.scale, ys);
        empty_ = xs.empty();
    }

    std::string draw() {
        plot_.top = draw_heading(document_, figure_width, chart_.title, chart_.subtitle, chart_.y.label) + 18;
        plot_.bottom = plot_.top + std::max(plot_height, legend_.height());
        plot_.left = figure_margin + y_axis_width(chart_.y, y_range_);
        plot_.right = figure_width - figure_margin - (legend_.width > 0 ? legend_.width + legend_gap : 0);
        draw_x_axis();
        draw_y_axis(document_, plot_, chart_.y, y_range_);
        place_lines();
        if (empty_)
            draw_no_data(document_, plot_);
        for (const Line& line : lines_)
            draw_band(line);
        for (const Line& line : lines_)
            draw_line(line);
        for (const Line& line : lines_)
            draw_markers(line);
        draw_legend();
        const double height = plot_.bottom + (chart_.x.label.empty() ? 34 : 54);
        return document_.finish(figure_width, height, chart_.title, chart_.subtitle);
    }

private:
    static std::vector<std::string> names_of(const LineChart& chart) {
        std::vector<std::string> names;
        for (const Series& series : chart.series) {
            const bool empty = std::ranges::none_of(
                series.points, [&chart](const ChartPoint& point) { return is_shown(chart, point); });
            names.push_back(empty ? series.name + " (no data)" : series.name);
        }
        return names;
    }

    static bool is_shown(const LineChart& chart, const ChartPoint& point) {
        return has_place(chart.x.scale, point.x) && has_place(chart.y.scale, point.y);
    }
    bool has_band(const ChartPoint& point) const {
        return point.low <= point.y && point.y <= point.high && has_place(chart_.y.scale, point.low) &&
               has_place(chart_.y.scale, point.high);
    }

    double x(double value) const {
        return plot_.left + inset +
               place(chart_.x.scale, x_range_, value) * (plot_.right - plot_.left - 2 * inset);
    }
    double y(double value) const { return plot_.y(chart_.y, y_range_, value); }

    /// As many ticks as have room for their labels.
    void draw_x_axis() {
        std::vector<double> ticks;
        std::vector<std::string> labels;
        for (int at_most = 16; at_most >= 2; --at_most) {
            ticks = tick_values(chart_.x.scale, x_range_, at_most);
            labels = tick_labels(ticks);
            if (have_room(ticks, labels))
                break;
        }
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            document_.add("line", {{"x1", x(ticks[i])},
                                   {"y1", plot_.top},
                                   {"x2", x(ticks[i])},
                                   {"y2", plot_.bottom + 4},
                                   {"stroke", "#f0f0f0"},
                                   {"stroke-width", 1}});
            document_.add_text("text",
                               {{"x", x(ticks[i])},
                                {"y", plot_.bottom + 18},
                                {"font-size", label_size},
                                {"fill", "#444444"},
                                {"text-anchor", "middle"}},
                               labels[i]);
        }
        for (const std::string& line : wrap_text(chart_.x.label, plot_.right - plot_.left, 12, 1))
            document_.add_text("text",
                               {{"x", (plot_.left + plot_.right) / 2},
                                {"y", plot_.bottom + 38},
                                {"font-size", 12},
                                {"text-anchor", "middle"}},
                               line);
    }

    bool have_room(const std::vector<double>& ticks, const std::vector<std::string>& labels) const {
        constexpr double space = 10;
        for (std::size_t i = 1; i < ticks.size(); ++i) {
            const double widths = text_width(labels[i - 1], label_size) + text_width(labels[i], label_size);
            if (x(ticks[i]) - x(ticks[i - 1]) < widths / 2 + space)
                return false;
        }
        return true;
    }

    void place_lines() {
        for (std::size_t i = 0; i < chart_.series.size(); ++i) {
            const Series& series = chart_.series[i];
            Line line{series.like.value_or(i), series.dashed, {}};
            for (const ChartPoint& point : series.points) {
                if (!is_shown(chart_, point))
                    continue;
                const bool band = has_band(point);
                line.spots.push_back(
                    {x(point.x), y(point.y), y(band ? point.low : point.y), y(band ? point.high : point.y)});
            }
            std::ranges::stable_sort(line.spots, {}, &Spot::x);
            lines_.push_back(std::move(line));
        }
    }

    void draw_band(const Line& line) {
        if (std::ranges::none_of(line.spots, &Spot::has_band))
            return;
        if (line.spots.size() == 1) {
            const Spot& spot = line.spots.front();
            document_.add("line", {{"x1", spot.x},
                                   {"y1", spot.low},
                                   {"x2", spot.x},
                                   {"y2", spot.high},
                                   {"stroke", series_color(line.place)},
                                   {"stroke-width", 5},
                                   {"stroke-opacity", "0.3"}});
            return;
        }
        std::string path;
        for (const Spot& spot : line.spots)
            path += (path.empty() ? "M" : "L") + svg_number(spot.x) + " " + svg_number(spot.high);
        for (auto spot = line.spots.rbegin(); spot != line.spots.rend(); ++spot)
            path += "L" + svg_number(spot->x) + " " + svg_number(spot->low);
        document_.add("path", {{"d", path + "Z"}, {"fill", series_color(line.place)}, {"fill-opacity", 0.2}});
    }

    void draw_line(const Line& line) {
        if (line.spots.size() < 2)
            return;
        std::string path;
        for (const Spot& spot : line.spots)
            path += (path.empty() ? "M" : "L") + svg_number(spot.x) + " " + svg_number(spot.y);
        document_.add("path", {{"d", path},
                               {"fill", "none"},
                               {"stroke", series_color(line.place)},
                               {"stroke-width", line.dashed ? 1.4 : 2},
                               {"stroke-linejoin", "round"},
                               {"stroke-dasharray", line.dashed ? "6 4" : "none"}});
    }

    /// Markers closer than this would run into one another.
    void draw_markers(const Line& line) {
        constexpr double distance = 14;
        const Spot* marked = nullptr;
        for (const Spot& spot : line.spots) {
            if (marked && std::hypot(spot.x - marked->x, spot.y - marked->y) < distance)
                continue;
            draw_marker(document_, line.place, line.dashed, spot.x, spot.y);
            marked = &spot;
        }
    }

    /// Each name beside the end of its line, as near as the others allow, and joined to it.
    void draw_legend() {
        std::vector<std::size_t> order(lines_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto end_of = [this](std::size_t i) {
            return lines_[i].spots.empty() ? plot_.bottom : lines_[i].spots.back().y;
        };
        std::ranges::stable_sort(order, {}, end_of);
        std::vector<Wish> wishes;
        wishes.reserve(order.size());
        for (const std::size_t i : order)
            wishes.push_back({end_of(i), legend_.height_of(i)});
        const std::vector<double> middles = spread(wishes, plot_.top, plot_.bottom);
        for (std::size_t i = 0; i < order.size(); ++i)
            draw_key(order[i], middles[i]);
    }

    void draw_key(std::size_t series, double middle) {
        const Line& line = lines_[series];
        const double left = plot_.right + legend_gap;
        constexpr double sample = 22;
        const std::string color = series_color(line.place);
        // Not from a line that ends further left: what joins it to its name would cross others.
        if (!line.spots.empty() && line.spots.back().x > plot_.right - inset - 1)
            document_.add("line", {{"x1", line.spots.back().x + 6},
                                   {"y1", line.spots.back().y},
                                   {"x2", left - 2},
                                   {"y2", middle},
                                   {"stroke", color},
                                   {"stroke-width", 0.8},
                                   {"stroke-opacity", 0.6}});
        document_.add("line", {{"x1", left},
                               {"y1", middle},
                               {"x2", left + sample},
                               {"y2", middle},
                               {"stroke", color},
                               {"stroke-width", line.dashed ? 1.4 : 2},
                               {"stroke-dasharray", line.dashed ? "6 4" : "none"}});
        draw_marker(document_, line.place, line.dashed, left + sample / 2, middle);
        legend_.draw(document_, series, left, middle);
    }

    const LineChart& chart_;
    Legend legend_;
    SvgDocument document_;
    AxisRange x_range_, y_range_;
    bool empty_ = false;
    Plot plot_;
    std::vector<Line> lines_;
};

} // namespace

std::string svg(const LineChart& chart) {
    return LineChartDrawing(chart).draw();
}

} // namespace scanline::bench
