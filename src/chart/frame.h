#pragma once
#include "axis_ticks.h"
#include "scanline/chart/drawing.h"

#include <span>
#include <string>
#include <vector>

namespace scanline::chart {

constexpr double figure_margin = 16;
constexpr double label_size = 11; ///< font size, also below
constexpr double line_height = 15;

/// wrap_text() with the canvas's text widths.
std::vector<std::string> wrap_on(const Canvas& canvas, const std::string& text, double width, double size,
                                 bool bold, std::size_t at_most);

/// The names of series or parts beside the plot, each wrapped to as many lines as it needs.
class Legend {
public:
    static constexpr double symbol_width = 30;

    /// width: of the whole figure, part of which goes to the names.
    Legend(const Canvas& canvas, std::span<const std::string> names, double width);

    std::size_t size() const { return keys_.size(); }
    /// Including the symbols; 0 without keys.
    double width() const { return width_; }
    double height_of(std::size_t key) const {
        return line_height * static_cast<double>(keys_[key].size()) + 4;
    }
    double height() const;
    Rect area_of(std::size_t key, double left, double middle) const {
        return {left, middle - height_of(key) / 2, left + width_, middle + height_of(key) / 2};
    }
    /// Draws a key's text to the right of its symbol, vertically centred at `middle`.
    void draw(Canvas& canvas, std::size_t key, double left, double middle, bool hidden) const;

private:
    std::vector<std::vector<std::string>> keys_;
    double width_ = 0;
};

/// The symbol opacity of a hidden series.
constexpr double hidden_opacity = 0.3;

bool is_hidden(const ChartOptions& options, std::size_t place);

/// Draws title, subtitle, and the y axis label. Returns their bottom edge.
double draw_heading(Canvas& canvas, double width, const std::string& title, const std::string& subtitle,
                    const std::string& y_label);

/// The plot height in a figure of that size: what is left between `above` and `below`, but at least the
/// legend's height and a readable minimum.
double plot_height(const ChartSize& size, double above, double below, double of_report, double legend);

/// The width of the y axis labels, including the gap to the plot.
double y_axis_width(const Canvas& canvas, const Axis& axis, AxisRange range);

/// Draws the y axis labels, their grid lines, and the base line of the plot.
void draw_y_axis(Canvas& canvas, const Rect& plot, const AxisMap& y);

/// Writes "no data" in the middle of an empty plot.
void draw_no_data(Canvas& canvas, const Rect& plot);

/// The colour of a series, by its index.
Colour series_colour(std::size_t place, double opacity = 1);

/// Draws a line chart marker around its centre: seven shapes, hollow if dashed or if colours repeat.
void draw_marker(Canvas& canvas, std::size_t place, bool dashed, Point centre, double opacity = 1);

/// The star that marks the smallest bar of a group.
void draw_star(Canvas& canvas, Point centre, double radius);

/// Draws a bar, or a part of one, in the colour of its index.
void draw_bar(Canvas& canvas, std::size_t place, const Rect& area, double opacity = 1);

} // namespace scanline::chart
