#include "experiments/cube_experiments.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::systems {

namespace {

// True if a row has the values of the first row on all axes but one.
bool stands(const Results& results, const Row& row, std::string_view but_for) {
    return std::ranges::all_of(cube_axes, [&](std::string_view axis) {
        return axis == but_for || row.value(axis) == results.rows.front().value(axis);
    });
}

Figure figure(const Results& results, const std::string& operation, std::string_view x_axis) {
    const auto line = [&](const Row& row) {
        return row.measured() && row[operation_axis] == operation && stands(results, row, x_axis)
                   ? by_text(row)
                   : std::string();
    };
    const bool is_linear = x_axis == dimensions_axis || x_axis == zipf_axis;
    return line_figure(fmt::format("{}-{}-{}", results.experiment, operation, x_axis),
                       fmt::format("Data cubes: {}", operation), subtitle(results, "medians and quartiles"),
                       {std::string(x_axis == elements_axis ? "rows" : x_axis),
                        is_linear ? chart::Scale::linear : chart::Scale::log2},
                       {"time (ms)", chart::Scale::log10}, curves_by(results, line, x_axis));
}

// Counts the nodes of full levels: level l has at most C^l, and at most one for each row.
double max_nodes(const Row& row) {
    const auto rows = static_cast<double>(row[elements_axis]),
               codes = static_cast<double>(row[cardinality_axis]);
    double nodes = 0, combinations = 1;
    for (int level = 0; level <= row[dimensions_axis]; ++level) {
        nodes += std::min(combinations, rows);
        combinations = std::min(combinations * codes, rows);
    }
    return nodes;
}

} // namespace

std::optional<double> part_of_most_nodes(const Row& row) {
    const std::optional<std::int64_t> nodes = row.count(nodes_count);
    return nodes ? std::optional(static_cast<double>(*nodes) / max_nodes(row)) : std::nullopt;
}

Figure cube_stages(const Results& results) {
    chart::StackedBarChart chart{
        "Stages of data cubes", subtitle(results, "the repetition in the middle"), {"time (ms)"}};
    for (const Row* row : measured_rows(results)) {
        const std::string operation = (*row)[operation_axis];
        if (stands(results, *row, {}) &&
            (operation == "build" || operation == "update" || operation == "append"))
            add_stage_bar(chart, operation, (*row)[threads_axis] ? row->axis(threads_axis) : "OpenGL", *row);
    }
    return {results.experiment + "-stages", std::move(chart)};
}

std::vector<Figure> cube_figures(const Results& results) {
    std::vector<Figure> figures;
    if (results.rows.empty())
        return figures;
    for (const std::string& operation : axis_values(results, operation_axis)) {
        for (const std::string_view axis : cube_axes) {
            if (axis_values(results, axis).size() > 1)
                figures.push_back(figure(results, operation, axis));
        }
    }
    figures.push_back(cube_stages(results));
    return figures;
}

std::string cube_summary(const Results& results) {
    MarkdownTable table({"operation", "rows", "dimensions", "codes", "zipf", "by", "ms", "ns each",
                         "one thread over it", "nodes", "of full levels", "MB"},
                        {"operation", "by"});
    for (const Row* row : measured_rows(results)) {
        AxisValues one{{threads_axis, 1}, {by_axis, by_scanline_cpu}};
        for (const std::string_view axis : {operation_axis.name, elements_axis.name, dimensions_axis.name,
                                            cardinality_axis.name, zipf_axis.name})
            one.emplace_back(axis, row->value(axis));
        const Row* const reference = results.find(one);
        const double time = row->milliseconds().median;
        const auto part = part_of_most_nodes(*row);
        const std::string none(no_value);
        table.add(
            {row->axis(operation_axis), row->axis(elements_axis), row->axis(dimensions_axis),
             row->axis(cardinality_axis), row->axis(zipf_axis), by_text(*row), three_digits(time),
             three_digits(time * 1e6 / static_cast<double>(row->items)),
             reference != nullptr && time > 0 ? fmt::format("{:.2f}", reference->milliseconds().median / time)
                                              : none,
             part ? std::to_string(*row->count(nodes_count)) : none,
             part ? fmt::format("{:.2f}", *part) : none,
             part ? three_digits(static_cast<double>(row->count(bytes_count).value_or(0)) / 1e6) : none});
    }
    return "Times are by the wall clock, and include the copies of rows, queries and cells to the GPU and "
           "back. \"of full levels\" is the number of nodes over the sum of min(codes^level, rows) over all "
           "levels.\n\n" +
           table.format();
}

} // namespace scanline::systems
