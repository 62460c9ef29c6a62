#include "scenes/kdtree/drawing.h"

#include "kit/widgets.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace scanline::view::kdtree_scene {

namespace {

/// The colour of a region, and the opacity of its fill.
std::pair<ImU32, float> region_colour(const Look& look, Region::Kind kind, int rank = 0) {
    switch (kind) {
    case Region::Kind::pruned: return {look.palette().dim, 0.16f};
    case Region::Kind::taken: return {look.palette().series[2], 0.18f};
    case Region::Kind::entered: return {look.palette().accent, 0.12f};
    case Region::Kind::owned: return {rank_colour(look, rank), 0.14f};
    }
    return {};
}

} // namespace

ImU32 colour_of(const Look& look, Role role) {
    const Palette& palette = look.palette();
    switch (role) {
    case Role::waiting:
        return look.theme == Theme::dark ? mix(palette.background, palette.dim, 0.85f)
                                         : mix(palette.dim, palette.text, 0.6f);
    case Role::repeated: return palette.error;
    case Role::less: return palette.series[3];
    case Role::median: return palette.focus;
    // Darker than `less`, which the hue alone would not tell from it.
    case Role::greater: return mix(palette.series[6], IM_COL32_BLACK, 0.28f);
    case Role::looked: return palette.accent;
    case Role::found: return palette.series[2];
    case Role::placed: return mix(palette.background, palette.dim, 0.75f);
    case Role::pruned: return mix(palette.background, palette.dim, 0.38f);
    }
    return palette.text;
}

bool stands_out(Role role) {
    return role == Role::median || role == Role::found || role == Role::repeated;
}

void draw_mark(ImDrawList& list, const Look& look, Role role, ImU32 colour, ImVec2 at, float radius,
               bool simple) {
    const ImU32 around = look.palette().background;
    const Rect middle{at.x, at.y, at.x, at.y};
    if (simple)
        return fill(list, middle.inset(stands_out(role) ? -1.7f * radius : -radius), colour);
    switch (role) {
    case Role::waiting:
    case Role::less: list.AddCircleFilled(at, radius, colour); return;
    case Role::greater: fill(list, middle.inset(-0.9f * radius), colour); return;
    case Role::placed:
    case Role::looked:
        list.AddCircleFilled(at, radius, look.palette().panel);
        list.AddCircle(at, radius, colour, 0, look.px(1.6f));
        return;
    case Role::pruned: list.AddCircleFilled(at, 0.8f * radius, colour); return;
    case Role::median:
    case Role::found:
        list.AddCircleFilled(at, 1.25f * radius, colour);
        list.AddCircle(at, 1.25f * radius + look.px(1), around, 0, look.px(1));
        return;
    case Role::repeated:
        list.AddTriangleFilled({at.x - 1.4f * radius, at.y + radius}, {at.x + 1.4f * radius, at.y + radius},
                               {at.x, at.y - 1.4f * radius}, colour);
        return;
    }
}

ImU32 axis_colour(const Look& look, int axis) {
    const Palette& palette = look.palette();
    const std::array<ImU32, 3> colours{palette.series[0], palette.series[4],
                                       // The green alone is too near to the orange.
                                       mix(palette.series[2], palette.text, 0.45f)};
    return colours[static_cast<std::size_t>(axis)];
}

ImU32 outline_of(const Look& look, Region::Kind kind) {
    return region_colour(look, kind).first;
}

ImU32 fill_of(const Look& look, Region::Kind kind, int rank) {
    const auto [colour, part] = region_colour(look, kind, rank);
    return with_alpha(colour, part);
}

namespace {

constexpr std::array<StageColour, 5> build_stages{
    {{"check", 0}, {"sort", 1}, {"remove-duplicates", 2}, {"sort-others", 3}, {"build", 4}}};

/// A line for each pass, or kind of passes: its levels, a bar and its time.
void show_levels(const Look& look, const std::vector<Levels>& levels) {
    if (levels.empty())
        return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double longest = std::ranges::max(levels, {}, &Levels::milliseconds).milliseconds;
    const auto name_of = [](const Levels& one) {
        return one.first == one.last ? fmt::format("{}", one.first)
                                     : fmt::format("{} to {}", one.first, one.last);
    };
    const auto widest = [&](const auto& text_of) {
        float width = 0;
        for (const Levels& one : levels)
            width = std::max(width, ImGui::CalcTextSize(text_of(one).c_str()).x);
        return width + look.px(10);
    };
    const auto time_of = [](const Levels& one) { return duration_text(one.milliseconds); };
    const float names = widest(name_of), times = widest(time_of);
    note(look, "Levels on the GPU, when each pass is timed alone:");
    for (const Levels& one : levels) {
        const Rect row =
            Rect::of(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, ImGui::GetFontSize()});
        const bool single = one.first == one.last;
        const auto part = static_cast<float>(longest > 0 ? one.milliseconds / longest : 0);
        write(list, look.fonts.text, row.low(), look.palette().dim, name_of(one));
        const float left = row.left + names, width = row.right - times - left;
        fill(list,
             {left, row.top + look.px(3), left + std::max(look.px(1), part * width), row.bottom - look.px(1)},
             look.palette().series[build_stages.back().series], look.px(2));
        write(list, look.fonts.text, {row.right, row.top}, look.palette().text, time_of(one), 1);
        ImGui::Dummy(row.size());
        tooltip(single ? "The passes that split this level."
                       : "One pass splits all of these levels, each small range by a group of its own in "
                         "shared memory.");
    }
}

} // namespace

void show_tree(const Look& look, const Run& run) {
    section(look, "Tree");
    field(look, "Points", with_commas(run.cloud.points().size()), "As they were given.");
    field(look, "Duplicates", with_commas(run.duplicates()), "Points that are equal to one before.");
    field(look, "Levels", fmt::format("{}", run.levels()), "From the root to the last leaves.");
}

void show_counts(const Look& look, const Run& run, const Counts& counts) {
    section(look, "Counters");
    const auto of_all = [&](std::int64_t points) {
        return fmt::format("{} of {}", with_commas(points), with_commas(run.tree.size()));
    };
    field(look, "Looked at", of_all(counts.looked), "Points whose coordinates have been compared.");
    field(look, "Left out", of_all(counts.pruned), "Points on sides of splits that cannot hold a result.");
    if (counts.taken > 0)
        field(look, "Taken whole", of_all(counts.taken), "Points of cells that lie inside of the box.");
    field(look, "Found", with_commas(counts.found), "Results, as far as is known at this step.");
}

StageTable build_table(const Run& run, const DeviceBuild* device) {
    std::vector<machine::Repetition> builds{run.times};
    if (device && device->ran())
        builds.push_back(device->times);
    return stage_table(builds, build_stages);
}

void show_times(const Look& look, const Run& run, const DeviceBuild* device) {
    draw_stage_bars(look, build_table(run, device), std::array{"CPU", "GPU"});
    note(look, fmt::format("The median of a few builds, on the CPU by {}, without what is shown here.",
                           threads_text(run.threads)));
    if (!device)
        return;
    show_comparison(look, *device);
    show_levels(look, device->levels);
}

void show_batch(const Look& look, const Batch& batch) {
    const auto side = [&](const char* name, const Answered& answered, const std::string& by) {
        field(look, name,
              answered.queries == 0 ? "-"
                                    : fmt::format("{}, {}/s", duration_text(answered.milliseconds),
                                                  short_count(answered.a_second())),
              fmt::format("{} queries {}.", with_commas(answered.queries), by).c_str());
    };
    side("CPU", batch.cpu, "by " + threads_text(batch.threads));
    side("GPU", batch.gpu, "by compute shaders, without the way to the GPU and back");
    field(look, "Found", fmt::format("{} points", short_count(static_cast<double>(batch.found))),
          "By all queries of the CPU together.");
    if (!batch.difference.empty())
        coloured_text(look.palette().error, batch.difference, true);
    else if (batch.gpu.queries > 0)
        note(look, fmt::format("The GPU finds the same for all {} queries.", with_commas(batch.gpu.queries)));
    if (!batch.cpu.limit.empty())
        note(look, fmt::format("CPU: {}", batch.cpu.limit));
    if (!batch.gpu.limit.empty())
        note(look, fmt::format("GPU: {}", batch.gpu.limit));
}

void add_legend(Legend& legend, const Run& run, bool query, int ranks) {
    const Look& look = legend.look();
    const Palette& p = look.palette();
    const bool simple = drawn_simply(run.drawn.size());
    const auto role = [&](Role of, const char* meaning) {
        legend.mark(
            [&look, of, simple](ImDrawList& list, ImVec2 at) {
                draw_mark(list, look, of, colour_of(look, of), at, look.px(simple ? 2.5f : 4.5f), simple);
            },
            meaning);
    };
    if (query) {
        role(Role::found, "found");
        role(Role::looked, "looked at, not found");
        role(Role::waiting, "not seen yet");
        legend.square(fill_of(look, Region::Kind::pruned), p.line, "left out");
        legend.square(fill_of(look, Region::Kind::entered), p.line, "entered");
        legend.square(p.panel, p.focus, "query and its reach");
    } else if (ranks > 1) {
        rank_keys(legend, ranks);
        legend.remark(
            "disc: less than the median, which is larger; square: greater; ring: node of a level before");
    } else {
        role(Role::median, "median");
        role(Role::less, "less");
        role(Role::greater, "greater");
        role(Role::placed, "earlier node");
        if (run.duplicates() > 0)
            role(Role::repeated, "equal to one before");
        for (int axis = 0; axis < run.tree.dimensions; ++axis)
            legend.square(axis_colour(look, axis), p.line,
                          axis == 0   ? "split by x"
                          : axis == 1 ? "split by y"
                                      : "split by z");
    }
    legend.pinned();
}

} // namespace scanline::view::kdtree_scene
