#pragma once
#include "chart_frame.h"

#include <optional>

namespace scanline::bench {

/// The bars of a chart in their groups, as far as the frame around them needs to know them.
struct BarGroup {
    std::string label;
    std::vector<std::string> bars; ///< the names beneath them, which may be empty
};

/// A number above a bar.
struct BarValue {
    std::string text;
    double end = 0;      ///< of the bar, on the axis
    bool marked = false; ///< with the star of the smallest
};

struct BarFrameContents {
    std::string title, subtitle;
    Axis y;
    AxisRange range;
    std::vector<BarGroup> groups;
    std::vector<BarValue> values;        ///< of all bars in order; no text where there is none
    std::vector<std::string> keys;       ///< of the legend, from the top
    std::vector<std::size_t> key_places; ///< the place of each key's colour; one key more has the star
    ChartOptions options{};
};

/// Everything of a bar chart but the bars.
class BarFrame {
public:
    /// Draws heading, axis, labels and legend.
    BarFrame(Canvas& canvas, BarFrameContents contents, const ChartSize& size);

    double center(std::size_t bar) const { return centers_[bar]; }
    double bar_width() const { return 0.82 * slot_; }
    double y(double value) const { return geometry_.y.at(value); }
    double base() const { return geometry_.plot.bottom; }

    /// A bar around its centre, or a part of one.
    void draw_part(std::size_t center, ChartGeometry::Bar bar, double top, double bottom);
    /// The number of a bar above its end, and its star.
    void draw_value(std::size_t bar);

    ChartGeometry take_geometry() { return std::move(geometry_); }

private:
    /// Labels beneath the plot, upright where they have room.
    struct Labels {
        std::vector<std::vector<std::string>> lines;
        bool tilted = false;
        double height = 0;
        double overhang = 0; ///< to the left of the first one's middle
    };
    enum class ValueText { horizontal, vertical, none };

    Labels lay_out(const std::vector<std::string>& labels, const std::vector<double>& rooms,
                   std::size_t at_most_lines) const;
    void draw_labels(const Labels& labels, const std::vector<double>& middles, double top, bool bold);
    void divide(double width);
    double value_width(const BarValue& value) const;
    ValueText value_text() const;
    double headroom(double plot_height) const;
    void draw_legend();

    Canvas& canvas_;
    BarFrameContents contents_;
    Legend legend_;
    double slot_ = 0, gap_ = 0; ///< the widths of a bar with its space, and between groups
    std::vector<double> centers_;
    ChartGeometry geometry_;
};

} // namespace scanline::bench
