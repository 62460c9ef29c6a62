#include "prefix_sum/pin.h"

#include "prefix_sum/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

using Kind = Pin::Kind;

constexpr std::size_t most_sums_listed = 3;

std::string lane_text(const Timeline& timeline, EventId event) {
    return fmt::format("{} {}", to_string(timeline.column), timeline.at(event).lane);
}

std::string value_with_range(const Partial& value) {
    return fmt::format("{} = {}", value_text(value.value), range_text(value));
}

std::string title_of(const Timeline& timeline, const Pin& pin, const Way& way) {
    switch (pin.kind) {
    case Kind::none: return "";
    case Kind::input:
        return fmt::format("x{} = {}", pin.index,
                           value_text(timeline.input[static_cast<std::size_t>(pin.index)]));
    case Kind::output: return fmt::format("Prefix sum y{}", pin.index);
    case Kind::event:
        return fmt::format("{}, {}", timeline.step(pin.step).name, lane_text(timeline, way.head));
    }
    return "";
}

} // namespace

std::optional<Pinned> pinned_in(const Timeline& timeline, const Pin& pin, int steps) {
    if (pin.kind == Kind::none || !exists(timeline, pin))
        return std::nullopt;
    const Way whole = way_of(timeline, pin);
    Pinned pinned{title_of(timeline, pin, whole), {}};
    const auto tile = std::ranges::find_if(
        timeline.tiles, [&](const Tile& one) { return pin.kind != Kind::event && one.has(pin.index); });
    if (tile != timeline.tiles.end())
        pinned.facts.push_back(
            {"in",
             tile_text(timeline, static_cast<int>(tile - timeline.tiles.begin())) +
                 (tile->lane < 0 ? "" : fmt::format(", {} {}", to_string(timeline.column), tile->lane))});
    const std::vector<EventId> way = whole.within(timeline, steps);
    const std::size_t first = way.size() - std::min(way.size(), most_sums_listed);
    pinned.facts.push_back({pin.kind == Kind::input ? "part of" : "made of",
                            fmt::format("{} sum{} so far", way.size(), way.size() == 1 ? "" : "s")});
    for (std::size_t i = first; i < way.size(); ++i)
        pinned.facts.push_back({timeline.step(way[i].step).name,
                                fmt::format("{}: {}", lane_text(timeline, way[i]),
                                            value_with_range(timeline.at(way[i]).result()->value))});
    if (pin.kind == Kind::event)
        return pinned;
    const Memory memory = memory_after(timeline, steps);
    const Access* output = memory.find({Space::output, pin.index});
    const EventId writer = last_writer(timeline, {Space::output, pin.index});
    pinned.facts.push_back({fmt::format("prefix sum y{}", pin.index),
                            !output                ? "not written yet"
                            : writer.step >= steps ? value_text(output->value.value) + " so far"
                                                   : value_with_range(output->value)});
    return pinned;
}

std::optional<Pinned> pinned_in_all(const std::vector<Contestant>& contestants, const Pin& pin, int steps) {
    if (pin.kind == Kind::none || pin.kind == Kind::event || !exists(contestants.front().timeline, pin))
        return std::nullopt;
    Pinned pinned{title_of(contestants.front().timeline, pin, {}), {}};
    for (const auto& [variant, timeline, total] : contestants) {
        const int done = std::min(steps, total.steps);
        const std::size_t sums = way_of(timeline, pin).within(timeline, done).size();
        const int written = last_writer(timeline, {Space::output, pin.index}).step + 1;
        pinned.facts.push_back({std::string(to_string(variant)),
                                fmt::format("{} sum{}, y{} {} step {}", sums, sums == 1 ? "" : "s", pin.index,
                                            written <= done ? "since" : "in", written)});
    }
    return pinned;
}

} // namespace scanline::view::prefix_sum
