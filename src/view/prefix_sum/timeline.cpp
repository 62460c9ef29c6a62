#include "prefix_sum/timeline.h"

#include "scanline/core/bits.h"

#include <set>

namespace scanline::view::prefix_sum {

namespace {

bool begins_fall_back(const LaneStep& lane) {
    return lane.action == LaneAction::fall_back && lane.reads.front().place.space == Space::input;
}

bool waits(LaneAction action) {
    return action == LaneAction::barrier || action == LaneAction::join || action == LaneAction::spin;
}

} // namespace

bool is_element_memory(Space space) {
    switch (space) {
    case Space::input:
    case Space::output:
    case Space::array:
    case Space::up:
    case Space::down: return true;
    case Space::chip:
    case Space::lane:
    case Space::before:
    case Space::scratch:
    case Space::carry:
    case Space::aggregate:
    case Space::prefix:
    case Space::sum:
    case Space::stretch: return false;
    }
    return false;
}

bool is_message(Space space) {
    return space == Space::aggregate || space == Space::prefix || space == Space::sum;
}

std::string_view to_string(LaneAction action) {
    switch (action) {
    case LaneAction::load: return "load";
    case LaneAction::combine: return "combine";
    case LaneAction::copy: return "copy";
    case LaneAction::store: return "store";
    case LaneAction::publish_aggregate: return "publish A";
    case LaneAction::publish_prefix: return "publish P";
    case LaneAction::look_back: return "look back";
    case LaneAction::spin: return "spin";
    case LaneAction::fall_back: return "fall back";
    case LaneAction::sum_up: return "sum up";
    case LaneAction::barrier: return "barrier";
    case LaneAction::join: return "join";
    case LaneAction::held: return "held";
    case LaneAction::stalled: return "stalled";
    }
    return "";
}

bool is_whole(const Access& output) {
    const auto& [place, value, writer] = output;
    if (place.space != Space::output)
        return false;
    // An exclusive scan leaves out the element itself, so that the first output is nothing.
    return value.empty() ? place.index == 0 : value.first == 0 && value.last >= place.index;
}

std::string_view to_string(ColumnOf column) {
    switch (column) {
    case ColumnOf::element: return "column";
    case ColumnOf::lane: return "lane";
    case ColumnOf::worker: return "worker";
    case ColumnOf::thread: return "thread";
    }
    return "";
}

std::string_view to_string(TileState state) {
    switch (state) {
    case TileState::nothing: return "X";
    case TileState::aggregate: return "A";
    case TileState::prefix: return "P";
    }
    return "";
}

const LaneStep& Timeline::at(EventId id) const {
    return steps[static_cast<std::size_t>(id.step)].lanes[static_cast<std::size_t>(id.index)];
}

Memory memory_after(const Timeline& timeline, int steps) {
    Memory memory;
    memory.output.resize(static_cast<std::size_t>(timeline.size));
    if (timeline.publishes)
        memory.tiles.resize(timeline.tiles.size());
    if (timeline.sum_turns() > 0)
        memory.sums.resize(static_cast<std::size_t>(turns * timeline.columns));
    const auto publish = [&memory](const Access& write, TileState state) {
        PublishedTile& tile = memory.tiles[static_cast<std::size_t>(write.place.index)];
        if (tile.state < state)
            tile = {state, write.value, write.writer};
    };
    for (int step = 0; step < steps; ++step) {
        for (const LaneStep& lane : timeline.steps[static_cast<std::size_t>(step)].lanes) {
            for (const Access& write : lane.writes) {
                if (write.place.space == Space::output)
                    memory.output[static_cast<std::size_t>(write.place.index)] = write;
                else if (write.place.space == Space::aggregate)
                    publish(write, TileState::aggregate);
                else if (write.place.space == Space::prefix)
                    publish(write, TileState::prefix);
                else if (write.place.space == Space::sum)
                    memory.sums[static_cast<std::size_t>(write.place.index)] = write;
            }
        }
    }
    return memory;
}

Counters count(const Timeline& timeline, int steps, int lanes) {
    Counters counters;
    counters.steps = steps;
    for (int step = 0; step < steps; ++step) {
        const TimeStep& time_step = timeline.steps[static_cast<std::size_t>(step)];
        counters.folded_steps += timeline.lane_per_element()
                                     ? divide_rounding_up(static_cast<int>(time_step.lanes.size()), lanes)
                                     : 1;
        for (const LaneStep& lane : time_step.lanes) {
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
            // An exclusive step also takes in the element that comes after the value it shows.
            const bool inside = read.value.first >= whole.first && read.value.last <= whole.last;
            if (inside && !read.value.empty() && read.writer.step >= 0 && found.insert(read.writer).second)
                open.push_back(read.writer);
        }
    }
    return {found.begin(), found.end()};
}

} // namespace scanline::view::prefix_sum
