#include "scenes/skyline/words.h"

#include "kit/listing.h"
#include "scanline/core/format.h"
#include "scenes/skyline/step_view.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <span>

namespace scanline::view::skyline_scene {

namespace {

using Outcome = skyline::Trace::Outcome;

// Each stage has a shader of its own.
constexpr auto filter_code = std::to_array<CodeLine>({
    {"tau = least worst key of a row", "pre-filter", "tau", "uint bound = least[u_first[1]];"},
    {"keep rows with a key < tau", "pre-filter", "kept", "alive[u_first[2] + row] = better || equal"},
});
constexpr auto mask_code = std::to_array<CodeLine>({
    {"sort each column: quartiles", "quartiles", "", "uint quartile(uint axis, uint which)"},
    {"for each row p:", "masks", "", "if (point < n) {"},
    {"  for each column c:", "masks", "", "for (uint axis = 0u; axis < DIMENSIONS; ++axis) {"},
    {"    M bit c = p[c] > median[c]", "masks", "median", "uint past = key > quartile(axis, 1u)"},
    {"    t = M bit c ? third : first", "masks", "", "quartile(axis, past * 2u)"},
    {"    Q bit c = p[c] > t[c]", "masks", "quartile", "quartile_mask |= (key >"},
    {"sort by bits of M, then by M", "sort", "place"},
});
constexpr auto level_code = std::to_array<CodeLine>({
    {"for each level l:", "level", "level", "uniform uint u_targets;"},
    {"  for each row p, >= l bits:", "level", "left", "number < u_targets_end && is_alive(number);"},
    {"    if p has l bits:", "level", "bits"},
    {"      cells = that of p", "own", "", "cell_of_point(u_killers)"},
    {"    else: those with l bits,", "others"},
    {"      all of them bits of p", "others", "", "(mask_of_cell(first + item) & ~mask) == 0u)"},
    {"    for each q with Q allowing:", "level", "masks", "possible != 0u; possible &= possible - 1u) {"},
    {"      if q dominates p:", "level", "tests", "if (is_dominated_by(other, point)) {"},
    {"        p goes", "pruned", "by", "kill(number);"},
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
    std::string title = "SkyAlign";
    if (pinned >= 0) {
        title += fmt::format(", p = row {}", run.rows[static_cast<std::size_t>(pinned)]);
        add_point(events, run, view, pinned);
    } else if (view.stage == Phase::level) {
        events.names.insert(events.names.end(), {"own", "others", "pruned", "found"});
        events.values["by"] = with_commas(view.pruned);
        events.values["found"] = with_commas(view.found);
    }
    Listing listing;
    const auto take = [&](std::span<const CodeLine> code, const char* shader, const char* section) {
        listing = listing_of(std::move(title), code, std::move(events));
        listing.shader = shader;
        listing.source = fmt::format("Bøgh, Chester, Assent 2015, {}", section);
    };
    if (view.stage <= Phase::filter)
        take(filter_code, "skyline/prefilter.comp", "section 5.1");
    else if (view.stage < Phase::level)
        take(mask_code, "skyline/masks.comp", view.stage == Phase::sort ? "section 5.2" : "section 4.2");
    else
        take(level_code, "skyline/align.comp", "algorithm 1");
    return listing;
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

/// "row 7 (0.21, 0.30)"; of many columns the first.
std::string values_text(const Run& run, std::uint32_t point) {
    std::string text;
    for (int column = 0; column < std::min(run.dimensions(), 4); ++column)
        text += (column == 0 ? "" : ", ") + run.text(point, column);
    return fmt::format("row {} ({}{})", run.rows[point], text, run.dimensions() > 4 ? ", ..." : "");
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

Pinned pinned_of(const Run& run, std::uint32_t point, bool tells) {
    const skyline::Trace::Row& row = run.trace.rows[point];
    Pinned pinned{fmt::format("Row {}", run.rows[point]), {}};
    const auto add = [&pinned](std::string name, std::string value) {
        pinned.facts.push_back({std::move(name), std::move(value)});
    };
    for (std::size_t column = 0; run.table->file && column < run.table->columns.size(); ++column) {
        if (!run.table->has_numbers(static_cast<int>(column)))
            add(run.table->columns[column].title, run.table->file->text(run.rows[point], column));
    }
    for (int column = 0; column < run.dimensions(); ++column)
        add(run.columns[static_cast<std::size_t>(column)].title,
            tells ? value_text(run, point, column) : run.text(point, column));
    if (tells)
        add("dominated", outcome_text(run, point));
    if (run.ranks)
        add("rank", std::to_string(run.ranks->rank_of[point]));
    else if (tells && row.outcome == Outcome::skyline)
        add("in the skyline", fmt::format("since level {}", row.level));
    if (!run.ranks && row.outcome != Outcome::filtered) {
        add("median mask",
            fmt::format("{}: level {}", mask_text(row.median, run.dimensions()), std::popcount(row.median)));
        add("quartile mask", mask_text(row.quartile, run.dimensions()));
    }
    const std::int64_t others = dominated_by(run, point);
    add("dominates", others == 1 ? "1 row" : with_commas(others) + " rows");
    return pinned;
}

std::string tooltip_of(const Run& run, std::uint32_t point, bool tells) {
    std::string text = fmt::format("Row {}", run.rows[point]);
    const int shown = std::min(run.dimensions(), max_in_tooltip);
    for (int column = 0; column < shown; ++column)
        text += fmt::format("\n{} {}", run.columns[static_cast<std::size_t>(column)].title,
                            run.text(point, column));
    if (shown < run.dimensions())
        text += fmt::format("\nand {} more", run.dimensions() - shown);
    return tells ? text + fmt::format("\ndominated {}", outcome_text(run, point)) : text;
}

std::vector<Written> written_points(const Run& run, const StepView& view) {
    constexpr int max_each = 4; // of those that stay, and of the others
    std::vector<Written> written;
    int stay = 0, go = 0;
    const bool filters = !run.ranks && view.stage == Phase::filter;
    for (const std::uint32_t point : run.drawn) {
        const Role role = view.roles[point];
        const skyline::Trace::Row& row = run.trace.rows[point];
        const bool goes = role == Role::pruned,
                   stays = filters ? role == Role::waiting : role == Role::skyline && row.level == view.level;
        if ((goes && go++ < max_each) || (stays && stay++ < max_each))
            written.push_back({point,
                               fmt::format("row {}", run.rows[point]),
                               goes ? "is dominated" : "stays",
                               goes      ? fmt::format("by {}", values_text(run, row.dominator))
                               : filters ? "it is somewhere better than tau"
                                         : "no row dominates it",
                               {"stays", "is dominated"}});
    }
    return written;
}

} // namespace scanline::view::skyline_scene
