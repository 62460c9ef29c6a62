#include "frame.h"

#include <algorithm>
#include <fmt/format.h>
#include <numbers>
#include <numeric>
#include <optional>

namespace scanline::chart {

namespace {

constexpr double bars_plot_height = 300;
constexpr double bars_legend_gap = 20;
constexpr double min_slot = 15, greatest_slot = 56;
constexpr double value_size = 10;
constexpr double star_radius = 5, star_height = 13;
constexpr double tilted_room = 150; ///< maximum length of a tilted label

struct BarGroup {
    std::string label;
    std::vector<std::string> bars; ///< names below the bars; may be empty

    double slots() const { return static_cast<double>(std::max<std::size_t>(bars.size(), 1)); }
};

/// A number above a bar.
struct BarValue {
    std::string text;
    double end = 0;      ///< end of the bar on the axis
    bool marked = false; ///< with a star, as the smallest
};

/// Contents of a bar chart except the bars.
struct BarFrameContents {
    std::string title, subtitle;
    Axis y;
    AxisRange range{};
    std::vector<BarGroup> groups{};
    std::vector<BarValue> values{};        ///< one per bar, in order; empty text for none
    std::vector<std::string> keys{};       ///< legend entries, from the top
    std::vector<std::size_t> key_places{}; ///< colour of each key; an extra key shows the star
    ChartOptions options{};
};

class BarFrame {
public:
    /// Draws heading, axis, labels and legend.
    BarFrame(Canvas& canvas, BarFrameContents contents, const ChartSize& size)
        : canvas_(canvas), contents_(std::move(contents)), legend_(canvas, contents_.keys, size.width) {
        Rect& plot = geometry_.plot;
        const double legend_width = legend_.width() > 0 ? legend_.width() + bars_legend_gap : 0;
        plot.left = figure_margin + y_axis_width(canvas_, contents_.y, contents_.range);
        divide(size.width - figure_margin - legend_width - plot.left);

        std::vector<std::string> names, labels;
        std::vector<double> name_rooms, label_rooms;
        for (const BarGroup& group : contents_.groups) {
            labels.push_back(group.label);
            label_rooms.push_back(group.slots() * slot_ + 0.8 * gap_);
            names.insert(names.end(), group.bars.begin(), group.bars.end());
            name_rooms.insert(name_rooms.end(), group.bars.size(), slot_);
        }
        const Labels bar_labels = lay_out(names, name_rooms, 1);
        const Labels group_labels = lay_out(labels, label_rooms, 3);
        plot.left = std::max({plot.left, bar_labels.overhang, group_labels.overhang});
        divide(size.width - figure_margin - legend_width - plot.left);
        geometry_.width = plot.right + legend_width + figure_margin;

        const double above =
            draw_heading(canvas_, geometry_.width, contents_.title, contents_.subtitle, contents_.y.label) +
            18;
        const double below = bar_labels.height + group_labels.height + 20;
        // The room that the numbers need above the plot depends on its height, and shrinks as it grows.
        double height = plot_height(size, above, below, bars_plot_height, legend_.height());
        if (size.height)
            height = plot_height(size, above + headroom(height), below, bars_plot_height, legend_.height());
        plot.top = above + headroom(height);
        plot.bottom = plot.top + height;
        geometry_.height = plot.bottom + below;
        geometry_.y = {contents_.y.scale, contents_.range, plot.bottom, plot.top};
        draw_y_axis(canvas_, plot, geometry_.y);

        std::vector<double> group_middles;
        double at = plot.left;
        for (const BarGroup& group : contents_.groups) {
            const double span = group.slots() * slot_;
            group_middles.push_back(at + (gap_ + span) / 2);
            for (std::size_t i = 0; i < group.bars.size(); ++i)
                centers_.push_back(at + gap_ / 2 + (static_cast<double>(i) + 0.5) * slot_);
            at += gap_ + span;
        }
        draw_labels(bar_labels, centers_, plot.bottom + 4, false);
        draw_labels(group_labels, group_middles, plot.bottom + bar_labels.height + 6, bar_labels.height > 0);
        if (centers_.empty())
            draw_no_data(canvas_, plot);
        draw_legend();
    }

    double y(double value) const { return geometry_.y.at(value); }
    double base() const { return geometry_.plot.bottom; }

    /// Draws a bar, or a part of one, around its centre.
    void draw_part(std::size_t center, ChartGeometry::Bar bar, double top, double bottom) {
        const double width = 0.82 * slot_, left = centers_[center] - width / 2;
        bar.area = {left, top, left + width, bottom};
        draw_bar(canvas_, bar.part, bar.area);
        geometry_.bars.push_back(bar);
    }

    /// Draws a bar's number above its end, and its star.
    void draw_value(std::size_t bar) {
        const BarValue& value = contents_.values[bar];
        const double center = centers_[bar];
        double top = y(value.end);
        if (value.marked) {
            draw_star(canvas_, {center, top - star_height / 2 - 1}, star_radius);
            top -= star_height;
        }
        TextStyle style{.size = value_size, .bold = value.marked};
        switch (value_text()) {
        case ValueText::horizontal:
            style.anchor = Anchor::middle;
            canvas_.text({center, top - 4}, value.text, style);
            return;
        case ValueText::vertical:
            style.degrees = -90;
            canvas_.text({center + 0.35 * value_size, top - 4}, value.text, style);
            return;
        case ValueText::none: return;
        }
    }

    ChartGeometry take_geometry() { return std::move(geometry_); }

private:
    /// Labels below the plot, upright if they fit.
    struct Labels {
        std::vector<std::vector<std::string>> lines;
        bool tilted = false;
        double height = 0;
        double overhang = 0; ///< beyond the centre of the first, to the left
    };
    enum class ValueText { horizontal, vertical, none };

    /// Divides the plot into slots for bars, and gaps between groups.
    void divide(double width) {
        constexpr double gap_in_slots = 0.7;
        double slots = 0;
        for (const BarGroup& group : contents_.groups)
            slots += group.slots();
        slots = std::max(slots, 1.0);
        const double groups = static_cast<double>(std::max<std::size_t>(contents_.groups.size(), 1));
        const double all_slots = slots + gap_in_slots * groups;
        const double plot_width = std::max(width, min_slot * all_slots);
        slot_ = std::min(greatest_slot, plot_width / all_slots);
        gap_ = (plot_width - slots * slot_) / groups;
        geometry_.plot.right = geometry_.plot.left + plot_width;
    }

    Labels lay_out(const std::vector<std::string>& labels, const std::vector<double>& rooms,
                   std::size_t at_most_lines) const {
        constexpr double space = 4;
        Labels laid;
        std::size_t max_lines = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            laid.lines.push_back(
                wrap_on(canvas_, labels[i], rooms[i] - space, label_size, false, at_most_lines));
            max_lines = std::max(max_lines, laid.lines.back().size());
            // If the lines do not add up to the whole text, wrapping broke a word or dropped text.
            const std::vector<std::string> whole = wrap_on(canvas_, labels[i], 1e9, label_size, false, 1);
            const std::string joined = fmt::format("{}", fmt::join(laid.lines.back(), " "));
            laid.tilted = laid.tilted || (!whole.empty() && joined != whole.front());
        }
        laid.height = line_height * static_cast<double>(max_lines);
        if (!laid.tilted)
            return laid;
        double widest = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            laid.lines[i] = wrap_on(canvas_, labels[i], tilted_room, label_size, false, 1);
            for (const std::string& line : laid.lines[i])
                widest = std::max(widest, canvas_.text_width(line, label_size, false));
        }
        laid.overhang = widest / std::numbers::sqrt2;
        laid.height = laid.overhang + line_height;
        return laid;
    }

    void draw_labels(const Labels& labels, const std::vector<double>& middles, double top, bool bold) {
        for (std::size_t i = 0; i < labels.lines.size(); ++i) {
            double y = top + 12;
            for (const std::string& line : labels.lines[i]) {
                canvas_.text({middles[i] + (labels.tilted ? 4 : 0), y}, line,
                             {.size = label_size,
                              .bold = bold,
                              .anchor = labels.tilted ? Anchor::end : Anchor::middle,
                              .degrees = labels.tilted ? -45.0 : 0.0});
                y += line_height;
            }
        }
    }

    double value_width(const BarValue& value) const {
        return canvas_.text_width(value.text, value_size, false);
    }

    ValueText value_text() const {
        double widest = 0;
        for (const BarValue& value : contents_.values)
            widest = std::max(widest, value_width(value));
        if (widest <= slot_ - 1)
            return ValueText::horizontal;
        return slot_ >= value_size + 1 ? ValueText::vertical : ValueText::none;
    }

    /// Room that the numbers and stars need above the plot.
    double headroom(double plot_height) const {
        const ValueText kind = value_text();
        double room = 0;
        for (const BarValue& value : contents_.values) {
            double height = value.marked ? star_height : 0;
            if (kind != ValueText::none)
                height += (kind == ValueText::horizontal ? value_size : value_width(value)) + 4;
            const double end = place(contents_.y.scale, contents_.range, value.end);
            room = std::max(room, height - plot_height * (1 - end));
        }
        return room;
    }

    void draw_legend() {
        constexpr double swatch = 12;
        const double left = geometry_.plot.right + bars_legend_gap;
        double top = geometry_.plot.top;
        for (std::size_t key = 0; key < legend_.size(); ++key) {
            const double middle = top + legend_.height_of(key) / 2;
            const bool star = key >= contents_.key_places.size();
            const std::size_t place = star ? 0 : contents_.key_places[key];
            const bool hidden = !star && is_hidden(contents_.options, place);
            if (star) {
                draw_star(canvas_, {left + 8 + swatch / 2, middle}, star_radius + 1);
            } else {
                draw_bar(canvas_, place,
                         {left + 8, middle - swatch / 2, left + 8 + swatch, middle + swatch / 2},
                         hidden ? hidden_opacity : 1);
                geometry_.keys.push_back({place, legend_.area_of(key, left, middle)});
            }
            legend_.draw(canvas_, key, left, middle, hidden);
            top += legend_.height_of(key);
        }
    }

    Canvas& canvas_;
    BarFrameContents contents_;
    Legend legend_;
    double slot_ = 0, gap_ = 0; ///< width of a bar with its space, and between groups
    std::vector<double> centers_;
    ChartGeometry geometry_;
};

/// The value of a bar; none if missing, hidden, or not showable on the axis.
std::optional<double> value_of(const GroupedBarChart& chart, std::size_t group, std::size_t series,
                               const ChartOptions& options) {
    if (is_hidden(options, series) || group >= chart.values.size() || series >= chart.values[group].size())
        return std::nullopt;
    const std::optional<double> value = chart.values[group][series];
    return value && has_place(chart.y.scale, *value) ? value : std::nullopt;
}

/// The lengths of a bar's parts, one per name, clamped to drawable values.
std::vector<double> lengths_of(const StackedBarChart& chart, const StackedBarChart::Bar& bar,
                               const ChartOptions& options) {
    std::vector<double> lengths(chart.part_names.size(), 0);
    for (std::size_t i = 0; i < std::min(lengths.size(), bar.parts.size()); ++i) {
        if (!is_hidden(options, i) && has_place(Scale::linear, bar.parts[i]) && bar.parts[i] > 0)
            lengths[i] = bar.parts[i];
    }
    return lengths;
}

} // namespace

ChartGeometry draw(Canvas& canvas, const GroupedBarChart& chart, const ChartSize& size,
                   const ChartOptions& options) {
    BarFrameContents contents{.title = chart.title,
                              .subtitle = chart.subtitle,
                              .y = chart.y,
                              .keys = chart.series,
                              .options = options};
    for (std::size_t series = 0; series < chart.series.size(); ++series)
        contents.key_places.push_back(series);
    contents.keys.emplace_back("smallest of its group");

    std::vector<std::optional<double>> values;
    std::vector<double> shown;
    for (std::size_t group = 0; group < chart.groups.size(); ++group) {
        contents.groups.push_back({chart.groups[group], std::vector<std::string>(chart.series.size())});
        std::optional<double> smallest;
        for (std::size_t series = 0; series < chart.series.size(); ++series) {
            const std::optional<double> value = values.emplace_back(value_of(chart, group, series, options));
            contents.values.push_back({value ? plain_number(*value) : ""});
            if (value) {
                shown.push_back(*value);
                smallest = std::min(smallest.value_or(*value), *value);
            }
        }
        for (std::size_t bar = values.size() - chart.series.size(); bar < values.size(); ++bar)
            contents.values[bar].marked = values[bar] && values[bar] == smallest;
    }
    contents.range = range_of_lengths(chart.y.scale, shown);
    const double zero = chart.y.scale == Scale::linear ? 0 : contents.range.low;
    for (std::size_t bar = 0; bar < values.size(); ++bar)
        contents.values[bar].end = std::max(values[bar].value_or(zero), zero);

    BarFrame frame(canvas, std::move(contents), size);
    for (std::size_t bar = 0; bar < values.size(); ++bar) {
        if (!values[bar])
            continue;
        const double top = frame.y(std::max(*values[bar], zero)),
                     bottom = frame.y(std::min(*values[bar], zero));
        frame.draw_part(bar, {bar / chart.series.size(), bar % chart.series.size()}, top, bottom);
        frame.draw_value(bar);
    }
    return frame.take_geometry();
}

ChartGeometry draw(Canvas& canvas, const StackedBarChart& chart, const ChartSize& size,
                   const ChartOptions& options) {
    BarFrameContents contents{
        .title = chart.title, .subtitle = chart.subtitle, .y = chart.y, .options = options};
    std::vector<double> totals;
    for (const StackedBarChart::Bar& bar : chart.bars) {
        if (contents.groups.empty() || contents.groups.back().label != bar.group)
            contents.groups.push_back({bar.group, {}});
        contents.groups.back().bars.push_back(bar.name);
        const std::vector<double> lengths = lengths_of(chart, bar, options);
        totals.push_back(std::accumulate(lengths.begin(), lengths.end(), 0.0));
    }
    contents.range = range_of_lengths(chart.y.scale, totals);
    for (const double total : totals)
        contents.values.push_back(
            {plain_number(total), std::clamp(total, contents.range.low, contents.range.high), false});
    // The legend lists parts in stacking order.
    for (std::size_t part = chart.part_names.size(); part-- > 0;) {
        contents.keys.push_back(chart.part_names[part]);
        contents.key_places.push_back(part);
    }

    BarFrame frame(canvas, std::move(contents), size);
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const std::vector<double> lengths = lengths_of(chart, chart.bars[i], options);
        double sum = 0, bottom = frame.base();
        for (std::size_t part = 0; part < lengths.size(); ++part) {
            sum += lengths[part];
            if (lengths[part] == 0 || !has_place(chart.y.scale, sum))
                continue;
            const double top = std::min(bottom, frame.y(sum));
            // A white line separates parts with similar greys, unless it would hide one.
            const double seam = bottom < frame.base() && bottom - top > 2 ? 0.8 : 0;
            frame.draw_part(i, {i, part}, top, bottom - seam);
            bottom = top;
        }
        frame.draw_value(i);
    }
    return frame.take_geometry();
}

} // namespace scanline::chart
