#include "scenes/skyline/setup.h"

#include "scanline/core/choice.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace scanline::view::skyline_scene {

namespace {

constexpr int max_table_columns = 4096;

std::string text_of(const std::vector<Use>& uses) {
    return fmt::format("{}", fmt::join(list_of_names(uses), ","));
}

void drop_usual(std::vector<Use>& uses) {
    while (!uses.empty() && uses.back() == Use::min)
        uses.pop_back();
}

std::vector<Use> parse_uses(std::string_view text) {
    std::vector<Use> uses;
    for (const std::string& entry : split_list("columns", text))
        uses.push_back(parse_choice("columns", entry, enumerators<Use>));
    if (uses.size() > max_table_columns)
        throw usage_error(
            fmt::format("columns: {} entries, and columns takes up to {}", uses.size(), max_table_columns));
    drop_usual(uses);
    return uses;
}

std::string text_of(const std::vector<Brush>& brushes) {
    std::string text;
    for (const Brush& brush : brushes)
        text += fmt::format("{}{}:{}:{}", text.empty() ? "" : ",", brush.column, brush.low, brush.high);
    return text;
}

std::vector<Brush> parse_brushes(std::string_view text) {
    const auto refuse = [text] {
        throw usage_error(fmt::format("brush={}: brush takes a list of COLUMN:LOW:HIGH, such as 0:0.2:0.5, "
                                      "with 0 <= LOW <= HIGH <= 1 and each column once",
                                      printable(text)));
    };
    std::vector<Brush> brushes;
    for (const std::string& entry : split_list("brush", text)) {
        const std::size_t one = entry.find(':'), other = entry.find(':', one + 1);
        if (one == entry.npos || other == entry.npos)
            refuse();
        const auto column = read_number<int>(entry.substr(0, one), {0, max_table_columns - 1});
        const auto low = read_number<double>(entry.substr(one + 1, other - one - 1), {0, 1});
        const auto high = read_number<double>(entry.substr(other + 1), {0, 1});
        if (!column || !low || !high || *low > *high ||
            std::ranges::count(brushes, *column, &Brush::column) > 0)
            refuse();
        brushes.push_back({*column, *low, *high});
    }
    std::ranges::sort(brushes, {}, &Brush::column);
    return brushes;
}

Property axis_row(Setup& setup, const std::vector<std::string>& columns, std::size_t axis) {
    const std::string key{"xyz"[axis]};
    return number_row(key, fmt::format("Axis {}", key), setup.axes[axis], {0, Setup::max_columns - 1},
                      fmt::format("The column along {} of the points.", key))
        .with_control([&wanted = setup.axes[axis], columns](const Look& look, const Property& row) {
            return choice(look, row.label.c_str(), columns, wanted, row.tooltip.c_str());
        });
}

} // namespace

void Setup::use(int column, Use use) {
    const auto at = static_cast<std::size_t>(column);
    uses.resize(std::max(uses.size(), at + 1), Use::min);
    uses[at] = use;
    drop_usual(uses);
}

std::vector<Property> properties_of(Setup& setup, const std::vector<std::string>& columns) {
    const auto is_generated = [&setup] { return !setup.is_file(); };
    std::vector<Property> rows{
        file_row(
            "table", "Table", setup.source, list_of_names(enumerators<skyline::Kind>),
            "How generated columns depend on one another, or your own table: text in columns, NPY and NPZ "
            "are opened with Ctrl+O or dropped on the window."),
        drawing_row(setup.drawing),
        number_row("dimensions", "Columns", setup.dimensions, {2, Setup::max_columns, 8},
                   "How many columns the rows have.")
            .when(is_generated),
        number_row("count", "Rows", setup.count, {1, Setup::max_generated, 2000}, "How many rows there are.")
            .when(is_generated),
        number_row("seed", "Seed", setup.seed, {0, Setup::max_seed},
                   "The seed of the generated rows, those that are measured included.")
            .when(is_generated),
        {.key = "columns",
         .label = "Directions",
         .tooltip = "Whether less or more is better in each column, or that it is ignored.",
         .text = [&setup] { return text_of(setup.uses); },
         .set = [&setup](std::string_view text) { setup.uses = parse_uses(text); }},
        number_row("ranks", "Ranks", setup.ranks, {1, 8},
                   "How many processes find the skyline together; one of them runs SkyAlign."),
        choice_row("view", "View", setup.view, enumerators<View>,
                   "Points in the plane or in space, an axis for each column, or charts of the levels.")};
    std::ranges::move(setup.rows_of_reading(), std::inserter(rows, rows.begin() + 1));
    for (std::size_t axis = 0; axis < setup.axes.size(); ++axis)
        rows.push_back(axis_row(setup, columns, axis));
    rows.push_back({.key = "brush",
                    .label = "Brush",
                    .tooltip = "The ranges of columns that rows must be in to stand out.",
                    .text = [&setup] { return text_of(setup.brushes); },
                    .set = [&setup](std::string_view text) { setup.brushes = parse_brushes(text); }});
    rows.push_back(
        toggle_row("timed", "Timed", setup.timed, "Finds a skyline on CPU and GPU, and times both."));
    rows.push_back(power_row("measured", "Rows timed", setup.measured,
                             {Setup::min_measured, Setup::max_measured, Setup::max_measured},
                             "How many rows of this kind are searched and timed.", element_count)
                       .when(is_generated));
    rows.push_back(number_row("pinned", "Pinned row", setup.pinned, {-1, Setup::max_rows - 1},
                              "The row that is followed through all steps; -1 for none."));
    setup.camera.add_rows(rows);
    return rows;
}

} // namespace scanline::view::skyline_scene
