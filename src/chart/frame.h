#pragma once
#include "axis_ticks.h"
#include "scanline/chart/drawing.h"

#include <span>
#include <string>
#include <vector>

namespace scanline::chart {

constexpr double figure_margin = 16;
constexpr double label_size = 11; ///< of the font, also below
constexpr double line_height = 15;

/// wrap_text() with the widths of the canvas.
std::vector<std::string> wrap_on(const Canvas& canvas, const std::string& text, double width, double size,
                                 bool bold, std::size_t at_most);

/// The names of series or parts, beside the plot, each in as many lines as it needs.
class Legend {
public:
    static constexpr double symbol_width = 30;

    /// width: of the whole figure, of which the names get a part.
    Legend(const Canvas& canvas, std::span<const std::string> names, double width);

    std::size_t size() const { return keys_.size(); }
    /// With the symbols; 0 without keys.
    double width() const { return width_; }
    double height_of(std::size_t key) const {
        return line_height * static_cast<double>(keys_[key].size()) + 4;
    }
    double height() const;
    Rect area_of(std::size_t key, double left, double middle) const {
        return {left, middle - height_of(key) / 2, left + width_, middle + height_of(key) / 2};
    }
    /// The text of a key, right of its symbol, centred at a height.
    void draw(Canvas& canvas, std::size_t key, double left, double middle, bool hidden) const;

private:
    std::vector<std::vector<std::string>> keys_;
    double width_ = 0;
};

/// The opacity of the symbol of a hidden series.
constexpr double hidden_opacity = 0.3;

bool is_hidden(const ChartOptions& options, std::size_t place);

/// Title and subtitle, and the label of the y axis above it. Returns where they end.
double draw_heading(Canvas& canvas, double width, const std::string& title, const std::string& subtitle,
                    const std::string& y_label);

/// The height of the plot in a figure of that size: the rest between what is above and below it, but at least
/// that of the legend and of a readable plot.
double plot_height(const ChartSize& size, double above, double below, double of_report, double legend);

/// The width of the labels of a y axis, with the gap to the plot.
double y_axis_width(const Canvas& canvas, const Axis& axis, AxisRange range);

/// Draws the labels of the y axis, the grid through them, and the base line of the plot.
void draw_y_axis(Canvas& canvas, const Rect& plot, const AxisMap& y);

/// Says so in the middle of an empty plot.
void draw_no_data(Canvas& canvas, const Rect& plot);

/// The colour of a series, by its place in the list.
Colour series_colour(std::size_t place, double opacity = 1);

/// A marker of a line chart around its centre: seven shapes, hollow where dashed or the colours repeat.
void draw_marker(Canvas& canvas, std::size_t place, bool dashed, Point centre, double opacity = 1);

/// The star that marks the smallest of a group.
void draw_star(Canvas& canvas, Point centre, double radius);

/// A bar, or a part of one, in the colour of its place.
void draw_bar(Canvas& canvas, std::size_t place, const Rect& area, double opacity = 1);

} // namespace scanline::chart
