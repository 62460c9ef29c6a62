#include "prefix_sum/words.h"

#include "scanline/core/text.h"

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

} // namespace scanline::view::prefix_sum
