#include "bar_frame.h"

#include "chart_style.h"
#include "text_layout.h"

#include <algorithm>
#include <numbers>

namespace scanline::bench {

namespace {

constexpr double least_plot_height = 300;
constexpr double legend_gap = 20;
constexpr double least_slot = 15, greatest_slot = 56;
constexpr double value_size = 10;
constexpr double star_radius = 5, star_height = 13;
constexpr double tilted_room = 150; ///< the longest label that is tilted

double bars_in(const BarGroup& group) {
    return static_cast<double>(std::max<std::size_t>(group.bars.size(), 1));
}

} // namespace

BarFrame::BarFrame(SvgDocument& document, BarFrameContents contents)
    : document_(document), contents_(std::move(contents)), legend_(contents_.keys) {
    define_hatching(document_);
    const double legend_width = legend_.width > 0 ? legend_.width + legend_gap : 0;
    plot_.left = figure_margin + y_axis_width(contents_.y, contents_.range);
    divide(figure_width - figure_margin - legend_width - plot_.left);

    std::vector<std::string> names, labels;
    std::vector<double> name_rooms, label_rooms;
    for (const BarGroup& group : contents_.groups) {
        labels.push_back(group.label);
        label_rooms.push_back(bars_in(group) * slot_ + 0.8 * gap_);
        names.insert(names.end(), group.bars.begin(), group.bars.end());
        name_rooms.insert(name_rooms.end(), group.bars.size(), slot_);
    }
    const Labels bar_labels = lay_out(names, name_rooms, 1);
    const Labels group_labels = lay_out(labels, label_rooms, 3);
    plot_.left = std::max({plot_.left, bar_labels.overhang, group_labels.overhang});
    divide(figure_width - figure_margin - legend_width - plot_.left);
    width_ = plot_.right + legend_width + figure_margin;

    const double plot_height = std::max(least_plot_height, legend_.height());
    plot_.top = draw_heading(document_, width_, contents_.title, contents_.subtitle, contents_.y.label) + 18 +
                headroom(plot_height);
    plot_.bottom = plot_.top + plot_height;
    draw_y_axis(document_, plot_, contents_.y, contents_.range);

    std::vector<double> group_middles;
    double at = plot_.left;
    for (const BarGroup& group : contents_.groups) {
        const double span = bars_in(group) * slot_;
        group_middles.push_back(at + (gap_ + span) / 2);
        for (std::size_t i = 0; i < group.bars.size(); ++i)
            centers_.push_back(at + gap_ / 2 + (static_cast<double>(i) + 0.5) * slot_);
        at += gap_ + span;
    }
    const bool named = bar_labels.height > 0;
    draw_labels(bar_labels, centers_, plot_.bottom + 4, false);
    draw_labels(group_labels, group_middles, plot_.bottom + bar_labels.height + 6, named);
    height_ = plot_.bottom + bar_labels.height + group_labels.height + 20;
    if (centers_.empty())
        draw_no_data(document_, plot_);
    draw_legend();
}

void BarFrame::divide(double width) {
    constexpr double gap_in_slots = 0.7;
    double slots = 0;
    const double groups = static_cast<double>(std::max<std::size_t>(contents_.groups.size(), 1));
    for (const BarGroup& group : contents_.groups)
        slots += bars_in(group);
    slots = std::max(slots, 1.0);
    const double least_width = least_slot * (slots + gap_in_slots * groups);
    const double plot_width = std::max(width, least_width);
    slot_ = std::min(greatest_slot, plot_width / (slots + gap_in_slots * groups));
    gap_ = (plot_width - slots * slot_) / groups;
    plot_.right = plot_.left + plot_width;
}

BarFrame::Labels BarFrame::lay_out(const std::vector<std::string>& labels, const std::vector<double>& rooms,
                                   std::size_t at_most_lines) {
    constexpr double space = 4;
    Labels laid;
    std::size_t most_lines = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        laid.lines.push_back(wrap_text(labels[i], rooms[i] - space, label_size, at_most_lines));
        most_lines = std::max(most_lines, laid.lines.back().size());
        // Wrapping has broken a word or left something out where fewer characters are there than before.
        const std::vector<std::string> whole = wrap_text(labels[i], 1e9, label_size, 1);
        std::string joined;
        for (const std::string& line : laid.lines.back())
            joined += (joined.empty() ? "" : " ") + line;
        laid.tilted = laid.tilted || (!whole.empty() && joined != whole.front());
    }
    laid.height = line_height * static_cast<double>(most_lines);
    if (!laid.tilted)
        return laid;
    double widest = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        laid.lines[i] = wrap_text(labels[i], tilted_room, label_size, 1);
        for (const std::string& line : laid.lines[i])
            widest = std::max(widest, text_width(line, label_size));
    }
    laid.overhang = widest / std::numbers::sqrt2;
    laid.height = laid.overhang + line_height;
    return laid;
}

void BarFrame::draw_labels(const Labels& labels, const std::vector<double>& middles, double top, bool bold) {
    for (std::size_t i = 0; i < labels.lines.size(); ++i) {
        double y = top + 12;
        for (const std::string& line : labels.lines[i]) {
            const double x = middles[i] + (labels.tilted ? 4 : 0);
            document_.add_text("text",
                               {{"x", x},
                                {"y", y},
                                {"font-size", label_size},
                                {"font-weight", bold ? "bold" : "normal"},
                                {"text-anchor", labels.tilted ? "end" : "middle"},
                                {"transform", "rotate(" + std::string(labels.tilted ? "-45 " : "0 ") +
                                                  svg_number(x) + " " + svg_number(y) + ")"}},
                               line);
            y += line_height;
        }
    }
}

BarFrame::ValueText BarFrame::value_text() const {
    double widest = 0;
    for (const BarValue& value : contents_.values)
        widest = std::max(widest, text_width(value.text, value_size));
    if (widest <= slot_ - 1)
        return ValueText::horizontal;
    return slot_ >= value_size + 1 ? ValueText::vertical : ValueText::none;
}

double BarFrame::headroom(double plot_height) const {
    double room = 0;
    for (const BarValue& value : contents_.values) {
        double height = value.marked ? star_height : 0;
        switch (value_text()) {
        case ValueText::horizontal: height += value_size + 4; break;
        case ValueText::vertical: height += text_width(value.text, value_size) + 4; break;
        case ValueText::none: break;
        }
        room =
            std::max(room, height - plot_height * (1 - place(contents_.y.scale, contents_.range, value.end)));
    }
    return room;
}

void BarFrame::draw_value(std::size_t bar) {
    const BarValue& value = contents_.values[bar];
    double top = y(value.end);
    if (value.marked) {
        draw_star(document_, centers_[bar], top - star_height / 2 - 1, star_radius);
        top -= star_height;
    }
    const char* weight = value.marked ? "bold" : "normal";
    switch (value_text()) {
    case ValueText::horizontal:
        document_.add_text("text",
                           {{"x", centers_[bar]},
                            {"y", top - 4},
                            {"font-size", value_size},
                            {"font-weight", weight},
                            {"text-anchor", "middle"}},
                           value.text);
        return;
    case ValueText::vertical: {
        const double x = centers_[bar] + 0.35 * value_size, y = top - 4;
        document_.add_text("text",
                           {{"x", x},
                            {"y", y},
                            {"font-size", value_size},
                            {"font-weight", weight},
                            {"transform", "rotate(-90 " + svg_number(x) + " " + svg_number(y) + ")"}},
                           value.text);
        return;
    }
    case ValueText::none: return;
    }
}

void BarFrame::draw_legend() {
    const double left = plot_.right + legend_gap;
    double top = plot_.top;
    for (std::size_t key = 0; key < legend_.keys.size(); ++key) {
        const double middle = top + legend_.height_of(key) / 2;
        constexpr double swatch = 12;
        if (key < contents_.key_places.size())
            draw_bar(document_, contents_.key_places[key], left + 8, middle - swatch / 2, swatch, swatch);
        else
            draw_star(document_, left + 8 + swatch / 2, middle, star_radius + 1);
        legend_.draw(document_, key, left, middle);
        top += legend_.height_of(key);
    }
}

std::string BarFrame::finish() const {
    return document_.finish(width_, height_, contents_.title, contents_.subtitle);
}

} // namespace scanline::bench
