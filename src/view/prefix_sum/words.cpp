#include "prefix_sum/words.h"

#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

// As on the chips of the tiles and sums.
std::string short_text(Place place) {
    if (place.space == Space::aggregate)
        return fmt::format("A{}", place.index);
    if (place.space == Space::prefix)
        return fmt::format("P{}", place.index);
    return place_text(place);
}

// All of the others' sums that a thread reads: "sums[0][0 .. 2]".
std::string sums_text(const LaneStep& lane) {
    int first = -1, last = -1;
    for (const Access& read : lane.reads) {
        if (read.place.space != Space::sum)
            continue;
        if (first < 0)
            first = read.place.index;
        last = read.place.index;
    }
    if (first == last)
        return first < 0 ? "copy" : place_text({Space::sum, first});
    return fmt::format("sums[{}][{} .. {}]", turn_of(first), thread_of(first), thread_of(last));
}

// The operand combined with the running value that the lane already has.
const Access* operand(const LaneStep& lane) {
    for (const Access& read : lane.reads) {
        const Space space = read.place.space;
        if (space == Space::input || space == Space::output || space == Space::aggregate)
            return &read;
    }
    return lane.reads.empty() ? nullptr : &lane.reads.front();
}

} // namespace

std::string label_text(const LaneStep& lane, Operator op) {
    const Access* from = operand(lane);
    std::string operand_text = from ? short_text(from->place) : std::string();
    switch (lane.action) {
    case LaneAction::load: return operand_text;
    case LaneAction::combine: return fmt::format("{} {}", operator_sign(op), operand_text);
    case LaneAction::copy: return "copy";
    case LaneAction::store: return lane.result() ? place_text(lane.result()->place) : "store";
    case LaneAction::publish_aggregate: return "publish A";
    case LaneAction::publish_prefix: return "publish P";
    case LaneAction::look_back: return fmt::format("look at {}", lane.looks_at);
    case LaneAction::spin: return fmt::format("spin on {}", lane.looks_at);
    case LaneAction::fall_back: return fmt::format("for {}: {}", lane.looks_at, operand_text);
    case LaneAction::sum_up: return sums_text(lane);
    case LaneAction::barrier: return "barrier";
    case LaneAction::join: return "join";
    case LaneAction::held: return "held";
    case LaneAction::stalled: return "stalled";
    }
    return {};
}

std::string command_text(const Command& command) {
    return fmt::format("{} {}", command.text,
                       listed(fmt::format("{}", fmt::join(command.names, ", ")), "or"));
}

std::string details_text(const Timeline& timeline, EventId event, Operator op) {
    const LaneStep& lane = timeline.at(event);
    std::string text = fmt::format("{}, {} {}: {}", timeline.step(event.step).name,
                                   to_string(timeline.column), lane.lane, to_string(lane.action));
    if (lane.tile >= 0)
        text += fmt::format("{} {}", lane.looks_at < 0 ? " in" : ", for", tile_text(timeline, lane.tile));
    if (lane.looks_at >= 0)
        text += fmt::format(", at tile {}", lane.looks_at);
    for (const Access& read : lane.reads)
        text += fmt::format("\nreads {} = {}", place_text(read.place), value_text(read.value.value));
    for (const Access& write : lane.writes)
        text += fmt::format("\nwrites {} = {}", place_text(write.place), value_text(write.value.value));
    if (const Access* result = lane.result())
        text += fmt::format("\n{} is the {} of {}", value_text(result->value.value), to_string(op),
                            range_text(result->value));
    return text;
}

ValueRange value_range(const Timeline& timeline) {
    ValueRange range;
    const auto lengthen = [](std::string& longest, int value) {
        std::string text = value_text(value);
        if (text.size() > longest.size())
            longest = std::move(text);
    };
    const auto widen = [&range](int value) {
        if (is_infinite(value)) // would make all other shades equal
            return;
        range.least = std::min(range.least, value);
        range.most = std::max(range.most, value);
    };
    for (const int value : timeline.input) {
        lengthen(range.input, value);
        widen(value);
    }
    for (const TimeStep& step : timeline.steps) {
        for (const LaneStep& lane : step.lanes) {
            for (const Access& write : lane.writes) {
                if (write.place.space == Space::output)
                    lengthen(range.output, write.value.value);
            }
            if (const Access* result = lane.result()) {
                lengthen(range.result, result->value.value);
                widen(result->value.value);
            }
        }
    }
    return range;
}

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
