#include "scenes/prefix_sum/group_times.h"

#include "scanline/compute/compact.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"
#include "scanline/core/format.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

using compute::GroupTimes;

/// Above this, lines between tiles would be a thicket.
constexpr std::size_t max_tiles_with_lines = 64;

/// Runs what `make` makes, unwatched and then watched.
template <class Make, class Run>
std::vector<compute::GroupWatch::Pass> watched(compute::Engine& engine, Make make, Run run) {
    compute::GroupWatch watch(engine);
    struct Scope {
        compute::Engine& engine;
        ~Scope() { engine.set_watch(nullptr); }
    };
    const auto made = [&] {
        const Scope scope{engine};
        engine.set_watch(&watch);
        return make();
    }();
    run(made);
    watch.take();
    run(made);
    return watch.take();
}

/// The first tile has nothing to look back at.
double waited(const GroupTimes& tile) {
    return tile.tile == 0 ? 0 : tile.knows - tile.publishes;
}

/// 1, 2 or 5 times a power of ten, at most ten of which fill the range.
double tick(double range) {
    const double power = std::pow(10, std::floor(std::log10(range)));
    for (const double step : {0.1, 0.2, 0.5, 1.0})
        if (range <= 10 * step * power)
            return step * power;
    return power;
}

std::string microseconds(double time) {
    return fmt::format("{:.{}f} µs", time, time < 10 ? 2 : time < 100 ? 1 : 0);
}

} // namespace

std::string headline_of(const WatchedGroups& groups) {
    const double end = std::ranges::max(groups.tiles, {}, &GroupTimes::ends).ends;
    const GroupTimes& longest = std::ranges::max(groups.tiles, {}, waited);
    std::string text =
        fmt::format("Measured: {} tiles in {}", with_commas(std::ssize(groups.tiles)), microseconds(end));
    if (longest.tile > 0)
        text += fmt::format("; tile {} looked back for {}", longest.tile, microseconds(waited(longest)));
    if (longest.waited_for)
        text += fmt::format(", last for tile {}", *longest.waited_for);
    return text;
}

std::string details_of(const GroupTimes& tile) {
    std::string text =
        fmt::format("Tile {}, multiprocessor {}\nbegins at {}\nscans its elements: {}\n"
                    "looks back: {}, {} looks in vain",
                    tile.tile, tile.processor, microseconds(tile.begins),
                    microseconds(tile.publishes - tile.begins), microseconds(waited(tile)), tile.waits);
    if (tile.waited_for)
        text += fmt::format(", last for tile {}", *tile.waited_for);
    if (tile.lanes != 0)
        text += fmt::format("\nlanes that found something in the last look: {:032b}", tile.lanes);
    return text + fmt::format("\nwrites its results: {}", microseconds(tile.ends - tile.knows));
}

WatchedGroups watch_groups(machine::Machine& machine, Watched what, int size) {
    if (!machine.has_compute())
        return {.not_run = "no compute shaders here"};
    compute::Engine& engine = machine.compute();
    if (std::string reason = compute::GroupWatch::why_not(engine); !reason.empty())
        return {.not_run = std::move(reason)};
    Random random(1);
    std::vector<std::uint32_t> values(static_cast<std::size_t>(size));
    std::ranges::generate(values, [&] { return static_cast<std::uint32_t>(random.between(0, 1'000'000)); });
    const compute::DeviceArray<std::uint32_t> input(values);
    std::ranges::for_each(values, [](std::uint32_t& value) { value &= 1; });
    const compute::DeviceArray<std::uint32_t> flags(values);
    compute::DeviceArray<std::uint32_t> output(input.size()), count(1);
    constexpr auto order = compute::ScanOrder::chained;
    std::vector<compute::GroupWatch::Pass> passes;
    switch (what) {
    case Watched::nothing: return {};
    case Watched::chained:
        passes = watched(
            engine, [&] { return compute::Scan<std::uint32_t>(engine, {.order = order}); },
            [&](const auto& scan) { scan(input.view(), output.view()); });
        break;
    case Watched::packed:
        passes = watched(
            engine, [&] { return compute::Compact<std::uint32_t>(engine, {.order = order}); },
            [&](const auto& compact) { compact(input.view(), flags.view(), output.view(), count.view()); });
        break;
    case Watched::sort:
        passes = watched(
            engine, [&] { return compute::RadixSort<std::uint32_t>(engine); },
            [&](const auto& sort) { sort(input.view(), output.view()); });
        break;
    }
    if (passes.empty())
        return {.not_run = "it needs no look-back here"};
    std::vector<GroupTimes> tiles = std::move(passes.back().tiles);
    const double start = std::ranges::min(tiles, {}, &GroupTimes::begins).begins;
    for (GroupTimes& tile : tiles)
        for (double* time : {&tile.begins, &tile.publishes, &tile.knows, &tile.ends})
            *time -= start;
    return {.what = fmt::format("{} of {} elements, {}",
                                what == Watched::sort     ? "last pass of a sort"
                                : what == Watched::packed ? "compaction"
                                                          : "chained scan",
                                with_commas(size), machine.capabilities().renderer),
            .tiles = std::move(tiles)};
}

void draw_groups(const Look& look, const WatchedGroups& groups, const Rect& room) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(list, room, palette.background);
    list.AddLine(room.low(), {room.right, room.top}, palette.line);
    if (groups.tiles.empty())
        return write_message(list, look, room, fmt::format("Not measured: {}.", groups.not_run), look.px(20));
    const float line = look.fonts.small->FontSize + look.px(4), left = room.left + look.px(12);
    write_cut(list, look.fonts.heading, {left, room.top + look.px(6)}, room.width() - look.px(24),
              palette.text, headline_of(groups));
    const float under = room.top + look.fonts.heading->FontSize + look.px(10);
    float key = left;
    const ImU32 scans = palette.series[0], looks = palette.warning, writes = palette.series[2];
    for (const auto& [colour, meaning] :
         {std::pair{scans, "scans its tile"}, std::pair{looks, "looks back"}, std::pair{writes, "writes"}})
        key = draw_key(list, look, {key, under}, colour, meaning);
    write_cut(list, look.fonts.small, {key, under}, room.right - key - look.px(12), palette.dim, groups.what);

    const Rect rows{left + width_of(look.fonts.small, "tile 0000"), under + line + look.px(4),
                    room.right - look.px(24), room.bottom - line - look.px(6)};
    const double end = std::ranges::max(groups.tiles, {}, &GroupTimes::ends).ends;
    if (rows.height() < 2 * line || end <= 0)
        return;
    const auto x = [&](double time) { return rows.left + static_cast<float>(time / end) * rows.width(); };
    for (double time = 0; time <= end; time += tick(end)) {
        list.AddLine({x(time), rows.top}, {x(time), rows.bottom}, with_alpha(palette.line, 0.6f));
        write(list, look.fonts.small, {x(time), rows.bottom + look.px(3)}, palette.dim,
              fmt::format("{:g}{}", time, time == 0 ? " µs" : ""), 0.5f);
    }
    const float pitch = rows.height() / static_cast<float>(groups.tiles.size());
    const float gap = pitch > look.px(6) ? look.px(1.5f) : 0;
    const auto row = [&](int tile) {
        const float top = rows.top + pitch * static_cast<float>(tile);
        return Rect{rows.left, top + gap, rows.right, std::max(top + pitch - gap, top + 1)};
    };
    const GroupTimes* hovered = nullptr;
    float next_name = rows.top;
    for (const GroupTimes& tile : groups.tiles) {
        const Rect all = row(tile.tile);
        const auto part = [&](double from, double to, ImU32 colour) {
            fill(list, {x(from), all.top, std::max(x(to), x(from) + 1), all.bottom}, colour);
        };
        part(tile.begins, tile.publishes, scans);
        part(tile.publishes, tile.knows, looks);
        part(tile.knows, tile.ends, writes);
        if (all.middle_y() - line / 2 >= next_name) {
            write(list, look.fonts.small, {rows.left - look.px(8), all.middle_y() - line / 2 + look.px(2)},
                  palette.dim, fmt::format("tile {}", tile.tile), 1);
            next_name = all.middle_y() + line / 2;
        }
        if (is_hovered({room.left, all.top - gap, room.right, all.bottom + gap}))
            hovered = &tile;
    }
    const auto wait_line = [&](const GroupTimes& tile) {
        if (!tile.waited_for)
            return;
        const auto other = std::ranges::lower_bound(groups.tiles, *tile.waited_for, {}, &GroupTimes::tile);
        if (other == groups.tiles.end() || other->tile != *tile.waited_for)
            return;
        const Rect from = row(tile.tile), to = row(other->tile);
        list.AddLine({x(other->publishes), to.middle_y()}, {x(tile.knows), from.middle_y()},
                     with_alpha(palette.text, hovered == &tile ? 1.0f : 0.5f), look.px(1));
    };
    if (groups.tiles.size() <= max_tiles_with_lines)
        std::ranges::for_each(groups.tiles, wait_line);
    if (!hovered)
        return;
    outline(list, row(hovered->tile).inset(-look.px(1)), palette.text);
    wait_line(*hovered);
    wrapped_tooltip(details_of(*hovered));
}

} // namespace scanline::view::prefix_sum
