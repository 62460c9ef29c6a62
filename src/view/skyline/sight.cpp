#include "skyline/sight.h"

#include "scanline/core/format.h"
#include "text.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using Outcome = skyline::Trace::Outcome;

constexpr int first_level_step = 5;

SkyRole role_at(const skyline::Trace::Row& row, const SkySight& sight) {
    if (row.outcome == Outcome::filtered)
        return sight.stage == SkyStage::input    ? SkyRole::waiting
               : sight.stage == SkyStage::filter ? SkyRole::pruned
                                                 : SkyRole::gone;
    if (row.level > sight.level)
        return SkyRole::waiting;
    if (row.outcome == Outcome::skyline)
        return SkyRole::skyline;
    return row.level == sight.level ? SkyRole::pruned : SkyRole::gone;
}

std::string rows_text(std::int64_t rows) {
    return rows == 1 ? "1 row" : with_commas(rows) + " rows";
}

std::int64_t cells_of(const SkyRun& run) {
    std::int64_t cells = 0;
    for (std::size_t i = 0; i < run.trace.order.size(); ++i) {
        const auto mask = [&](std::size_t at) { return run.trace.rows[run.trace.order[at]].median; };
        cells += i == 0 || mask(i) != mask(i - 1) ? 1 : 0;
    }
    return cells;
}

std::string level_sentence(const SkyRun& run, const SkySight& sight) {
    const auto in_level = [&](const skyline::Trace::Row& row) {
        return row.outcome == Outcome::skyline && row.level == sight.level;
    };
    const std::int64_t found = std::ranges::count_if(run.trace.rows, in_level);
    const skyline::LevelStats& stats = run.trace.found.levels[static_cast<std::size_t>(sight.level)];
    if (stats.points == 0)
        return "No rows are left.";
    const std::string pruned =
        stats.pruned == 0 ? "None is found dominated"
                          : fmt::format("{} found dominated and {}",
                                        stats.pruned == 1 ? "1 row is" : rows_text(stats.pruned) + " are",
                                        stats.pruned == 1 ? "goes" : "go");
    return fmt::format("Rows look at median cells with {} of their bits, and are tested where quartile masks "
                       "allow it. {}; {} of this level {} in the skyline.",
                       sight.level == 0 ? "none" : std::to_string(sight.level), pruned,
                       found == 0 ? "none" : with_commas(found), found > 1 ? "are" : "is");
}

std::string sentence_of(const SkyRun& run, const SkySight& sight) {
    const auto kept = static_cast<std::int64_t>(run.trace.order.size());
    switch (sight.stage) {
    case SkyStage::input:
        return fmt::format("{}: one dominates another if it is nowhere worse and somewhere better. Those "
                           "that none dominates are the skyline.",
                           rows_text(run.size()));
    case SkyStage::filter:
        return fmt::format("Row {} has the best of all worst values, tau. A row without a better value "
                           "anywhere is dominated by it: {} of {} go without a test.",
                           run.rows[run.trace.tau_row], with_commas(sight.pruned), with_commas(run.size()));
    case SkyStage::quartiles:
        return fmt::format("Each column is sorted for the quartiles of the {} left: they halve the table, "
                           "and each half again.",
                           rows_text(kept));
    case SkyStage::masks:
        return "A row gets a median mask, with a bit for each column in whose worse half it is, and a "
               "quartile mask for the worse half of that half. A row with a bit that another lacks cannot "
               "dominate it.";
    case SkyStage::sort:
        return fmt::format(
            "Rows with the same median mask form a median cell: {} here, sorted by their bits. "
            "Only cells with fewer bits can dominate another.",
            cells_of(run));
    case SkyStage::level: return level_sentence(run, sight);
    }
    return "";
}

} // namespace

int sky_steps(const SkyRun& run) {
    return run.size() == 0 ? 0 : step_of_level(run.dimensions()) + 1;
}

int step_of_level(int level) {
    return first_level_step + level;
}

int sky_level(int step) {
    return std::max(-1, step - first_level_step);
}

SkySight sky_sight(const SkyRun& run, int step) {
    SkySight sight;
    sight.stage = static_cast<SkyStage>(std::min(step, first_level_step));
    sight.level = sky_level(step);
    sight.title = capitalized(std::string(to_string(sight.stage)));
    if (sight.level >= 0)
        sight.title += fmt::format(" {}", sight.level);
    for (const skyline::Trace::Row& row : run.trace.rows)
        sight.roles.push_back(role_at(row, sight));
    sight.pruned = std::ranges::count(sight.roles, SkyRole::pruned);
    sight.left = std::ranges::count(sight.roles, SkyRole::waiting);
    sight.found = std::ranges::count(sight.roles, SkyRole::skyline);
    for (int level = 0; level <= sight.level; ++level) {
        sight.now = run.trace.found.levels[static_cast<std::size_t>(level)].counters;
        sight.so_far.dominance_tests += sight.now.dominance_tests;
        sight.so_far.mask_tests += sight.now.mask_tests;
    }
    if (sight.stage == SkyStage::filter)
        sight.focus = static_cast<int>(run.trace.tau_row);
    sight.sentence = sentence_of(run, sight);
    return sight;
}

std::string mask_text(std::uint32_t mask, int columns) {
    std::string text;
    for (int column = 0; column < columns; ++column)
        text += (mask >> column & 1) != 0 ? '1' : '0';
    return text;
}

std::int64_t dominated_by(const SkyRun& run, std::uint32_t point) {
    std::int64_t count = 0;
    for (std::uint32_t other = 0; other < run.size(); ++other)
        count += run.dominates(point, other) ? 1 : 0;
    return count;
}

std::int64_t known_dominator(const SkyRun& run, const SkySight& sight, std::int64_t point) {
    const auto at = static_cast<std::size_t>(point);
    const bool is_known = sight.roles[at] == SkyRole::pruned || sight.roles[at] == SkyRole::gone;
    return is_known ? std::int64_t{run.trace.rows[at].dominator} : -1;
}

} // namespace scanline::view
