#include "experiments/skyline_experiments.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::systems {

namespace {

/// Times and counts of each table, over an axis.
struct Plot {
    std::string_view name, label;
    Measure measure; ///< of rows that have it
};

std::string algorithm_name(const Row& row) {
    const std::string algorithm = row[algorithm_axis];
    const std::string name = algorithm == no_value ? row[by_axis] : algorithm;
    const std::optional<int> threads = row[threads_axis];
    return threads ? fmt::format("{}, threads: {}", name, *threads) : name;
}

Measure counted(std::optional<double> of(const Row& row)) {
    return [of](const Row& row) -> Quartiles {
        const double value = of(row).value_or(0); // none is left out of logarithmic axes
        return {value, value, value};
    };
}

const std::vector<Plot>& plots() {
    static const std::vector<Plot> all{
        {"time", "time (ms)", &Row::milliseconds},
        {"tests", "dominance tests of a row", counted([](const Row& row) { return tests_per_row(row); })},
        {"work", "work of a row (3 MT + (6 d + 4) DT)", counted(work_per_row)}};
    return all;
}

// Draws the rows with the first value of the other axis.
Figure figure(const Results& results, const std::string& kind, const Plot& plot, std::string_view x_axis) {
    const bool by_size = x_axis == elements_axis;
    const std::string_view other = by_size ? dimensions_axis.name : elements_axis.name;
    const std::string fixed = results.rows.front().axis(other);
    const auto line = [&](const Row& row) {
        return row.measured() && row[kind_axis] == kind && row.axis(other) == fixed ? algorithm_name(row)
                                                                                    : std::string();
    };
    chart::Axis x{std::string(by_size ? "rows" : "columns")};
    if (by_size)
        x.scale = chart::Scale::log2;
    return line_figure(
        fmt::format("{}-{}-{}-{}", results.experiment, kind, plot.name, by_size ? "rows" : "columns"),
        fmt::format("Skylines of {} values", kind),
        subtitle(results, fmt::format("{} {}, medians and quartiles", fixed, by_size ? "columns" : "rows")),
        x, {std::string(plot.label), chart::Scale::log10}, curves_by(results, line, x_axis, plot.measure));
}

std::string text_of(std::optional<double> number) {
    return number ? three_digits(*number) : std::string(no_value);
}

} // namespace

std::optional<double> tests_per_row(const Row& row, std::string_view count) {
    const std::optional<std::int64_t> tests = row.count(count);
    return tests ? std::optional(static_cast<double>(*tests) / static_cast<double>(row.items)) : std::nullopt;
}

std::optional<double> work_per_row(const Row& row) {
    const auto tests = tests_per_row(row), masks = tests_per_row(row, mask_count);
    return tests && masks ? std::optional(3 * *masks + (6 * row[dimensions_axis] + 4) * *tests)
                          : std::nullopt;
}

std::vector<Figure> skyline_figures(const Results& results) {
    std::vector<Figure> figures;
    if (results.rows.empty())
        return figures;
    for (const std::string& kind : axis_values(results, kind_axis)) {
        for (const Plot& plot : plots()) {
            for (const std::string_view x_axis : {elements_axis.name, dimensions_axis.name})
                figures.push_back(figure(results, kind, plot, x_axis));
        }
    }
    return figures;
}

std::string skyline_summary(const Results& results) {
    MarkdownTable table({"kind", "rows", "columns", "skyline", "contender", "by", "ms", "over sky-align",
                         "dominance tests of a row", "mask tests", "work"},
                        {"kind", "contender", "by"});
    for (const Row* row : measured_rows(results)) {
        const Row* const align = results.find({{kind_axis, (*row)[kind_axis]},
                                               {elements_axis, (*row)[elements_axis]},
                                               {dimensions_axis, (*row)[dimensions_axis]},
                                               {algorithm_axis, "sky-align"},
                                               {by_axis, by_scanline_compute}});
        const double time = row->milliseconds().median;
        const double reference = align == nullptr ? 0 : align->milliseconds().median;
        table.add({row->axis(kind_axis), row->axis(elements_axis), row->axis(dimensions_axis),
                   std::to_string(row->count(skyline_count).value_or(0)), algorithm_name(*row),
                   row->axis(by_axis), three_digits(time),
                   reference > 0 ? fmt::format("{:.2f}", time / reference) : std::string(no_value),
                   text_of(tests_per_row(*row)), text_of(tests_per_row(*row, mask_count)),
                   text_of(work_per_row(*row))});
    }
    return "Times are by the wall clock, with the copy of the table to the GPU and of the row numbers back, "
           "as in the paper.\n\n" +
           table.format();
}

} // namespace scanline::systems
