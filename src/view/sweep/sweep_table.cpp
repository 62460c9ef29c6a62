#include "sweep/sweep_table.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

bool is_common(const bench::Results& results, const std::string& axis) {
    return results.rows.size() > 1 && std::ranges::all_of(results.rows, [&](const bench::Row& row) {
               return row.axis(axis) == results.rows.front().axis(axis);
           });
}

} // namespace

SweepTable sweep_table(const bench::Results& results) {
    SweepTable table;
    if (results.rows.empty())
        return table;
    const bool roofs = std::ranges::any_of(
        results.rows, [](const bench::Row& row) { return row.roof_milliseconds.has_value(); });
    const bool skipped = std::ranges::any_of(results.rows, [](const auto& row) { return !row.measured(); });
    std::vector<std::string> axes;
    for (const auto& [axis, value] : results.rows.front().axes) {
        if (is_common(results, axis)) {
            table.common += (table.common.empty() ? "" : ", ") + axis + " " + value;
            continue;
        }
        axes.push_back(axis);
        table.columns.push_back({axis, "An axis of the measurement.", false});
    }
    table.columns.push_back({"ms", "The median time of the repetitions, in milliseconds.", true});
    table.columns.push_back({"quartiles",
                             "A quarter of the repetitions took less than the first, a quarter "
                             "more than the second.",
                             true});
    if (roofs)
        table.columns.push_back({"roofs", "The time in units of the roof: " + results.roof + ".", true});
    table.columns.push_back({"Melements/s", "Millions of elements of the input in a second.", true});
    if (skipped)
        table.columns.push_back({"skipped", "Why there are no times.", false});

    for (const bench::Row& row : results.rows) {
        std::vector<std::string> cells;
        for (const std::string& axis : axes)
            cells.push_back(row.axis(axis));
        if (row.measured()) {
            const bench::Quartiles time = row.milliseconds();
            cells.push_back(fmt::format("{:.3f}", time.median));
            cells.push_back(fmt::format("{:.3f} to {:.3f}", time.q25, time.q75));
            if (roofs)
                cells.push_back(row.roof_milliseconds ? fmt::format("{:.1f}", row.roof_ratio()) : "");
            cells.push_back(fmt::format("{:.0f}", row.items_per_second() / 1e6));
        }
        cells.resize(table.columns.size());
        if (!row.measured())
            cells.back() = row.skipped;
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace scanline::view
