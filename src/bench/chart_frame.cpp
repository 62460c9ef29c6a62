#include "chart_frame.h"

#include "text_layout.h"

#include <algorithm>

namespace scanline::bench {

namespace {

constexpr double tick_size = 11;
constexpr int most_y_ticks = 8;
constexpr double tick_gap = 8; ///< between a tick's label and the plot

} // namespace

Legend::Legend(std::span<const std::string> names) {
    for (const std::string& name : names) {
        keys.push_back(wrap_text(name, 150, label_size, 3));
        width = std::max(width, symbol_width);
        for (const std::string& line : keys.back())
            width = std::max(width, symbol_width + text_width(line, label_size));
    }
}

double Legend::height() const {
    double sum = 0;
    for (std::size_t key = 0; key < keys.size(); ++key)
        sum += height_of(key);
    return sum;
}

void Legend::draw(SvgDocument& document, std::size_t key, double left, double middle) const {
    double y = middle - line_height * (static_cast<double>(keys[key].size()) - 1) / 2 + 4;
    for (const std::string& line : keys[key]) {
        document.add_text("text", {{"x", left + symbol_width}, {"y", y}, {"font-size", label_size}}, line);
        y += line_height;
    }
}

double draw_heading(SvgDocument& document, double width, const std::string& title,
                    const std::string& subtitle, const std::string& y_label) {
    const double room = width - 2 * figure_margin;
    double y = 12;
    // Bold letters are about a tenth wider.
    for (const std::string& line : wrap_text(title, room / 1.1, 16, 2)) {
        y += 18;
        document.add_text("text",
                          {{"x", figure_margin}, {"y", y}, {"font-size", 16}, {"font-weight", "bold"}}, line);
        y += 3;
    }
    for (const std::string& line : wrap_text(subtitle, room, label_size, 3)) {
        y += line_height;
        document.add_text(
            "text", {{"x", figure_margin}, {"y", y}, {"font-size", label_size}, {"fill", "#555555"}}, line);
    }
    y += 10;
    for (const std::string& line : wrap_text(y_label, room, 12, 1)) {
        y += 16;
        document.add_text("text", {{"x", figure_margin}, {"y", y}, {"font-size", 12}}, line);
    }
    return y;
}

double y_axis_width(const Axis& axis, AxisRange range) {
    double width = 0;
    for (const std::string& label : tick_labels(tick_values(axis.scale, range, most_y_ticks)))
        width = std::max(width, text_width(label, tick_size));
    return width + tick_gap;
}

void draw_y_axis(SvgDocument& document, const Plot& plot, const Axis& axis, AxisRange range) {
    const std::vector<double> ticks = tick_values(axis.scale, range, most_y_ticks);
    const std::vector<std::string> labels = tick_labels(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double y = plot.y(axis, range, ticks[i]);
        document.add("line", {{"x1", plot.left},
                              {"y1", y},
                              {"x2", plot.right},
                              {"y2", y},
                              {"stroke", "#e2e2e2"},
                              {"stroke-width", 1}});
        document.add_text("text",
                          {{"x", plot.left - tick_gap},
                           {"y", y + 4},
                           {"font-size", tick_size},
                           {"fill", "#444444"},
                           {"text-anchor", "end"}},
                          labels[i]);
    }
    const double base = axis.scale == Scale::linear
                            ? plot.y(axis, range, std::clamp(0.0, range.low, range.high))
                            : plot.bottom;
    document.add("line", {{"x1", plot.left},
                          {"y1", base},
                          {"x2", plot.right},
                          {"y2", base},
                          {"stroke", "#444444"},
                          {"stroke-width", 1}});
}

void draw_no_data(SvgDocument& document, const Plot& plot) {
    document.add_text("text",
                      {{"x", (plot.left + plot.right) / 2},
                       {"y", (plot.top + plot.bottom) / 2},
                       {"fill", "#777777"},
                       {"text-anchor", "middle"}},
                      "no data");
}

} // namespace scanline::bench
