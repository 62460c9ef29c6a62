#include "scenes/skyline/step_view.h"

#include "kit/text.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::skyline_scene {

namespace {

using Outcome = skyline::Trace::Outcome;

constexpr int first_level_step = 5;

Role role_at(const skyline::Trace::Row& row, const StepView& view) {
    if (row.outcome == Outcome::filtered)
        return view.stage == Phase::input    ? Role::waiting
               : view.stage == Phase::filter ? Role::pruned
                                             : Role::gone;
    if (row.level > view.level)
        return Role::waiting;
    if (row.outcome == Outcome::skyline)
        return Role::skyline;
    return row.level == view.level ? Role::pruned : Role::gone;
}

void count_roles(StepView& view) {
    view.pruned = std::ranges::count(view.roles, Role::pruned);
    view.left = std::ranges::count(view.roles, Role::waiting);
    view.found = std::ranges::count(view.roles, Role::skyline);
}

std::string rows_text(std::int64_t rows) {
    return rows == 1 ? "1 row" : with_commas(rows) + " rows";
}

std::int64_t cells_of(const Run& run) {
    std::int64_t cells = 0;
    for (std::size_t i = 0; i < run.trace.order.size(); ++i) {
        const auto mask = [&](std::size_t at) { return run.trace.rows[run.trace.order[at]].median; };
        cells += i == 0 || mask(i) != mask(i - 1) ? 1 : 0;
    }
    return cells;
}

std::string level_sentence(const Run& run, const StepView& view) {
    const auto in_level = [&](const skyline::Trace::Row& row) {
        return row.outcome == Outcome::skyline && row.level == view.level;
    };
    const std::int64_t found = std::ranges::count_if(run.trace.rows, in_level);
    const skyline::LevelStats& stats = run.trace.found.levels[static_cast<std::size_t>(view.level)];
    if (stats.points == 0)
        return "No rows are left.";
    const std::string pruned =
        stats.pruned == 0 ? "None is found dominated"
                          : fmt::format("{} found dominated and {}",
                                        stats.pruned == 1 ? "1 row is" : rows_text(stats.pruned) + " are",
                                        stats.pruned == 1 ? "goes" : "go");
    return fmt::format("Rows look at median cells with {} of their bits, and are tested where quartile masks "
                       "allow it. {}; {} of this level {} in the skyline.",
                       view.level == 0 ? "none" : std::to_string(view.level), pruned,
                       found == 0 ? "none" : with_commas(found), found > 1 ? "are" : "is");
}

std::string sentence_of(const Run& run, const StepView& view) {
    const auto kept = static_cast<std::int64_t>(run.trace.order.size());
    switch (view.stage) {
    case Phase::input:
        return fmt::format("{}: one dominates another if it is nowhere worse and somewhere better. Those "
                           "that none dominates are the skyline.",
                           rows_text(run.size()));
    case Phase::filter:
        return fmt::format("Row {} has the best of all worst values, tau. A row without a better value "
                           "anywhere is dominated by it: {} of {} go without a test.",
                           run.rows[run.trace.tau_row], with_commas(view.pruned), with_commas(run.size()));
    case Phase::quartiles:
        return fmt::format("Each column is sorted for the quartiles of the {} left: they halve the table, "
                           "and each half again.",
                           rows_text(kept));
    case Phase::masks:
        return "A row gets a median mask, with a bit for each column in whose worse half it is, and a "
               "quartile mask for the worse half of that half. A row with a bit that another lacks cannot "
               "dominate it.";
    case Phase::sort:
        return fmt::format(
            "Rows with the same median mask form a median cell: {} here, sorted by their bits. "
            "Only cells with fewer bits can dominate another.",
            cells_of(run));
    case Phase::level: return level_sentence(run, view);
    }
    return "";
}

StepView rank_view(const Run& run, std::size_t step) {
    const std::size_t last = run.ranks->steps.size() - 1, away = step - RankRun::own_step;
    StepView view;
    view.ranks = &run.ranks->steps[step];
    for (const int gone_in : run.ranks->gone_in) {
        const auto gone = static_cast<std::size_t>(gone_in);
        view.roles.push_back(gone == 0 && step == last  ? Role::skyline
                             : gone == 0 || gone > step ? Role::waiting
                             : gone == step             ? Role::pruned
                                                        : Role::gone);
    }
    count_roles(view);
    view.title = step == 0                   ? "Input"
                 : step == RankRun::own_step ? "Own skylines"
                                             : fmt::format("Exchange {} of {}", away, run.ranks->ranks - 1);
    view.sentence = step == 0 ? "Each rank has a slice of the rows, in the order of the file."
                    : step == RankRun::own_step
                        ? "Each rank finds the skyline of its own rows."
                        : fmt::format("From the {}, each rank gets the rows that may dominate some of its "
                                      "own, by the worst of each column: {} in all.",
                                      away == 1 ? "next" : fmt::format("one {} places on", away),
                                      with_commas(view.ranks->traffic.moved()));
    if (step > 0)
        view.sentence +=
            fmt::format(" {} are found dominated, and {} {}.", with_commas(view.pruned),
                        with_commas(view.left + view.found), step == last ? "are the skyline" : "are left");
    return view;
}

} // namespace

int steps_of_run(const Run& run) {
    return run.size() == 0 ? 0
           : run.ranks     ? static_cast<int>(run.ranks->steps.size())
                           : step_of_level(run.dimensions()) + 1;
}

int step_of_level(int level) {
    return first_level_step + level;
}

int sky_level(int step) {
    return std::max(-1, step - first_level_step);
}

StepView step_view(const Run& run, int step) {
    if (run.ranks)
        return rank_view(run, static_cast<std::size_t>(step));
    StepView view;
    view.stage = static_cast<Phase>(std::min(step, first_level_step));
    view.level = sky_level(step);
    view.title = capitalized(std::string(to_string(view.stage)));
    if (view.level >= 0)
        view.title += fmt::format(" {}", view.level);
    for (const skyline::Trace::Row& row : run.trace.rows)
        view.roles.push_back(role_at(row, view));
    count_roles(view);
    for (int level = 0; level <= view.level; ++level) {
        view.now = run.trace.found.levels[static_cast<std::size_t>(level)].counters;
        view.so_far.dominance_tests += view.now.dominance_tests;
        view.so_far.mask_tests += view.now.mask_tests;
    }
    if (view.stage == Phase::filter)
        view.focus = static_cast<int>(run.trace.tau_row);
    view.sentence = sentence_of(run, view);
    return view;
}

std::string mask_text(std::uint32_t mask, int columns) {
    std::string text;
    for (int column = 0; column < columns; ++column)
        text += (mask >> column & 1) != 0 ? '1' : '0';
    return text;
}

std::int64_t dominated_by(const Run& run, std::uint32_t point) {
    std::int64_t count = 0;
    for (std::uint32_t other = 0; other < run.size(); ++other)
        count += run.dominates(point, other) ? 1 : 0;
    return count;
}

std::int64_t known_dominator(const Run& run, const StepView& view, std::int64_t point) {
    const auto at = static_cast<std::size_t>(point);
    const bool is_known = view.roles[at] == Role::pruned || view.roles[at] == Role::gone;
    return is_known ? std::int64_t{run.trace.rows[at].dominator} : -1;
}

} // namespace scanline::view::skyline_scene
