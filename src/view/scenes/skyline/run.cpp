#include "scenes/skyline/run.h"

#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/random.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/tables/ordered_values.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <utility>

namespace scanline::view::skyline_scene {

namespace {

using skyline::Direction;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Some of these in their order, the same in every run.
std::vector<std::uint32_t> sample_of(std::vector<std::uint32_t> all, std::size_t most, std::uint64_t seed) {
    if (all.size() <= most)
        return all;
    Random random(seed);
    for (std::size_t i = 0; i < most; ++i)
        std::swap(all[i], all[i + random.below(all.size() - i)]);
    all.resize(most);
    std::ranges::sort(all);
    return all;
}

/// What a column has in place of numbers.
std::string problem_of(const data::Table& file, const tables::ColumnType& type) {
    switch (type.kind) {
    case tables::Kind::number: return {};
    case tables::Kind::date: return "dates";
    case tables::Kind::text: return fmt::format("text, such as '{}'", printable(type.example));
    case tables::Kind::unknown: break;
    }
    return file.rows() == 0 ? "" : "no number in any row";
}

/// rows: all of them.
Table::Column read_column(const data::Table& file, std::size_t column, const std::vector<std::uint32_t>& rows,
                          const tables::Reading& reading, const tables::ColumnWork& work) {
    Table::Column read{file.title(column), {}};
    read.problem = problem_of(file, tables::type_of(file, column, reading, work.poll()));
    if (!read.problem.empty())
        return read;
    tables::OrderedNumbers ordered = ordered_numbers(file, column, rows, reading, {}, work);
    read.numbers = std::move(ordered.values);
    if (ordered.are_ranks) {
        read.ranks = std::exchange(read.numbers, {});
        for (const std::uint32_t row : rows) {
            work.poll().count(16);
            const std::optional<tables::Decimal> number = tables::number_in(file, row, column, reading);
            read.numbers.push_back(number ? number_of(*number) : no_number);
        }
    }
    return read;
}

Table read_sky_table(const std::filesystem::path& path, const TableReading& how,
                     const CancelHook& cancelled) {
    const tables::Reading reading = how.cells();
    Table table;
    table.file = data::read_table(path, how.form());
    if (table.file->rows() > Setup::max_rows)
        throw data::read_error(path, fmt::format("it has {} rows: this scene shows up to {}",
                                                 table.file->rows(), Setup::max_rows));
    table.rows = static_cast<std::int64_t>(table.file->rows());
    std::vector<std::uint32_t> rows(table.file->rows());
    std::iota(rows.begin(), rows.end(), 0u);
    table.columns.resize(table.file->columns());
    tables::for_each_column(table.columns.size(), rows.size(), {.limits = {.cancelled = cancelled}}, {},
                            [&](std::size_t column, const tables::ColumnWork& work) {
                                table.columns[column] = read_column(*table.file, column, rows, reading, work);
                            });
    if (std::ranges::none_of(table.columns, [](const auto& one) { return one.problem.empty(); }))
        throw data::read_error(path, "no column has only numbers: a skyline needs one at least");
    return table;
}

Table generate_sky_table(const Setup& setup) {
    const auto cloud = setup.is_drawn() ? parse_points(setup.source)
                                        : skyline::generate(*setup.kind(), setup.count, setup.dimensions,
                                                            static_cast<std::uint64_t>(setup.seed));
    Table table;
    table.rows = cloud.points().size();
    for (int column = 0; column < cloud.dimensions; ++column) {
        std::vector<double> numbers;
        for (std::int64_t row = 0; row < table.rows; ++row)
            numbers.push_back(static_cast<double>(cloud.points()[row][column]));
        table.columns.push_back({fmt::format("col {}", column), std::move(numbers)});
    }
    return table;
}

std::vector<Column> columns_of(const Setup& setup, const Table& table) {
    std::vector<Column> columns;
    for (int column = 0; column < static_cast<int>(table.columns.size()); ++column) {
        if (!table.has_numbers(column) || setup.use_of(column) == Use::ignore)
            continue;
        columns.push_back({.column = column,
                           .title = table.columns[static_cast<std::size_t>(column)].title,
                           .direction = setup.use_of(column) == Use::max ? Direction::max : Direction::min});
    }
    if (columns.empty())
        throw usage_error("no column takes part: let less or more be better in one of them");
    if (columns.size() > Setup::max_columns)
        throw usage_error(fmt::format("{} columns take part, and at most {} can: ignore the others",
                                      columns.size(), Setup::max_columns));
    return columns;
}

const std::vector<double>& numbers_of(const Run& run, int column) {
    const int of_table = run.columns[static_cast<std::size_t>(column)].column;
    return run.table->columns[static_cast<std::size_t>(of_table)].numbers;
}

std::vector<std::uint32_t> whole_rows(const Run& run) {
    std::vector<std::uint32_t> whole;
    for (std::uint32_t row = 0; row < run.table->rows; ++row) {
        bool has_all = true;
        for (int column = 0; column < run.dimensions(); ++column)
            has_all = has_all && !std::isnan(numbers_of(run, column)[row]);
        if (has_all)
            whole.push_back(row);
    }
    return whole;
}

/// Fills in extents, and what the trace has as keys, as values of points that have these keys.
void describe_columns(Run& run) {
    for (int column = 0; column < run.dimensions(); ++column) {
        Column& one = run.columns[static_cast<std::size_t>(column)];
        one.low = std::numeric_limits<double>::max();
        one.high = std::numeric_limits<double>::lowest();
        std::optional<std::uint32_t> least; // of those from tau on
        for (std::uint32_t point = 0; point < run.size(); ++point) {
            const std::uint32_t key = run.keys[point][column];
            const double value = run.value(point, column);
            if (std::isfinite(value)) {
                one.low = std::min(one.low, value);
                one.high = std::max(one.high, value);
            }
            for (std::size_t i = 0; i < one.quartiles.size(); ++i) {
                if (run.trace.quartiles[static_cast<std::size_t>(column)][i] == key)
                    one.quartiles[i] = value;
            }
            if (key >= run.trace.tau && (!least || key < *least)) {
                least = key;
                one.tau = value;
            }
        }
        if (one.low > one.high)
            one.low = one.high = 0;
    }
}

std::vector<std::uint32_t> points_to_draw(const Run& run) {
    std::vector<std::uint32_t> drawn = sample_of(run.trace.found.ids, Run::max_drawn / 2, 1), others;
    for (std::uint32_t point = 0; point < run.size(); ++point) {
        if (run.trace.rows[point].outcome != skyline::Trace::Outcome::skyline)
            others.push_back(point);
    }
    others = sample_of(std::move(others), Run::max_drawn - drawn.size(), 2);
    drawn.insert(drawn.end(), others.begin(), others.end());
    std::ranges::sort(drawn);
    return drawn;
}

} // namespace

double Column::fraction(double value) const {
    if (std::isinf(value))
        return value < 0 ? 0 : 1;
    const double half = high / 2 - low / 2; // the whole may be beyond all numbers
    return half > 0 ? std::clamp((value / 2 - low / 2) / half, 0.0, 1.0) : 0.5;
}

double Column::worse(double value) const {
    return less() ? fraction(value) : 1 - fraction(value);
}

std::string Column::text(double value) const {
    constexpr double max_whole = 1e9;
    const double extent = high - low;
    if (std::abs(value) < max_whole && (value == std::floor(value) || extent >= 1000)) {
        const auto whole = std::llround(value);
        return std::abs(whole) < 10'000 ? std::to_string(whole) : with_commas(whole); // years have no commas
    }
    if (std::isinf(value) || extent <= 0 || extent >= max_whole || extent < 1e-4)
        return fmt::format("{:.4g}", value);
    return fmt::format("{:.{}f}", value,
                       std::clamp(2 - static_cast<int>(std::floor(std::log10(extent))), 0, 6));
}

int Run::point_of(int row) const {
    if (row < 0)
        return -1;
    const auto found = std::ranges::lower_bound(rows, static_cast<std::uint32_t>(row));
    return found == rows.end() || *found != static_cast<std::uint32_t>(row)
               ? -1
               : static_cast<int>(found - rows.begin());
}

double Run::value(std::uint32_t point, int column) const {
    return numbers_of(*this, column)[rows[point]];
}

double Run::fraction(std::uint32_t point, int column) const {
    return columns[static_cast<std::size_t>(column)].fraction(value(point, column));
}

std::string Run::text(std::uint32_t point, int column) const {
    return columns[static_cast<std::size_t>(column)].text(value(point, column));
}

std::vector<int> Run::axes(const Setup& wanted) const {
    std::vector<int> chosen(std::min(wanted.axes.size(), columns.size()), -1);
    const auto is_free = [&](int column) { return std::ranges::count(chosen, column) == 0; };
    for (std::size_t axis = 0; axis < chosen.size(); ++axis) {
        if (wanted.axes[axis] < dimensions() && is_free(wanted.axes[axis]))
            chosen[axis] = wanted.axes[axis];
    }
    for (int& axis : chosen) {
        for (int column = 0; axis < 0; ++column) {
            if (is_free(column))
                axis = column;
        }
    }
    return chosen;
}

std::shared_ptr<const Table> make_sky_table(const Setup& setup, const CancelHook& cancelled) {
    return std::make_shared<const Table>(setup.kind() || setup.is_drawn()
                                             ? generate_sky_table(setup)
                                             : read_sky_table(setup.source, setup.reading, cancelled));
}

skyline::Keys sky_keys(const Table& table, const std::vector<Column>& columns,
                       const std::vector<std::uint32_t>& rows, const CancelHook& cancelled) {
    std::vector<double> values;
    values.reserve(rows.size() * columns.size());
    for (const std::uint32_t row : rows) {
        for (const Column& column : columns) {
            const Table::Column& of = table.columns[static_cast<std::size_t>(column.column)];
            values.push_back(of.ranks.empty() ? of.numbers[row] : of.ranks[row]);
        }
    }
    std::vector<Direction> directions(columns.size());
    std::ranges::transform(columns, directions.begin(), &Column::direction);
    return skyline::keys_of_numbers(values, directions, {.limits = {.cancelled = cancelled}});
}

Run run_sky(const Setup& setup, std::shared_ptr<const Table> table, const CancelHook& cancelled) {
    Run run;
    run.setup = setup;
    run.table = std::move(table);
    run.columns = columns_of(setup, *run.table);
    run.whole = whole_rows(run);
    run.rows = sample_of(run.whole, run.max_traced, 3);
    run.keys = sky_keys(*run.table, run.columns, run.rows, cancelled);
    run.trace = skyline::trace_sky_align(run.keys, cancelled);
    describe_columns(run);
    if (setup.ranks > 1)
        run.ranks = find_over_ranks(run, setup.ranks, cancelled);
    run.drawn = points_to_draw(run);
    return run;
}

} // namespace scanline::view::skyline_scene
