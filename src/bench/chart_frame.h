#pragma once
#include "axis_ticks.h"
#include "scanline/bench/chart.h"
#include "svg_document.h"

#include <span>
#include <string>
#include <vector>

namespace scanline::bench {

constexpr double figure_width = 720;
constexpr double figure_margin = 16;
constexpr double label_size = 11; ///< of the font, also below
constexpr double line_height = 15;

/// Where the data are drawn.
struct Plot {
    double left = 0, top = 0, right = 0, bottom = 0;

    double y(const Axis& axis, AxisRange range, double value) const {
        return bottom - place(axis.scale, range, value) * (bottom - top);
    }
};

/// The keys of a legend, beside the plot, each in as many lines as it needs.
struct Legend {
    std::vector<std::vector<std::string>> keys;
    double width = 0; ///< with the symbols

    static constexpr double symbol_width = 30;

    explicit Legend(std::span<const std::string> names);
    double height_of(std::size_t key) const {
        return line_height * static_cast<double>(keys[key].size()) + 4;
    }
    double height() const;
    /// The text of a key, right of its symbol, centred at a height.
    void draw(SvgDocument& document, std::size_t key, double left, double middle) const;
};

/// Title and subtitle, and the label of the y axis above it. Returns where they end.
double draw_heading(SvgDocument& document, double width, const std::string& title,
                    const std::string& subtitle, const std::string& y_label);

/// How wide the labels of a y axis are, with the space up to it.
double y_axis_width(const Axis& axis, AxisRange range);

/// Its labels, the grid through them, and the base line of the plot.
void draw_y_axis(SvgDocument& document, const Plot& plot, const Axis& axis, AxisRange range);

/// In the middle of a plot that has nothing else.
void draw_no_data(SvgDocument& document, const Plot& plot);

} // namespace scanline::bench
