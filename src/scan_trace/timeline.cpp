#include "scanline/scan_trace/timeline.h"

#include "scanline/core/bits.h"

#include <array>
#include <fmt/format.h>
#include <set>

namespace scanline::scan_trace {

namespace {

bool begins_fall_back(const LaneStep& lane) {
    return lane.action == LaneAction::fall_back && lane.reads.front().place.space == Space::input;
}

bool is_element_memory(Space space) {
    return space <= Space::down;
}

bool waits(LaneAction action) {
    return action == LaneAction::barrier || action == LaneAction::join || action == LaneAction::spin;
}

} // namespace

bool is_whole(const Access& output) {
    const auto& [place, value, writer] = output;
    if (place.space != Space::output)
        return false;
    // An exclusive scan omits the element itself, so the first output is empty.
    return value.empty() ? place.index == 0 : value.first == 0 && value.last >= place.index;
}

void Memory::write(const Access& access) {
    const bool is_published = access.place.space == Space::aggregate || access.place.space == Space::prefix;
    if (is_published)
        written_.try_emplace(access.place, access);
    else
        written_.insert_or_assign(access.place, access);
}

const Access* Memory::find(Place place) const {
    const auto found = written_.find(place);
    return found == written_.end() ? nullptr : &found->second;
}

const Access* Memory::find_tile(int tile) const {
    const Access* prefix = find({Space::prefix, tile});
    return prefix ? prefix : find({Space::aggregate, tile});
}

Memory memory_after(const Timeline& timeline, int steps) {
    Memory memory;
    for (const TimeStep& step : timeline.first_steps(steps)) {
        for (const LaneStep& lane : step.lanes)
            std::ranges::for_each(lane.writes, [&](const Access& write) { memory.write(write); });
    }
    return memory;
}

std::vector<int> outputs(const Timeline& timeline) {
    std::vector<int> values(static_cast<std::size_t>(timeline.size));
    for (const TimeStep& step : timeline.steps) {
        for (const LaneStep& lane : step.lanes) {
            for (const Access& write : lane.writes) {
                if (write.place.space == Space::output)
                    values[static_cast<std::size_t>(write.place.index)] = write.value.value;
            }
        }
    }
    return values;
}

Counters count(const Timeline& timeline, int steps, int lanes) {
    Counters counters;
    counters.steps = steps;
    for (const TimeStep& step : timeline.first_steps(steps)) {
        counters.folded_steps +=
            timeline.lane_per_element() ? divide_rounding_up(static_cast<int>(step.lanes.size()), lanes) : 1;
        for (const LaneStep& lane : step.lanes) {
            counters.work += lane.operations;
            counters.fall_backs += begins_fall_back(lane);
            counters.waits += waits(lane.action);
            for (const Access& read : lane.reads) {
                counters.reads += is_element_memory(read.place.space);
                counters.messages += is_message(read.place.space);
            }
            for (const Access& write : lane.writes) {
                counters.writes += is_element_memory(write.place.space);
                counters.messages += is_message(write.place.space);
            }
        }
    }
    return counters;
}

double efficiency(const Timeline& timeline, const Counters& counters, int lanes) {
    if (counters.folded_steps == 0)
        return 0;
    return static_cast<double>(timeline.size) / (static_cast<double>(lanes) * counters.folded_steps);
}

std::string range_text(const Partial& value) {
    if (value.empty())
        return "nothing";
    if (value.last - value.first == 1)
        return fmt::format("x{}", value.first);
    return fmt::format("x{} .. x{}", value.first, value.last - 1);
}

std::string place_text(Place place) {
    switch (place.space) {
    case Space::input: return fmt::format("x{}", place.index);
    case Space::output: return fmt::format("y{}", place.index);
    case Space::array: return fmt::format("element {}", place.index);
    case Space::up: return fmt::format("sum of node {}", place.index);
    case Space::down: return fmt::format("what lies before node {}", place.index);
    case Space::chip: return fmt::format("x{}, kept on the chip", place.index);
    case Space::lane: return fmt::format("lane {}", place.index);
    case Space::before: return fmt::format("what lies before, in lane {}", place.index);
    case Space::scratch: return fmt::format("total so far, in lane {}", place.index);
    case Space::carry: return "carry";
    case Space::aggregate: return fmt::format("total of tile {}", place.index);
    case Space::prefix: return fmt::format("prefix of tile {}", place.index);
    case Space::sum: return fmt::format("sums[{}][{}]", turn_of(place.index), thread_of(place.index));
    case Space::stretch: return fmt::format("what lies before the stretch, in thread {}", place.index);
    }
    return {};
}

std::string tile_text(const Timeline& timeline, int tile) {
    if (timeline.stretches.empty())
        return fmt::format("tile {}", tile);
    const int count = timeline.tiles_a_stretch();
    if (timeline.stretches.size() == 1)
        return fmt::format("partition {}", tile);
    return fmt::format("partition {} of stretch {}", tile % count, tile / count);
}

EventId last_writer(const Timeline& timeline, Place place) {
    for (int step = static_cast<int>(timeline.steps.size()) - 1; step >= 0; --step) {
        const std::vector<LaneStep>& lanes = timeline.step(step).lanes;
        const auto found = std::ranges::find_if(lanes, [place](const LaneStep& lane) {
            return std::ranges::find(lane.writes, place, &Access::place) != lane.writes.end();
        });
        if (found != lanes.end())
            return {step, static_cast<int>(found - lanes.begin())};
    }
    return {};
}

std::vector<EventId> cone(const Timeline& timeline, EventId event) {
    const Access* result = timeline.at(event).result();
    if (!result)
        return {event};
    const Partial whole = result->value;
    std::set<EventId> found{event};
    std::vector<EventId> open{event};
    while (!open.empty()) {
        const EventId next = open.back();
        open.pop_back();
        for (const Access& read : timeline.at(next).reads) {
            // An exclusive step also reads the element that comes after the value it shows.
            const bool inside = read.value.first >= whole.first && read.value.last <= whole.last;
            if (inside && !read.value.empty() && read.writer.step >= 0 && found.insert(read.writer).second)
                open.push_back(read.writer);
        }
    }
    return {found.begin(), found.end()};
}

} // namespace scanline::scan_trace
