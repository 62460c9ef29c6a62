#include "frame.h"
#include "text_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scanline::chart {

namespace {

constexpr double lines_plot_height = 320;
constexpr double min_plot_width = 160;
constexpr double inset = 10;            ///< between the outermost values and the ends of the x axis
constexpr double lines_legend_gap = 16; ///< between plot and legend, crossed by the connecting lines

/// A point on the page.
struct Spot {
    std::size_t point = 0; ///< index in its series
    Point at{};
    double low = 0, high = 0;

    bool has_band() const { return low > high; } ///< y grows downward
    double x() const { return at.x; }
};

struct Line {
    std::size_t place = 0; ///< index of its colour and marker
    bool dashed = false, hidden = false;
    double opacity = 1;
    std::vector<Spot> spots{}; ///< left to right

    Stroke stroke() const {
        return {series_colour(place, hidden ? hidden_opacity : opacity), dashed ? 1.4 : 2, dashed};
    }
};

class LineChartDrawing {
public:
    LineChartDrawing(Canvas& canvas, const LineChart& chart, const ChartOptions& options, double width)
        : canvas_(canvas), chart_(chart), options_(options), legend_(canvas, names_of(chart), width) {
        std::vector<double> xs, ys;
        for (std::size_t i = 0; i < chart.series.size(); ++i) {
            for (const ChartPoint& point : chart.series[i].points) {
                if (is_hidden(options, i) || !is_shown(chart, point))
                    continue;
                xs.push_back(point.x);
                ys.push_back(point.y);
                if (has_band(point))
                    ys.insert(ys.end(), {point.low, point.high});
            }
        }
        x_.scale = chart.x.scale;
        x_.range = range_of(chart.x.scale, xs);
        y_.scale = chart.y.scale;
        y_.range = range_of_lengths(chart.y.scale, ys);
        empty_ = xs.empty();
    }

    ChartGeometry draw(const ChartSize& size) {
        lay_out(size);
        draw_x_axis();
        draw_y_axis(canvas_, plot_, y_);
        place_lines();
        if (empty_)
            draw_no_data(canvas_, plot_);
        for (const Line& line : lines_)
            draw_band(line);
        for (const Line& line : lines_)
            draw_line(line);
        for (const Line& line : lines_)
            draw_markers(line);
        draw_legend();
        geometry_.plot = plot_;
        geometry_.x = x_;
        geometry_.y = y_;
        return std::move(geometry_);
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
        return options_.bands && point.low <= point.y && point.y <= point.high &&
               has_place(chart_.y.scale, point.low) && has_place(chart_.y.scale, point.high);
    }

    void lay_out(const ChartSize& size) {
        const double legend = legend_.width() > 0 ? legend_.width() + lines_legend_gap : 0;
        plot_.left = figure_margin + y_axis_width(canvas_, chart_.y, y_.range);
        plot_.right = std::max(size.width - figure_margin - legend, plot_.left + min_plot_width);
        geometry_.width = plot_.right + legend + figure_margin;
        plot_.top =
            draw_heading(canvas_, geometry_.width, chart_.title, chart_.subtitle, chart_.y.label) + 18;
        const double below = chart_.x.label.empty() ? 34 : 54;
        plot_.bottom = plot_.top + plot_height(size, plot_.top, below, lines_plot_height, legend_.height());
        geometry_.height = plot_.bottom + below;
        x_.from = plot_.left + inset;
        x_.to = plot_.right - inset;
        y_.from = plot_.bottom;
        y_.to = plot_.top;
    }

    /// Draws as many ticks as have room for their labels.
    void draw_x_axis() {
        std::vector<double> ticks;
        std::vector<std::string> labels;
        for (int at_most = 16; at_most >= 2; --at_most) {
            ticks = tick_values(chart_.x.scale, x_.range, at_most);
            labels = tick_labels(ticks);
            if (have_room(ticks, labels))
                break;
        }
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            const double x = x_.at(ticks[i]);
            canvas_.line({x, plot_.top}, {x, plot_.bottom + 4}, {.colour = {Ink::fine_grid}});
            canvas_.text({x, plot_.bottom + 18}, labels[i],
                         {.size = label_size, .colour = {Ink::axis}, .anchor = Anchor::middle});
        }
        for (const std::string& line : wrap_on(canvas_, chart_.x.label, plot_.width(), 12, false, 1))
            canvas_.text({(plot_.left + plot_.right) / 2, plot_.bottom + 38}, line,
                         {.size = 12, .anchor = Anchor::middle});
    }

    bool have_room(const std::vector<double>& ticks, const std::vector<std::string>& labels) const {
        constexpr double space = 10;
        for (std::size_t i = 1; i < ticks.size(); ++i) {
            const double widths = canvas_.text_width(labels[i - 1], label_size, false) +
                                  canvas_.text_width(labels[i], label_size, false);
            if (x_.at(ticks[i]) - x_.at(ticks[i - 1]) < widths / 2 + space)
                return false;
        }
        return true;
    }

    void place_lines() {
        for (std::size_t i = 0; i < chart_.series.size(); ++i) {
            const Series& series = chart_.series[i];
            Line line{series.like.value_or(i), series.dashed, is_hidden(options_, i), series.opacity};
            for (std::size_t k = 0; k < series.points.size(); ++k) {
                const ChartPoint& point = series.points[k];
                if (line.hidden || !is_shown(chart_, point))
                    continue;
                const bool band = has_band(point);
                line.spots.push_back({k,
                                      {x_.at(point.x), y_.at(point.y)},
                                      y_.at(band ? point.low : point.y),
                                      y_.at(band ? point.high : point.y)});
            }
            std::ranges::stable_sort(line.spots, {}, &Spot::x);
            for (const Spot& spot : line.spots)
                geometry_.spots.push_back({i, spot.point, spot.at});
            lines_.push_back(std::move(line));
        }
    }

    void draw_band(const Line& line) {
        if (line.opacity < 1 || std::ranges::none_of(line.spots, &Spot::has_band))
            return;
        if (line.spots.size() == 1) {
            const Spot& spot = line.spots.front();
            canvas_.line({spot.at.x, spot.low}, {spot.at.x, spot.high}, {series_colour(line.place, 0.3), 5});
            return;
        }
        std::vector<Point> upper, lower;
        for (const Spot& spot : line.spots) {
            upper.push_back({spot.at.x, spot.high});
            lower.push_back({spot.at.x, spot.low});
        }
        canvas_.band(upper, lower, series_colour(line.place, 0.2));
    }

    void draw_line(const Line& line) {
        if (line.spots.size() < 2)
            return;
        std::vector<Point> points;
        for (const Spot& spot : line.spots)
            points.push_back(spot.at);
        canvas_.polyline(points, line.stroke());
    }

    /// Markers closer than this would overlap.
    void draw_markers(const Line& line) {
        constexpr double distance = 14;
        const Spot* marked = nullptr;
        for (const Spot& spot : line.spots) {
            if (marked && std::hypot(spot.at.x - marked->at.x, spot.at.y - marked->at.y) < distance)
                continue;
            draw_marker(canvas_, line.place, line.dashed, spot.at, line.opacity);
            marked = &spot;
        }
    }

    /// Draws each name as close to the end of its line as the others allow, and connects them.
    void draw_legend() {
        std::vector<std::size_t> order(lines_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto end_of = [this](std::size_t i) {
            return lines_[i].spots.empty() ? plot_.bottom : lines_[i].spots.back().at.y;
        };
        std::ranges::stable_sort(order, {}, end_of);
        std::vector<Wish> wishes;
        for (const std::size_t i : order)
            wishes.push_back({end_of(i), legend_.height_of(i)});
        const std::vector<double> middles = spread(wishes, plot_.top, plot_.bottom);
        for (std::size_t i = 0; i < order.size(); ++i)
            draw_key(order[i], middles[i]);
    }

    void draw_key(std::size_t series, double middle) {
        const Line& line = lines_[series];
        const double left = plot_.right + lines_legend_gap;
        constexpr double sample = 22;
        const Stroke stroke = line.stroke();
        // Skips lines that end further left: their connectors would cross others.
        if (!line.spots.empty() && line.spots.back().at.x > plot_.right - inset - 1)
            canvas_.line({line.spots.back().at.x + 6, line.spots.back().at.y}, {left - 2, middle},
                         {series_colour(line.place, 0.6 * line.opacity), 0.8});
        canvas_.line({left, middle}, {left + sample, middle}, stroke);
        draw_marker(canvas_, line.place, line.dashed, {left + sample / 2, middle}, stroke.colour.opacity);
        legend_.draw(canvas_, series, left, middle, line.hidden);
        geometry_.keys.push_back({series, legend_.area_of(series, left, middle)});
    }

    Canvas& canvas_;
    const LineChart& chart_;
    const ChartOptions& options_;
    Legend legend_;
    AxisMap x_, y_;
    bool empty_ = false;
    Rect plot_;
    std::vector<Line> lines_;
    ChartGeometry geometry_;
};

} // namespace

ChartGeometry draw(Canvas& canvas, const LineChart& chart, const ChartSize& size,
                   const ChartOptions& options) {
    return LineChartDrawing(canvas, chart, options, size.width).draw(size);
}

} // namespace scanline::chart
