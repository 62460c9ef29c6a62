#include "skyline/pin.h"

#include "scanline/core/format.h"
#include "skyline/sight.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using Outcome = skyline::Trace::Outcome;

constexpr int most_in_tooltip = 8; ///< columns

std::string outcome_text(const SkyRun& run, const skyline::Trace::Row& row) {
    switch (row.outcome) {
    case Outcome::filtered: return fmt::format("by row {}, in the pre-filter", run.rows[row.dominator]);
    case Outcome::pruned: return fmt::format("by row {}, in level {}", run.rows[row.dominator], row.level);
    case Outcome::skyline: return "by none";
    }
    return "";
}

/// A column's value, beside that of the dominator if it has one.
std::string value_text(const SkyRun& run, std::uint32_t point, int column) {
    const std::uint32_t by = run.trace.rows[point].dominator;
    std::string own = run.text(point, column);
    if (by == point)
        return own;
    return run.keys[by][column] == run.keys[point][column]
               ? fmt::format("{}, the same there", own)
               : fmt::format("{}, better there: {}", own, run.text(by, column));
}

} // namespace

Pinned sky_pinned(const SkyRun& run, std::uint32_t point) {
    const skyline::Trace::Row& row = run.trace.rows[point];
    Pinned pinned{fmt::format("Row {}", run.rows[point]), {}};
    const auto add = [&pinned](std::string name, std::string value) {
        pinned.facts.push_back({std::move(name), std::move(value)});
    };
    add("dominated", outcome_text(run, row));
    if (row.outcome == Outcome::skyline)
        add("in the skyline", fmt::format("since level {}", row.level));
    for (int column = 0; column < run.dimensions(); ++column)
        add(run.columns[static_cast<std::size_t>(column)].title, value_text(run, point, column));
    if (row.outcome != Outcome::filtered) {
        add("median mask",
            fmt::format("{}: level {}", mask_text(row.median, run.dimensions()), std::popcount(row.median)));
        add("quartile mask", mask_text(row.quartile, run.dimensions()));
    }
    const std::int64_t others = dominated_by(run, point);
    add("dominates", others == 1 ? "1 row" : with_commas(others) + " rows");
    for (std::size_t column = 0; run.table->file && column < run.table->columns.size(); ++column) {
        if (!run.table->has_numbers(static_cast<int>(column)))
            add(run.table->columns[column].title, run.table->file->text(run.rows[point], column));
    }
    return pinned;
}

std::string sky_tooltip(const SkyRun& run, std::uint32_t point) {
    std::string text = fmt::format("Row {}", run.rows[point]);
    const int shown = std::min(run.dimensions(), most_in_tooltip);
    for (int column = 0; column < shown; ++column)
        text += fmt::format("\n{} {}", run.columns[static_cast<std::size_t>(column)].title,
                            run.text(point, column));
    if (shown < run.dimensions())
        text += fmt::format("\nand {} more", run.dimensions() - shown);
    return text + fmt::format("\ndominated {}", outcome_text(run, run.trace.rows[point]));
}

} // namespace scanline::view
