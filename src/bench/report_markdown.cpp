#include "scanline/bench/report.h"

#include "scanline/bench/markdown_table.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <limits>

namespace scanline::bench {

namespace {

/// A column with a text for each row.
struct Column {
    std::string name;
    std::vector<std::string> cells;
    Align align = Align::right;
};

bool is_number(const std::string& text) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return read_number<double>(text, {-infinity, infinity}).has_value();
}

class Table {
public:
    explicit Table(const std::vector<Row>& rows) : rows_(rows) {}

    void add_axes() {
        for (std::size_t axis = 0; axis < rows_.front().axes.size(); ++axis) {
            Column column{rows_.front().axes[axis].axis, {}};
            for (const Row& row : rows_) {
                column.cells.push_back(row.axes[axis].value);
                if (!is_number(row.axes[axis].value))
                    column.align = Align::left;
            }
            columns_.push_back(std::move(column));
        }
    }

    /// A column over the rows that have it; none where no row has.
    void add(const char* name, const std::function<bool(const Row&)>& has,
             const std::function<std::string(const Row&)>& text, Align align = Align::right) {
        if (std::ranges::none_of(rows_, has))
            return;
        Column column{name, {}, align};
        for (const Row& row : rows_)
            column.cells.push_back(has(row) ? text(row) : align == Align::right ? "-" : "");
        columns_.push_back(std::move(column));
    }

    std::string format() const {
        std::vector<MarkdownColumn> columns;
        for (const Column& column : columns_)
            columns.push_back({column.name, column.align});
        MarkdownTable table(std::move(columns));
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            std::vector<std::string> fields;
            for (const Column& column : columns_)
                fields.push_back(column.cells[row]);
            table.add(fields);
        }
        return table.format();
    }

private:
    const std::vector<Row>& rows_;
    std::vector<Column> columns_;
};

std::string table_of(const Results& results) {
    const auto measured = [](const Row& row) { return row.measured(); };
    const auto roof = [](const Row& row) { return row.measured() && row.roof_milliseconds.has_value(); };
    Table table(results.rows);
    table.add_axes();
    table.add("ms", measured, [](const Row& row) { return four_digits(row.milliseconds().median); });
    table.add("q25 ms", measured, [](const Row& row) { return four_digits(row.milliseconds().q25); });
    table.add("q75 ms", measured, [](const Row& row) { return four_digits(row.milliseconds().q75); });
    table.add("roof ms", roof, [](const Row& row) { return four_digits(*row.roof_milliseconds); });
    table.add("roofs", roof, [](const Row& row) { return fmt::format("{:.2f}", row.roof_ratio()); });
    table.add(
        "M items/s", [](const Row& row) { return row.measured() && row.items > 0; },
        [](const Row& row) { return fmt::format("{:.1f}", row.items_per_second() / 1e6); });
    table.add(
        "GB/s", [](const Row& row) { return row.measured() && row.bytes > 0; },
        [](const Row& row) { return fmt::format("{:.2f}", row.bytes_per_second() / 1e9); });
    table.add(
        "overhead", [](const Row& row) { return row.measured() && row.overhead.has_value(); },
        [](const Row& row) { return fmt::format("{:.1f} %", 100 * *row.overhead); });
    table.add(
        "skipped", [](const Row& row) { return !row.measured(); }, [](const Row& row) { return row.skipped; },
        Align::left);
    return table.format();
}

std::string device_text(const Environment& with) {
    std::string text;
    if (!with.gpu.empty())
        text += fmt::format("{}, OpenGL {}, ", with.gpu, with.driver);
    if (!with.processor.empty())
        text += with.processor + ", ";
    return text;
}

} // namespace

std::string report_markdown(const Results& results) {
    const Environment& with = results.environment;
    std::string text =
        fmt::format("## {}: {}\n\n{}timer {}, {}, scanline {}, {}\n", results.experiment, results.title,
                    device_text(with), with.timer, with.build_type, with.version, with.date);
    if (!with.command.empty())
        text += fmt::format("`{}`\n", with.command);
    text += "Medians and quartiles of the repetitions";
    text += results.roof.empty() ? ".\n" : fmt::format("; a roof is one {} of the same run.\n", results.roof);
    if (!results.complete)
        text += "\n**Incomplete**: the run was interrupted; these are the rows that were finished.\n";
    if (!results.rows.empty())
        text += "\n" + table_of(results);
    return valid_utf8(text);
}

} // namespace scanline::bench
