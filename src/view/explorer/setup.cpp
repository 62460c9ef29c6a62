#include "explorer/setup.h"

#include "scanline/core/number.h"
#include "scanline/cube/rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace scanline::view {

namespace {

std::vector<std::string> parse_path(std::string_view text) {
    std::vector<std::string> names = split_list("path", text);
    if (names.size() > cube::max_dimensions)
        throw usage_error(
            fmt::format("path: {} dimensions, and path takes up to {}", names.size(), cube::max_dimensions));
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::ranges::count(names, names[i]) > 1)
            throw usage_error(fmt::format("path: {} is given twice", printable(names[i])));
    return names;
}

std::vector<std::string> parse_bins(std::string_view text) {
    std::vector<std::string> bins = split_list("bins", text);
    for (const std::string& entry : bins) {
        const std::size_t colon = entry.rfind(':');
        if (colon == entry.npos || colon == 0 ||
            !read_number<int>(entry.substr(colon + 1), {0, ExplorerSetup::most_bins}))
            throw usage_error(
                fmt::format("bins={}: bins takes a list of COLUMN:NUMBER, such as price:20, with "
                            "numbers from 0, for none, to {}",
                            printable(text), ExplorerSetup::most_bins));
    }
    return bins;
}

/// A row without a control.
Property plain_row(std::string key, std::string label, std::string tooltip, std::function<std::string()> text,
                   std::function<void(std::string_view)> set) {
    return {.key = std::move(key),
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = std::move(text),
            .set = std::move(set)};
}

std::string joined(const std::vector<std::string>& list) {
    return fmt::format("{}", fmt::join(list, ", "));
}

} // namespace

std::vector<Property> properties_of(ExplorerSetup& setup, const std::vector<std::string>& measures) {
    const auto is_generated = [&setup] { return !setup.is_file(); };
    std::vector<Property> rows{
        file_row("table", "Table", setup.source, list_of_names(enumerators<ExplorerKind>),
                 "Generated sales, or your own table: text in columns, NPY and NPZ are opened with Ctrl+O or "
                 "dropped on the window."),
        number_row("count", "Rows", setup.count, {1, ExplorerSetup::most_rows, 200'000},
                   "The number of rows to generate.")
            .when(is_generated),
        number_row("seed", "Seed", setup.seed, {0, ExplorerSetup::most_seed},
                   "The seed of the generated rows.")
            .when(is_generated),
        text_row("measure", "Measure", setup.measure, measures,
                 "What widths and bars show: the number of rows, or an aggregate of a column of numbers.")
            .with_set([&setup](std::string_view text) { setup.measure = trimmed(text); }),
        plain_row(
            "path", "Path", "The dimensions, from the root of the tree on.",
            [&setup] { return joined(setup.path); },
            [&setup](std::string_view text) { setup.path = parse_path(text); }),
        plain_row(
            "bins", "Bins", "The number of bins for each column of numbers.",
            [&setup] { return joined(setup.bins); },
            [&setup](std::string_view text) { setup.bins = parse_bins(text); }),
        plain_row(
            "select", "Selection", "The values that are selected in each dimension.",
            [&setup] { return setup.select; },
            [&setup](std::string_view text) { setup.select = trimmed(text); }),
        plain_row(
            "drill", "Drilled into", "The node of the tree that fills the width.",
            [&setup] { return setup.drill; },
            [&setup](std::string_view text) { setup.drill = trimmed(text); })};
    std::ranges::move(setup.rows_of_reading(), std::inserter(rows, rows.begin() + 1));
    return rows;
}

} // namespace scanline::view
