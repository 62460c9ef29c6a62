#include "scenes/skyline/drawing.h"

#include "kit/widgets.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <ranges>
#include <utility>

namespace scanline::view::skyline_scene {

namespace {

constexpr std::array<std::pair<Role, const char*>, 4> meanings{
    {{Role::skyline, "of the skyline"},
     {Role::waiting, "not known yet"},
     {Role::pruned, "found dominated in this step"},
     {Role::gone, "dominated, and gone before"}}};

} // namespace

ImU32 colour_of(const Look& look, Role role) {
    const Palette& palette = look.palette();
    switch (role) {
    case Role::waiting:
        return look.theme == Theme::dark ? mix(palette.background, palette.dim, 0.85f)
                                         : mix(palette.dim, palette.text, 0.6f);
    case Role::pruned: return palette.series[4];
    case Role::gone: return mix(palette.background, palette.dim, 0.38f);
    case Role::skyline: return palette.series[2];
    }
    return palette.text;
}

ImU32 colour_of(const Look& look, const Run& run, std::uint32_t point, Role role) {
    if (!run.ranks)
        return colour_of(look, role);
    const ImU32 colour = rank_colour(look, run.ranks->rank_of[point]);
    return role == Role::gone ? mix(look.palette().background, colour, 0.35f) : colour;
}

void draw_mark(ImDrawList& list, const Look& look, Role role, ImU32 colour, ImVec2 at, float radius) {
    switch (role) {
    case Role::waiting: list.AddCircleFilled(at, radius, colour); return;
    case Role::gone: list.AddCircleFilled(at, 0.7f * radius, colour); return;
    case Role::pruned: {
        const float arm = 1.1f * radius, width = look.px(1.6f);
        list.AddLine({at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}, colour, width);
        list.AddLine({at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}, colour, width);
        return;
    }
    case Role::skyline:
        list.AddCircleFilled(at, 1.3f * radius, colour);
        list.AddCircle(at, 1.3f * radius + look.px(1), look.palette().background, 0, look.px(1));
        return;
    }
}

void add_sky_legend(Legend& legend, const Run& run, bool lines) {
    const Look& look = legend.look();
    if (run.ranks)
        rank_keys(legend, run.ranks->ranks);
    for (const auto& [role, meaning] : meanings)
        legend.mark(
            [&look, lines, mark = role, is_plain = run.ranks.has_value()](ImDrawList& list, ImVec2 at) {
                const float half = look.px(10);
                const ImU32 colour = is_plain ? look.palette().text : colour_of(look, mark);
                if (lines)
                    list.AddLine({at.x - half, at.y}, {at.x + half, at.y}, colour,
                                 look.px(mark == Role::skyline ? 2.5f : 1.3f));
                else
                    draw_mark(list, look, mark, colour, at, look.px(4));
            },
            meaning);
    legend.pinned();
}

namespace {

constexpr float min_chart = 215; ///< the height that a chart needs

const std::vector<std::string> use_titles{"less is better", "more is better", "ignored"};

/// Lines over the levels.
bench::Chart chart_of(const char* y,
                      std::initializer_list<std::pair<const char*, std::vector<double>>> lines) {
    chart::LineChart made{.title = "", .subtitle = "", .x = {"level"}, .y = {y}};
    for (const auto& [name, values] : lines) {
        chart::Series& series = made.series.emplace_back();
        series.name = name;
        for (const double value : values)
            series.points.push_back({static_cast<double>(series.points.size()), value});
    }
    return made;
}

} // namespace

void draw_columns(const Look& look, const Run& run, Setup& next) {
    for (int column = 0; column < static_cast<int>(run.table->columns.size()); ++column) {
        const Table::Column& of = run.table->columns[static_cast<std::size_t>(column)];
        ImGui::PushID(column);
        if (run.table->has_numbers(column)) {
            const bool is_last = run.columns.size() == 1 && run.columns.front().column == column;
            const std::span<const std::string> titles(use_titles.data(), is_last ? 2 : 3);
            int use = static_cast<int>(next.use_of(column));
            if (choice(look, of.title.c_str(), titles, use,
                       "Whether less or more is better here, or the column is ignored."))
                next.use(column, static_cast<Use>(use));
        } else {
            field(look, of.title.c_str(), of.problem, of.problem.c_str());
        }
        ImGui::PopID();
    }
}

void show_sky_counts(const Look& look, const Run& run, const StepView& view) {
    section(look, "Counters");
    const std::int64_t gone = run.size() - view.left - view.found,
                       skyline = static_cast<std::int64_t>(run.trace.found.ids.size());
    count_field(look, "Rows found dominated", view.pruned, gone, run.size() - skyline);
    field(look, "Skyline", fmt::format("{} of {}", with_commas(view.found), with_commas(skyline)),
          "Rows known to be of the skyline, and those that are in the end.");
    if (run.ranks)
        return;
    const skyline::Counters& all = run.trace.found.counters;
    count_field(look, "Dominance tests (DT)", view.now.dominance_tests, view.so_far.dominance_tests,
                all.dominance_tests, "Comparisons of rows, column by column.");
    count_field(look, "Mask tests (MT)", view.now.mask_tests, view.so_far.mask_tests, all.mask_tests,
                "Looks at median masks of cells and at quartile masks of rows.");
}

void show_sky_check(const Look& look, const Check* check) {
    section(look, "On the GPU");
    if (!check)
        return note(look, "SkyAlign is run by compute shaders ...");
    show_comparison(look, *check);
    if (!check->ran())
        return;
    const double before = check->times.stages.front().milliseconds;
    field(look, "Before", duration_text(before), "Upload, pre-filter, quartiles and masks.");
    field(look, "Levels", duration_text(check->times.milliseconds - before), "With tests counted.");
}

void show_sky_measured(const Look& look, const Measured& measured) {
    StageTable table;
    const double cpu = measured.cpu.milliseconds, gpu = measured.gpu.milliseconds;
    table.totals = {cpu};
    table.rows = {{"find", {cpu}, 0}};
    if (measured.ran()) {
        const double before = measured.gpu.stages.front().milliseconds;
        table.totals.push_back(gpu);
        table.rows = {
            {"find", {cpu, 0}, 0}, {"before levels", {0, before}, 1}, {"levels", {0, gpu - before}, 2}};
    }
    draw_stage_bars(look, table, std::array{"CPU", "GPU"});
    field(look, "Skyline", fmt::format("{} of {}", with_commas(measured.found), with_commas(measured.rows)),
          "Rows that no other row dominates.");
    note(look, fmt::format("CPU: {}; {}.", measured.how, threads_text(measured.threads)));
    if (show_comparison(look, measured))
        note(look, "GPU: SkyAlign, with the same rows in the skyline.");
}

void draw_level_charts(const Look& look, const Run& run, const Check* check, const Rect& area,
                       Charts& charts) {
    std::vector<double> pruned, before, masks, tests;
    for (const skyline::LevelStats& stats : run.trace.found.levels) {
        pruned.push_back(static_cast<double>(stats.pruned));
        before.push_back(static_cast<double>(stats.points));
        masks.push_back(static_cast<double>(stats.counters.mask_tests));
        tests.push_back(static_cast<double>(stats.counters.dominance_tests));
    }
    std::vector<bench::Chart> shown{chart_of("rows", {{"pruned", pruned}, {"left before", before}}),
                                    chart_of("tests", {{"mask tests", masks}, {"dominance", tests}})};
    if (check && check->ran()) {
        std::vector<double> times;
        for (const machine::Stage& level : check->times.stages | std::views::drop(1))
            times.push_back(level.milliseconds);
        shown.push_back(chart_of("time on the GPU (ms)", {{"time", times}}));
    }
    // Stacks as many charts as stay readable, and puts the others beside them.
    const auto count = static_cast<int>(shown.size());
    const int rows = std::clamp(static_cast<int>(area.height() / look.px(min_chart)), 1, count);
    const int columns = (count + rows - 1) / rows;
    const ImVec2 size{area.width() / static_cast<float>(columns), area.height() / static_cast<float>(rows)};
    for (int i = 0; i < count; ++i) {
        const auto column = static_cast<float>(i / rows), row = static_cast<float>(i % rows);
        ImGui::SetCursorScreenPos({area.left + column * size.x, area.top + row * size.y});
        ImGui::BeginChild(static_cast<ImGuiID>(i + 1), size);
        const auto place = static_cast<std::size_t>(i);
        draw_chart(look, shown[place], charts[place]);
        ImGui::EndChild();
    }
}

} // namespace scanline::view::skyline_scene
