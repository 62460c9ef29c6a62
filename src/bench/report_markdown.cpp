#include "scanline/bench/report.h"

#include "scanline/bench/markdown_table.h"
#include "scanline/core/format.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace scanline::bench {

namespace {

// A column of the rows that have it.
struct Column {
    std::string name;
    std::function<bool(const Row& row)> has;
    std::function<std::string(const Row& row)> text;
    Align align = Align::right;

    std::string cell(const Row& row) const {
        if (has(row))
            return text(row);
        return align == Align::right ? "-" : "";
    }
};

Column axis_column(const Results& results, const std::string& axis) {
    const bool numbers = std::ranges::all_of(
        results.rows, [&axis](const Row& row) { return row.value(axis).number().has_value(); });
    return {axis, [](const Row&) { return true; }, [axis](const Row& row) { return row.axis(axis); },
            numbers ? Align::right : Align::left};
}

std::vector<Column> columns_of(const Results& results) {
    const auto measured = [](const Row& row) { return row.measured(); };
    const auto roof = [](const Row& row) { return row.measured() && row.roof_milliseconds.has_value(); };
    std::vector<Column> columns{
        {"ms", measured, [](const Row& row) { return four_digits(row.milliseconds().median); }},
        {"q25 ms", measured, [](const Row& row) { return four_digits(row.milliseconds().q25); }},
        {"q75 ms", measured, [](const Row& row) { return four_digits(row.milliseconds().q75); }},
        {"roof ms", roof, [](const Row& row) { return four_digits(*row.roof_milliseconds); }},
        {"roofs", roof, [](const Row& row) { return fmt::format("{:.2f}", row.roof_ratio()); }},
        {"M items/s", [](const Row& row) { return row.measured() && row.items > 0; },
         [](const Row& row) { return fmt::format("{:.1f}", row.items_per_second() / 1e6); }},
        {"GB/s", [](const Row& row) { return row.measured() && row.bytes > 0; },
         [](const Row& row) { return fmt::format("{:.2f}", row.bytes_per_second() / 1e9); }},
        {"overhead", [](const Row& row) { return row.measured() && row.overhead.has_value(); },
         [](const Row& row) { return fmt::format("{:.1f} %", 100 * *row.overhead); }},
        {"skipped", [](const Row& row) { return !row.measured(); },
         [](const Row& row) { return row.skipped; }, Align::left}};
    const auto skipped = std::prev(columns.end());
    std::vector<Column> counts;
    for (const std::string& name : counted_names(results))
        counts.push_back({name, [name](const Row& row) { return row.count(name).has_value(); },
                          [name](const Row& row) { return std::to_string(*row.count(name)); }});
    columns.insert(skipped, counts.begin(), counts.end());
    std::erase_if(columns,
                  [&](const Column& column) { return std::ranges::none_of(results.rows, column.has); });
    std::vector<Column> axes;
    for (const AxisValue& place : results.rows.front().axes)
        axes.push_back(axis_column(results, place.axis));
    columns.insert(columns.begin(), axes.begin(), axes.end());
    return columns;
}

std::string table_of(const Results& results) {
    const std::vector<Column> columns = columns_of(results);
    std::vector<MarkdownColumn> header;
    for (const Column& column : columns)
        header.push_back({column.name, column.align});
    MarkdownTable table(std::move(header));
    for (const Row& row : results.rows) {
        std::vector<std::string> fields;
        for (const Column& column : columns)
            fields.push_back(column.cell(row));
        table.add(fields);
    }
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
