#include "explorer/setup.h"

#include "scanline/core/number.h"
#include "scanline/cube/rows.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

std::vector<std::string> parse_path(std::string_view text) {
    std::vector<std::string> names = split_list("path", text);
    if (names.size() > cube::max_dimensions)
        throw usage_error(
            fmt::format("path: {} dimensions, and path takes up to {}", names.size(), cube::max_dimensions));
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::ranges::count(names, names[i]) > 1)
            throw usage_error(fmt::format("path: {} stands there twice", printable(names[i])));
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

Property list_row(std::string key, std::string label, std::vector<std::string>& list, std::string tooltip,
                  std::vector<std::string> (*parse)(std::string_view)) {
    return {.key = std::move(key),
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = [&list] { return fmt::format("{}", fmt::join(list, ", ")); },
            .set = [&list, parse](std::string_view text) { list = parse(text); }};
}

Property query_row(std::string key, std::string label, std::string& query, std::string tooltip) {
    return {.key = std::move(key),
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = [&query] { return query; },
            .set = [&query](std::string_view text) { query = trimmed(text); }};
}

} // namespace

std::string_view to_string(ExplorerKind) {
    return "sales";
}

std::vector<Property> properties_of(ExplorerSetup& setup, const std::vector<std::string>& measures) {
    const auto is_generated = [&setup] { return !setup.is_file(); };
    std::vector<Property> rows{
        file_row("table", "Table", setup.source, list_of_names(all_explorer_kinds),
                 "Generated sales, or your own table: CSV, NPY and NPZ are opened with Ctrl+O or dropped on "
                 "the window."),
        number_row("count", "Rows", setup.count, {1, ExplorerSetup::most_rows, 200'000},
                   "How many rows there are.")
            .when(is_generated),
        number_row("seed", "Seed", setup.seed, {0, ExplorerSetup::most_seed},
                   "The seed of the generated rows.")
            .when(is_generated),
        row_of<std::string>(
            "measure", "Measure",
            "What widths and bars show: the number of rows, or an aggregate of a column of numbers.",
            setup.measure, [](const std::string& value) { return value; },
            [](std::string_view text) { return std::string(trimmed(text)); },
            [](const Look& look, const Property& row, std::string& value) {
                const auto picked = draw_choices(look, row, value);
                value = picked.value_or(value);
                return picked.has_value();
            }),
        list_row("path", "Path", setup.path, "The dimensions, from the root of the tree on.", parse_path),
        list_row("bins", "Bins", setup.bins, "Into how many bins numbers are put.", parse_bins),
        query_row("select", "Selection", setup.select, "The values that are selected in each dimension."),
        query_row("drill", "Drilled into", setup.drill, "The node of the tree that fills the width.")};
    for (const std::string& measure : measures)
        rows[3].choices.push_back({measure, measure});
    return rows;
}

} // namespace scanline::view
