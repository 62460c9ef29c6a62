#include "sweep/model.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace scanline::view {

using bench::Row;

SweepTable sweep_table(const bench::Results& results) {
    SweepTable table;
    const std::vector<Row>& rows = results.rows;
    if (rows.empty())
        return table;
    table.rows.resize(rows.size());
    const auto add = [&](SweepTable::Column column, const std::function<std::string(const Row&)>& text) {
        table.columns.push_back(std::move(column));
        for (std::size_t i = 0; i < rows.size(); ++i)
            table.rows[i].push_back(text(rows[i]));
    };
    const auto add_number = [&](const char* title, const std::string& description, auto text) {
        add({title, description, true},
            [text](const Row& row) { return row.measured() ? text(row) : std::string(); });
    };

    for (const auto& [axis, value] : rows.front().axes) {
        const auto is_shared = [&](const Row& row) { return row.axis(axis) == rows.front().axis(axis); };
        if (rows.size() > 1 && std::ranges::all_of(rows, is_shared))
            table.common += (table.common.empty() ? "" : ", ") + axis + " " + value;
        else
            add({axis, "An axis of the measurement."}, [&axis](const Row& row) { return row.axis(axis); });
    }
    add_number("ms", "The median time of the repetitions, in milliseconds.",
               [](const Row& row) { return fmt::format("{:.3f}", row.milliseconds().median); });
    add_number("quartiles",
               "A quarter of the repetitions took less than the first, a quarter more than the second.",
               [](const Row& row) {
                   const bench::Quartiles time = row.milliseconds();
                   return fmt::format("{:.3f} to {:.3f}", time.q25, time.q75);
               });
    if (std::ranges::any_of(rows, [](const Row& row) { return row.roof_milliseconds.has_value(); }))
        add_number("roofs", "The time in units of the roof: " + results.roof + ".", [](const Row& row) {
            return row.roof_milliseconds ? fmt::format("{:.1f}", row.roof_ratio()) : std::string();
        });
    add_number("Melements/s", "Millions of elements of the input in a second.",
               [](const Row& row) { return fmt::format("{:.0f}", row.items_per_second() / 1e6); });
    if (!std::ranges::all_of(rows, &Row::measured))
        add({"skipped", "Why there are no times."},
            [](const Row& row) { return row.measured() ? std::string() : row.skipped; });
    return table;
}

} // namespace scanline::view
