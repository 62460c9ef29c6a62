#include "bar_frame.h"

#include <algorithm>
#include <numeric>

namespace scanline::bench {

namespace {

/// The parts of a bar as lengths that can be drawn, one for each name.
std::vector<double> lengths_of(const StackedBarChart& chart, const StackedBarChart::Bar& bar,
                               const ChartOptions& options) {
    std::vector<double> lengths(chart.part_names.size(), 0);
    for (std::size_t i = 0; i < std::min(lengths.size(), bar.parts.size()); ++i) {
        if (!is_hidden(options, i) && has_place(Scale::linear, bar.parts[i]) && bar.parts[i] > 0)
            lengths[i] = bar.parts[i];
    }
    return lengths;
}

double sum_of(const std::vector<double>& lengths) {
    return std::accumulate(lengths.begin(), lengths.end(), 0.0);
}

std::vector<BarGroup> groups_of(const StackedBarChart& chart) {
    std::vector<BarGroup> groups;
    for (const StackedBarChart::Bar& bar : chart.bars) {
        if (groups.empty() || groups.back().label != bar.group)
            groups.push_back({bar.group, {}});
        groups.back().bars.push_back(bar.name);
    }
    return groups;
}

} // namespace

ChartGeometry draw(Canvas& canvas, const StackedBarChart& chart, const ChartSize& size,
                   const ChartOptions& options) {
    BarFrameContents contents{chart.title, chart.subtitle, chart.y, {}, groups_of(chart), {}, {},
                              {},          options};
    std::vector<double> totals;
    for (const StackedBarChart::Bar& bar : chart.bars)
        totals.push_back(sum_of(lengths_of(chart, bar, options)));
    contents.range = range_of_lengths(chart.y.scale, totals);
    for (const double total : totals)
        contents.values.push_back(
            {plain_number(total), std::clamp(total, contents.range.low, contents.range.high), false});
    // The legend is in the order in which the parts lie on each other.
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
            // A white line keeps the parts apart where their greys are alike, unless it would hide one.
            const double seam = bottom < frame.base() && bottom - top > 2 ? 0.8 : 0;
            frame.draw_part(i, {i, part}, top, bottom - seam);
            bottom = top;
        }
        frame.draw_value(i);
    }
    return frame.take_geometry();
}

} // namespace scanline::bench
