#include "kdtree/kdtree_inspector.h"

#include "kdtree/kdtree_colours.h"
#include "kdtree/kdtree_text.h"
#include "scanline/view/widgets.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

constexpr int most_by_slider = 256;

void choose_points(const Look& look, KdSetup& next) {
    std::vector<std::string> names = names_for_choice(points::all_point_distributions);
    const std::optional<points::PointDistribution> preset = next.preset();
    int index = preset ? static_cast<int>(*preset) : static_cast<int>(names.size());
    if (!preset)
        names.push_back(std::filesystem::path(next.points).filename().string());
    if (choice(
            look, "Points", names, index,
            "Where the points lie. Files are opened with Ctrl+O or dropped on the window: CSV, PLY and NPY "
            "of points with 2 or 3 coordinates.") &&
        static_cast<std::size_t>(index) < points::all_point_distributions.size())
        next.points = to_string(points::all_point_distributions[static_cast<std::size_t>(index)]);
}

void choose_numbers(const Look& look, KdSetup& next) {
    std::array<std::string, 2> names{"2", "3"};
    int index = next.dimensions - 2;
    if (choice(look, "Coordinates", names, index, "In the plane or in space."))
        next.dimensions = index + 2;
    slider(look, "Number", next.count, 1, most_by_slider, "How many points there are.");
    constexpr std::array<std::pair<int, const char*>, 5> presets{
        {{24, "24"}, {200, "200"}, {4000, "4k"}, {100'000, "100k"}, {1'000'000, "1M"}}};
    const float space = look.px(5);
    const float width = (ImGui::GetContentRegionAvail().x - 4 * space) / 5;
    for (const auto& [count, name] : presets) {
        if (count != presets.front().first)
            ImGui::SameLine(0, space);
        if (ImGui::Button(name, {width, 0}))
            next.count = count;
        tooltip(fmt::format("{} points.", count).c_str());
    }
    if (button(look, "Other points", "Points of the same kind, drawn anew."))
        next.seed = next.seed == KdSetup::most_seed ? 0 : next.seed + 1;
}

void position_slider(const Look& look, KdSetup& next, const KdRun& run, int axis) {
    const auto at = static_cast<std::size_t>(axis);
    auto place = static_cast<float>(run.bounds.low[at] + next.at[at] * run.bounds.side(axis));
    const auto low = static_cast<float>(run.bounds.low[at]), high = static_cast<float>(run.bounds.high[at]);
    const std::string label = fmt::format("Query {}", axis_name(axis));
    if (slider(look, label.c_str(), place, low, high, "%.3g", "Where the query is."))
        next.at[at] =
            std::clamp((static_cast<double>(place) - run.bounds.low[at]) / run.bounds.side(axis), 0.0, 1.0);
}

void choose_query(const Look& look, const KdModel& model, KdSetup& next) {
    choice(look, "Query", all_kd_queries, next.query,
           "The nearest points, those within a radius, or those in a box.");
    if (next.query == KdQuery::nearest)
        slider(look, "Neighbors", next.neighbors, 1, 16, "How many of the nearest points are found.");
    else {
        auto reach = static_cast<float>(next.reach);
        if (slider(look, next.query == KdQuery::radius ? "Radius" : "Half side", reach,
                   static_cast<float>(KdSetup::least_reach), 1, "%.2f",
                   "As a part of the points' largest side."))
            next.reach = std::clamp(static_cast<double>(reach), KdSetup::least_reach, 1.0);
    }
    const KdRun* run = model.run();
    if (!run)
        return;
    if (run->tree.dimensions == 2)
        toggle(
            look, "Follow mouse", next.follow,
            "The query is where the mouse is. A click in the plane holds it there; then it can be dragged.");
    for (int axis = 0; axis < run->tree.dimensions; ++axis)
        position_slider(look, next, *run, axis);
}

void show_tree(const Look& look, const KdRun& run) {
    section(look, "Tree");
    field(look, "Points", count_text(run.cloud.points().size()), "As they were given.");
    field(look, "Duplicates", count_text(run.duplicates()), "Points that are equal to one before.");
    field(look, "Levels", fmt::format("{}", run.levels()), "From the root to the last leaves.");
}

void show_counts(const Look& look, const KdModel& model) {
    section(look, "Counters");
    const KdCounts now = counts_of(model.visits(), static_cast<std::size_t>(model.transport.position()));
    const auto of_all = [&](std::int64_t points) {
        return fmt::format("{} of {}", count_text(points), count_text(model.run()->tree.size()));
    };
    field(look, "Looked at", of_all(now.looked), "Points whose coordinates have been compared.");
    field(look, "Left out", of_all(now.pruned), "Points on sides of splits that cannot hold a result.");
    if (now.taken > 0)
        field(look, "Taken whole", of_all(now.taken), "Points of cells that lie inside of the box.");
    field(look, "Found", fmt::format("{}", now.found), "Results, as far as is known at this step.");
}

void show_times(const Look& look, const KdRun& run) {
    section(look, "Build times");
    draw_stage_bars(look, kd_stage_table(run.times));
    note(look, fmt::format("On the CPU, by {}: the median of a few builds, without what is shown here.",
                           run.threads == 1 ? "1 thread" : fmt::format("{} threads", run.threads)));
}

void show_legend(const Look& look, bool query) {
    section(look, "Legend");
    const Palette& p = look.palette();
    const auto line = [&](ImU32 colour, const char* meaning) {
        swatch(look, colour, p.line, "", p.text, meaning);
    };
    if (query) {
        line(colour_of(look, KdRole::found), "found");
        line(colour_of(look, KdRole::looked), "looked at, not found");
        line(colour_of(look, KdRole::waiting), "not seen yet");
        line(fill_of(look, KdRegion::Kind::pruned), "left out");
        line(fill_of(look, KdRegion::Kind::entered), "subtree that is entered");
        swatch(look, p.panel, p.trace, "", p.text, "query, and what is of interest");
        return;
    }
    line(colour_of(look, KdRole::median), "median, becomes a node");
    line(colour_of(look, KdRole::less), "less than its median");
    line(colour_of(look, KdRole::greater), "greater");
    line(colour_of(look, KdRole::placed), "node of a level before");
    line(colour_of(look, KdRole::repeated), "equal to one before");
    for (int axis = 0; axis < 3; ++axis)
        line(axis_colour(look, axis), axis == 0 ? "split by x" : axis == 1 ? "split by y" : "split by z");
}

} // namespace

StageTable kd_stage_table(const bench::Repetition& times) {
    StageTable table;
    for (const bench::Stage& stage : times.stages)
        table.rows.push_back({stage.name, {stage.milliseconds}, table.rows.size()});
    table.totals = {times.milliseconds};
    return table;
}

void draw_kd_inspector(const Look& look, KdModel& model) {
    KdSetup next = model.setup();
    section(look, "Points");
    choose_points(look, next);
    if (next.preset())
        choose_numbers(look, next);
    section(look, "Steps");
    choice(look, "Show", all_kd_shows, next.show,
           "What the steps go through: the build of the tree, or a query.");
    if (next.show == KdShow::query)
        choose_query(look, model, next);
    const KdRun* run = model.run();
    if (model.asks())
        show_counts(look, model);
    if (run) {
        show_tree(look, *run);
        show_times(look, *run);
    }
    show_legend(look, next.show == KdShow::query);
    model.change(next);
}

} // namespace scanline::view
