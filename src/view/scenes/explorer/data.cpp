#include "scenes/explorer/data.h"

#include "scanline/core/clock.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/cube/build.h"
#include "scanline/cube/rows.h"
#include "scanline/tables/column_type.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <unordered_set>

namespace scanline::view::explorer {

namespace {

std::vector<std::string> path_from(std::string_view text) {
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
            !read_number<int>(entry.substr(colon + 1), {0, Setup::max_bins}))
            throw usage_error(
                fmt::format("bins={}: bins takes a list of COLUMN:NUMBER, such as price:20, with "
                            "numbers from 0, for none, to {}",
                            printable(text), Setup::max_bins));
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

constexpr std::size_t max_sampled = 20'000;
constexpr std::int64_t few_numbers = 32, few_texts = 12, max_texts = 1000;
constexpr int default_bins = 20;

/// What the cells of a column hold.
struct Cells {
    tables::ColumnType type{};
    bool has_infinite = false;
    std::vector<std::string> sample{}; ///< missing ones empty
};

Cells cells_of(const data::Table& table, std::size_t column, const tables::Reading& reading,
               const tables::ColumnWork& work) {
    const bool is_as_written = is_text_as_written(table, column, reading);
    tables::TypeSniffer sniffer(reading);
    Cells cells;
    const std::size_t sampled = std::min(table.rows(), max_sampled);
    work.for_each_row([&](std::size_t row) {
        const bool is_sampled = row == cells.sample.size() * table.rows() / sampled;
        if ((is_as_written || sniffer.is_text()) && !is_sampled)
            return;
        std::string cell = table.text(row, column);
        if (!is_as_written && is_missing(cell, reading))
            cell.clear();
        else if (!is_as_written)
            sniffer.add(cell);
        if (const auto number = read_cell(cell, reading.numbers); number && !number->is_finite())
            cells.has_infinite = true;
        if (is_sampled)
            cells.sample.push_back(std::move(cell));
    });
    cells.type = is_as_written ? tables::ColumnType{.kind = tables::Kind::text} : sniffer.type();
    return cells;
}

std::int64_t count_values(const std::vector<std::string>& texts) {
    return static_cast<std::int64_t>(std::unordered_set<std::string_view>(texts.begin(), texts.end()).size());
}

void add_parts(std::vector<Column>& columns, const std::string& name, const Cells& cells,
               const std::vector<std::string>& of_table) {
    using tables::DatePart;
    for (const DatePart part : enumerators<tables::DatePart>) {
        std::string part_name = fmt::format("{}.{}", name, to_string(part));
        if (std::ranges::count(of_table, part_name) > 0)
            continue;
        std::vector<std::string> parts;
        for (const std::string& text : cells.sample)
            parts.push_back(text.empty() ? "" : part_of(*cells.type.dates->read(text), part));
        const std::int64_t values = count_values(parts);
        // The others say little by themselves, or much the same.
        const bool is_usual = part == DatePart::year || part == DatePart::month || part == DatePart::hour;
        columns.push_back({.name = std::move(part_name),
                           .column = name,
                           .values = values,
                           .proposed = values > 1 && is_usual});
    }
}

/// of_table: the names of its columns.
void add_column(std::vector<Column>& columns, const std::string& name, const Cells& cells,
                const std::vector<std::string>& of_table) {
    if (cells.type.dates)
        return add_parts(columns, name, cells, of_table);
    Column column{.name = name, .column = name, .values = count_values(cells.sample)};
    if (cells.type.kind == tables::Kind::number) {
        column.is_number = !cells.has_infinite;
        column.bins = column.is_number && column.values > few_numbers ? default_bins : 0;
        column.proposed = column.values > 1 && (column.bins > 0 || column.values <= few_numbers);
    } else {
        if (cells.type.kind == tables::Kind::date)
            column.note = fmt::format("{} is text, since its dates fit several forms", printable(name));
        else if (!options_that_read(cells.type.example, cells.type.numbers).empty())
            column.note = fmt::format("{} is text, since '{}' is not a number", printable(name),
                                      printable(cells.type.example));
        // Distinct texts, such as names, make no useful dimension.
        column.proposed = column.values > 1 && column.values <= max_texts &&
                          (column.values <= few_texts || column.values * 2 <= std::ssize(cells.sample));
    }
    columns.push_back(std::move(column));
}

// Keeps the first ones of each kind.
void limit_proposals(std::vector<Column>& columns) {
    int proposed = 0;
    for (const bool binned : {false, true})
        for (Column& column : columns)
            if (column.proposed && (column.bins > 0) == binned)
                column.proposed = proposed++ < max_proposed;
    if (proposed == 0) // none stands out
        columns.front().proposed = true;
}

constexpr std::array aggregates{cube::Aggregate::sum, cube::Aggregate::avg, cube::Aggregate::min,
                                cube::Aggregate::max};

std::shared_ptr<const data::Table> make_table(const Setup& setup, const CancelHook& cancelled) {
    if (!setup.is_file())
        return make_sales(setup.count, static_cast<std::uint64_t>(setup.seed), cancelled);
    std::shared_ptr<const data::Table> table = data::read_table(setup.source, setup.reading.form());
    if (table->rows() > Setup::max_file_rows)
        throw Error(fmt::format("{} has {} rows: the explorer takes up to {}", printable_path(setup.source),
                                with_commas(static_cast<std::int64_t>(table->rows())),
                                with_commas(std::int64_t{Setup::max_file_rows})));
    return table;
}

/// The bins of a column: those of the setup, else the proposed ones.
int bins_of(const Setup& setup, const Column& column) {
    for (const std::string& entry : setup.bins)
        if (entry.substr(0, entry.rfind(':')) == column.column)
            return std::stoi(entry.substr(entry.rfind(':') + 1));
    return column.bins;
}

cube::CubePlan plan_of(const Setup& setup, const std::vector<Column>& columns) {
    cube::CubePlan plan{.dimensions = setup.path, .path = setup.path, .reading = setup.cells()};
    for (const Column& column : columns) {
        if (setup.path.empty() && column.proposed)
            plan.dimensions.push_back(column.name);
        const int bins = bins_of(setup, column);
        if (bins > 0 && std::ranges::count(plan.dimensions, column.name) > 0)
            plan.bins.push_back(fmt::format("{}:{}", column.name, bins));
    }
    std::ranges::sort(plan.dimensions, {}, [&](const std::string& name) { // whatever the order of the path
        return std::ranges::find(columns, name, &Column::name) - columns.begin();
    });
    if (setup.measure != "count")
        plan.measures = {setup.measure};
    return plan;
}

bool has_same_cube(const Data& before, const Setup& setup, const cube::CubePlan& plan) {
    const Setup& old = before.setup;
    return setup.same_source(old) && setup.measure == old.measure && setup.bins == old.bins &&
           plan.dimensions.size() == before.cube->dimensions.size() &&
           std::ranges::all_of(plan.dimensions, [&](const std::string& name) {
               return std::ranges::count(before.cube->dimensions, name, &cube::Dimension::name) > 0;
           });
}

cube::Tree timed_build(const cube::Rows& rows, const std::vector<int>& path, const cpu::Options& options,
                       double& milliseconds) {
    const Stopwatch watch(steady_time);
    cube::Tree tree = cube::build(rows, path, options);
    milliseconds = watch.milliseconds();
    return tree;
}

void count_totals(Data& data) {
    // The histograms outlive the worker's cancel hook, so they get none.
    data.histograms = std::make_shared<cube::Histograms>(data.cube->rows);
    data.totals = data.histograms->current();
    data.ordered.clear();
    data.order.clear();
    data.rank.clear();
    for (int d = 0; d < data.dimensions(); ++d) {
        const auto at = static_cast<std::size_t>(d);
        data.ordered.push_back(is_ordered(data.dimension(d)));
        data.order.push_back(shown_order(data.dimension(d), data.measure, data.totals[at]));
        std::vector<std::uint32_t>& rank = data.rank.emplace_back(data.order[at].size());
        for (std::uint32_t place = 0; place < rank.size(); ++place)
            rank[data.order[at][place]] = place;
    }
}

} // namespace

std::vector<Property> properties_of(Setup& setup, const std::vector<std::string>& measures) {
    const auto is_generated = [&setup] { return !setup.is_file(); };
    std::vector<Property> rows{
        file_row("table", "Table", setup.source, list_of_names(enumerators<Kind>),
                 "Generated sales, or your own table: text in columns, NPY and NPZ are opened with Ctrl+O or "
                 "dropped on the window."),
        number_row("count", "Rows", setup.count, {1, Setup::max_rows, 200'000},
                   "The number of rows to generate.")
            .when(is_generated),
        number_row("seed", "Seed", setup.seed, {0, Setup::max_seed}, "The seed of the generated rows.")
            .when(is_generated),
        text_row("measure", "Measure", setup.measure, measures,
                 "What widths and bars show: the number of rows, or an aggregate of a column of numbers.")
            .with_set([&setup](std::string_view text) { setup.measure = trimmed(text); }),
        plain_row(
            "path", "Path", "The dimensions, from the root of the tree on.",
            [&setup] { return list_text(setup.path); },
            [&setup](std::string_view text) { setup.path = path_from(text); }),
        plain_row(
            "bins", "Bins", "The number of bins for each column of numbers.",
            [&setup] { return list_text(setup.bins); },
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

std::vector<Column> columns_of(const data::Table& table, const tables::Reading& reading,
                               const cpu::Options& options, const tables::ColumnWork::Show& show) {
    if (table.rows() == 0 || table.columns() == 0)
        throw Error(fmt::format("{} has no rows: a cube needs one at least", printable_path(table.path())));
    std::vector<Cells> cells(table.columns());
    tables::for_each_column(table.columns(), table.rows(), options, show,
                            [&](std::size_t column, const tables::ColumnWork& work) {
                                cells[column] = cells_of(table, column, reading, work);
                            });
    std::vector<Column> columns;
    const std::vector<std::string>& names = table.names();
    for (std::size_t column = 0; column < table.columns(); ++column)
        add_column(columns,
                   names.empty() || std::ranges::count(names, names[column]) > 1 ? std::to_string(column)
                                                                                 : names[column],
                   cells[column], names);
    limit_proposals(columns);
    return columns;
}

std::string Data::measure_title() const {
    return measure.aggregate == cube::Aggregate::count
               ? "rows"
               : fmt::format("{} of {}", to_string(measure.aggregate), measure.column);
}

std::string Data::long_text(const cube::Aggregated& of) const {
    const std::optional<double> value = cube::value_of(measure, of);
    if (value && measure.aggregate == cube::Aggregate::avg)
        return with_commas(fmt::format("{:.2f}", *value));
    return value ? with_commas(cube::text_of(measure, of)) : "-";
}

std::shared_ptr<const Data> make_explorer(const Setup& setup, const Data* before, const Progress& progress,
                                          const CancelHook& cancelled) {
    auto data = before && setup.same_source(before->setup) ? std::make_shared<Data>(*before)
                                                           : std::make_shared<Data>();
    const cpu::Options options{.limits = {.cancelled = cancelled}};
    if (!data->table) {
        progress(0, "reading the table");
        data->table = make_table(setup, cancelled);
        data->columns = columns_of(*data->table, setup.cells(), options,
                                   [&](double part) { progress(part, "reading the table"); });
    }
    const cube::CubePlan plan = plan_of(setup, data->columns);
    if (data->cube && has_same_cube(*data, setup, plan)) {
        progress(0.5, "building the tree");
        std::vector<int> path;
        for (const std::string& name : setup.path)
            path.push_back(data->cube->dimension(name));
        data->tree = std::make_shared<const cube::Tree>(
            timed_build(data->cube->rows, path, options, data->tree_milliseconds));
    } else {
        cube::TreeMaker maker;
        maker.build = [&](const cube::Rows& rows, const std::vector<int>& path) {
            return timed_build(rows, path, options, data->tree_milliseconds);
        };
        cube::Cube cube =
            cube::make_cube(*data->table, plan, {.cpu = options, .progress = progress, .maker = &maker});
        data->plan = plan;
        data->measure = cube.measures.empty() ? cube::Measure{} : cube.measures.front();
        data->tree = std::make_shared<const cube::Tree>(std::move(cube.tree));
        cube.tree = {};
        data->cube = std::make_shared<const cube::Cube>(std::move(cube));
        count_totals(*data);
    }
    data->setup = setup;
    return data;
}

std::vector<std::string> path_names(const Data& data) {
    std::vector<std::string> names;
    for (const int dimension : data.tree->path)
        names.push_back(data.dimension(dimension).name);
    return names;
}

std::string list_text(const std::vector<std::string>& list, std::string_view separator) {
    std::string text;
    for (std::string entry : list) {
        if (entry.find_first_of(",\"") != entry.npos || trimmed(entry) != entry) {
            for (std::size_t at = 0; (at = entry.find('"', at)) != entry.npos; at += 2)
                entry.insert(at, "\"");
            entry = fmt::format("\"{}\"", entry);
        }
        text += (text.empty() ? "" : std::string(separator)) + entry;
    }
    return text;
}

std::string short_number(const std::optional<double>& number) {
    if (!number)
        return "-";
    constexpr double no_letter_below = 999.5, letter_from = 999'999.5, no_letter_from = 1e15;
    const double size = std::abs(*number);
    if (size >= no_letter_below && size < letter_from)
        return with_commas(fmt::format("{:.0f}", *number));
    if (size < no_letter_below || size >= no_letter_from)
        return fmt::format("{:.3g}", *number);
    return short_count(std::copysign(std::round(size), *number));
}

bool is_ordered(const cube::Dimension& dimension) {
    const tables::ColumnType& type = dimension.type;
    return type.kind == tables::Kind::number || (type.kind == tables::Kind::date && type.dates);
}

std::vector<std::uint32_t> shown_order(const cube::Dimension& dimension, const cube::Measure& measure,
                                       const cube::Histogram& totals) {
    std::vector<std::uint32_t> order = dimension.ascending();
    if (is_ordered(dimension))
        return order;
    const auto value = [&](std::uint32_t code) {
        return cube::aggregated(measure, totals.count[code], totals.values, code);
    };
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return cube::compare(measure, value(a), value(b)) > 0;
    });
    return order;
}

std::vector<std::string> measures_of(const std::vector<Column>& columns) {
    std::vector<std::string> measures{"count"};
    for (const Column& column : columns)
        if (column.is_number)
            for (const cube::Aggregate aggregate : aggregates)
                measures.push_back(fmt::format("{}:{}", column.column, to_string(aggregate)));
    return measures;
}

} // namespace scanline::view::explorer
