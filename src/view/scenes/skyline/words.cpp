#include "scenes/skyline/words.h"

#include "kit/listing.h"
#include "scanline/core/format.h"
#include "scenes/skyline/step_view.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace scanline::view::skyline_scene {

namespace {

using Outcome = skyline::Trace::Outcome;

// As in prefilter.comp, masks.comp and align.comp.
constexpr auto sky_code = std::to_array<CodeLine>({
    {"tau = least worst key of a row", "pre-filter", "tau"},
    {"keep rows with a key < tau", "pre-filter", "kept"},
    {"sort each column: quartiles", "quartiles"},
    {"for each row p:", "masks"},
    {"  for each column c:", "masks"},
    {"    M bit c = p[c] > median[c]", "masks", "median"},
    {"    t = M bit c ? third : first", "masks"},
    {"    Q bit c = p[c] > t[c]", "masks", "quartile"},
    {"sort by bits of M, then by M", "sort", "place"},
    {"for each level l:", "level", "level"},
    {"  for each row p, >= l bits:", "level", "left"},
    {"    if p has l bits:", "level", "bits"},
    {"      cells = that of p", "own"},
    {"    else: those with l bits,", "others"},
    {"      all of them bits of p", "others"},
    {"    for each q with Q allowing:", "level", "masks"},
    {"      if q dominates p:", "level", "tests"},
    {"        p goes", "pruned", "by"},
    {"  p with l bits: skyline", "found", "found"},
});

void add_point(CodeEvents& events, const Run& run, const StepView& view, int point) {
    const skyline::Trace::Row& row = run.trace.rows[static_cast<std::size_t>(point)];
    if (row.outcome == Outcome::filtered)
        return;
    events.values["median"] = mask_text(row.median, run.dimensions());
    events.values["quartile"] = mask_text(row.quartile, run.dimensions());
    const auto place = std::ranges::find(run.trace.order, static_cast<std::uint32_t>(point));
    events.values["place"] = fmt::format("place {}", place - run.trace.order.begin());
    if (view.stage != Phase::level || row.level < view.level)
        return;
    const int bits = std::popcount(row.median);
    events.values["bits"] = fmt::format("{} bits", bits);
    events.names.emplace_back(bits == view.level ? "own" : "others");
    if (row.level == view.level && row.outcome == Outcome::pruned) {
        events.names.emplace_back("pruned");
        events.values["by"] = fmt::format("row {}", run.rows[row.dominator]);
    } else if (row.level == view.level) {
        events.names.emplace_back("found");
        events.values["found"] = "p";
    }
}

} // namespace

Listing listing_of(const Run& run, const StepView& view, int pinned) {
    CodeEvents events{.names = {to_string(view.stage)},
                      .values = {{"tau", fmt::format("row {}", run.rows[run.trace.tau_row])},
                                 {"kept", with_commas(static_cast<std::int64_t>(run.trace.order.size()))}}};
    if (view.stage == Phase::level) {
        const skyline::LevelStats& stats = run.trace.found.levels[static_cast<std::size_t>(view.level)];
        events.values["level"] = std::to_string(view.level);
        events.values["left"] = with_commas(stats.points);
        events.values["masks"] = with_commas(stats.counters.mask_tests) + " MT";
        events.values["tests"] = with_commas(stats.counters.dominance_tests) + " DT";
    }
    std::string title = "SkyAlign by compute shaders";
    if (pinned >= 0) {
        title += fmt::format(", p = row {}", run.rows[static_cast<std::size_t>(pinned)]);
        add_point(events, run, view, pinned);
    } else if (view.stage == Phase::level) {
        events.names.insert(events.names.end(), {"own", "others", "pruned", "found"});
        events.values["by"] = with_commas(view.pruned);
        events.values["found"] = with_commas(view.found);
    }
    return listing_of(std::move(title), sky_code, std::move(events));
}

namespace {

using Outcome = skyline::Trace::Outcome;

constexpr int max_in_tooltip = 8; ///< columns

std::string outcome_text(const Run& run, std::uint32_t point) {
    const skyline::Trace::Row& row = run.trace.rows[point];
    if (run.ranks && row.outcome != Outcome::skyline)
        return fmt::format("by row {}, gone in step {}", run.rows[row.dominator], run.ranks->gone_in[point]);
    switch (row.outcome) {
    case Outcome::filtered: return fmt::format("by row {}, in the pre-filter", run.rows[row.dominator]);
    case Outcome::pruned: return fmt::format("by row {}, in level {}", run.rows[row.dominator], row.level);
    case Outcome::skyline: return "by none";
    }
    return "";
}

/// A column's value, beside that of the dominator if it has one.
std::string value_text(const Run& run, std::uint32_t point, int column) {
    const std::uint32_t by = run.trace.rows[point].dominator;
    std::string own = run.text(point, column);
    if (by == point)
        return own;
    return run.keys[by][column] == run.keys[point][column]
               ? fmt::format("{}, the same there", own)
               : fmt::format("{}, better there: {}", own, run.text(by, column));
}

} // namespace

Pinned pinned_of(const Run& run, std::uint32_t point) {
    const skyline::Trace::Row& row = run.trace.rows[point];
    Pinned pinned{fmt::format("Row {}", run.rows[point]), {}};
    const auto add = [&pinned](std::string name, std::string value) {
        pinned.facts.push_back({std::move(name), std::move(value)});
    };
    add("dominated", outcome_text(run, point));
    if (run.ranks)
        add("rank", std::to_string(run.ranks->rank_of[point]));
    else if (row.outcome == Outcome::skyline)
        add("in the skyline", fmt::format("since level {}", row.level));
    for (int column = 0; column < run.dimensions(); ++column)
        add(run.columns[static_cast<std::size_t>(column)].title, value_text(run, point, column));
    if (!run.ranks && row.outcome != Outcome::filtered) {
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

std::string tooltip_of(const Run& run, std::uint32_t point) {
    std::string text = fmt::format("Row {}", run.rows[point]);
    const int shown = std::min(run.dimensions(), max_in_tooltip);
    for (int column = 0; column < shown; ++column)
        text += fmt::format("\n{} {}", run.columns[static_cast<std::size_t>(column)].title,
                            run.text(point, column));
    if (shown < run.dimensions())
        text += fmt::format("\nand {} more", run.dimensions() - shown);
    return text + fmt::format("\ndominated {}", outcome_text(run, point));
}

} // namespace scanline::view::skyline_scene
