#include "prefix_sum/pin.h"

#include "prefix_sum/words.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

using Kind = Pin::Kind;

constexpr std::size_t most_sums_told = 3;

// The event of a lane in a step; without an index if there is none, or if it has no value.
EventId event_of(const Timeline& timeline, int step, int lane) {
    if (step < 0 || step >= std::ssize(timeline.steps))
        return {};
    const std::vector<LaneStep>& lanes = timeline.step(step).lanes;
    const auto found = std::ranges::find(lanes, lane, &LaneStep::lane);
    if (found == lanes.end() || !found->result())
        return {};
    return {step, static_cast<int>(found - lanes.begin())};
}

std::string lane_text(const Timeline& timeline, EventId event) {
    return fmt::format("{} {}", to_string(timeline.column), timeline.at(event).lane);
}

std::string value_with_range(const Partial& value) {
    return fmt::format("{} = {}", value_text(value.value), range_text(value));
}

std::string title_of(const Timeline& timeline, const Pin& pin, const Traced& traced) {
    switch (pin.kind) {
    case Kind::none: return "";
    case Kind::input:
        return fmt::format("x{} = {}", pin.index,
                           value_text(timeline.input[static_cast<std::size_t>(pin.index)]));
    case Kind::output: return fmt::format("Prefix sum y{}", pin.index);
    case Kind::event:
        return fmt::format("{}, {}", timeline.step(pin.step).name, lane_text(timeline, traced.head));
    }
    return "";
}

// What is on the way within the first steps.
std::vector<EventId> way_of(const Timeline& timeline, const Traced& traced, int steps) {
    if (traced.element >= 0)
        return sums_with(timeline, traced.element, steps);
    std::vector<EventId> way = traced.events;
    std::erase_if(way, [steps](EventId event) { return event.step >= steps; });
    return way;
}

} // namespace

std::string to_string(const Pin& pin) {
    switch (pin.kind) {
    case Kind::none: return "none";
    case Kind::input: return std::to_string(pin.index);
    case Kind::output: return fmt::format("y{}", pin.index);
    case Kind::event: return fmt::format("{}:{}", pin.step + 1, pin.index);
    }
    return "";
}

Pin parse_pin(std::string_view text, const Spec& spec) {
    if (text == "none" || text == "-1" || text.empty())
        return {};
    const int last = static_cast<int>(spec.input.size()) - 1;
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        const int most = 1 << 20; // no timeline has more steps
        const Pin pin{Kind::event, parse_number<int>("pinned", text.substr(colon + 1), {0, most_elements}),
                      parse_number<int>("pinned", text.substr(0, colon), {1, most}) - 1};
        if (!exists(simulate(spec), pin))
            throw usage_error(fmt::format("pinned={}: no lane has a value there", printable(text)));
        return pin;
    }
    const bool is_output = text.front() == 'y';
    return {is_output ? Kind::output : Kind::input,
            parse_number<int>("pinned", text.substr(is_output ? 1 : 0), {0, last})};
}

bool exists(const Timeline& timeline, const Pin& pin) {
    if (pin.kind == Kind::event)
        return event_of(timeline, pin.step, pin.index).index >= 0;
    return pin.kind == Kind::none || pin.index < timeline.size;
}

bool Traced::has(const Timeline& timeline, EventId event) const {
    if (element < 0)
        return std::ranges::binary_search(events, event);
    const Access* result = timeline.at(event).result();
    return result && result->value.has(element);
}

bool Traced::has(const Access& access) const {
    return element < 0 ? std::ranges::binary_search(events, access.writer) : access.value.has(element);
}

Traced trace(const Timeline& timeline, const Pin& pin) {
    if (pin.kind == Kind::none || !exists(timeline, pin))
        return {};
    if (pin.kind == Kind::input)
        return {.element = pin.index};
    Traced traced;
    traced.head = pin.kind == Kind::event ? event_of(timeline, pin.step, pin.index)
                                          : last_writer(timeline, {Space::output, pin.index});
    traced.events = cone(timeline, traced.head);
    traced.elements = timeline.at(traced.head).result()->value;
    return traced;
}

std::optional<Pinned> pinned_in(const Timeline& timeline, const Pin& pin, int steps) {
    if (pin.kind == Kind::none || !exists(timeline, pin))
        return std::nullopt;
    const Traced traced = trace(timeline, pin);
    Pinned pinned{title_of(timeline, pin, traced), {}};
    const auto tile = std::ranges::find_if(
        timeline.tiles, [&](const Tile& one) { return pin.kind != Kind::event && one.has(pin.index); });
    if (tile != timeline.tiles.end())
        pinned.facts.push_back(
            {"in",
             tile_text(timeline, static_cast<int>(tile - timeline.tiles.begin())) +
                 (tile->lane < 0 ? "" : fmt::format(", {} {}", to_string(timeline.column), tile->lane))});
    const std::vector<EventId> way = way_of(timeline, traced, steps);
    const std::size_t first = way.size() - std::min(way.size(), most_sums_told);
    pinned.facts.push_back({pin.kind == Kind::input ? "part of" : "made of",
                            fmt::format("{} sum{} so far{}", way.size(), way.size() == 1 ? "" : "s",
                                        first > 0 ? ", at last" : "")});
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
        const std::size_t sums = way_of(timeline, trace(timeline, pin), done).size();
        const int written = last_writer(timeline, {Space::output, pin.index}).step + 1;
        pinned.facts.push_back({std::string(to_string(variant)),
                                fmt::format("{} sum{}, y{} {} step {}", sums, sums == 1 ? "" : "s", pin.index,
                                            written <= done ? "since" : "in", written)});
    }
    return pinned;
}

} // namespace scanline::view::prefix_sum
