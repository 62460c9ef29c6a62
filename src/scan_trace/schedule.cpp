#include "schedule.h"

#include "scanline/core/bits.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace scanline::scan_trace {

std::vector<int> Scheduler::moving(std::vector<int> able) {
    if (all_move_ || able.empty())
        return able;
    for (std::size_t i = able.size(); i > 1; --i)
        std::swap(able[i - 1], able[random_.below(i)]);
    std::vector<int> moving;
    for (const int one : able) {
        if (random_.below(3) > 0)
            moving.push_back(one);
    }
    if (moving.empty())
        moving.push_back(able.front());
    return moving;
}

int padded_size(int size) {
    return std::max(2, power_of_two_ceiling(size));
}

std::vector<Tile> tiles_of(int size, int tile) {
    std::vector<Tile> tiles;
    for (int first = 0; first < size; first += tile)
        tiles.push_back({first, std::min(first + tile, size)});
    return tiles;
}

Partial scan_element(Recorder::Lane& lane, const Partial& before, const Partial& element, int i,
                     bool exclusive) {
    const Partial after = lane.combine(before, element);
    lane.write({Space::output, i}, exclusive ? before : after);
    lane.write({Space::lane, lane.index()}, after);
    return after;
}

Partial take_element(Recorder::Lane& lane, Pass pass, const Partial& before, int i, bool exclusive) {
    if (pass == Pass::add) {
        lane.write({Space::output, i}, lane.combine(before, lane.read({Space::output, i})));
        return before;
    }
    const Partial element = lane.read({Space::input, i});
    if (pass == Pass::scan)
        return scan_element(lane, before, element, i, exclusive);
    const Partial total = lane.combine(before, element);
    lane.write({Space::lane, lane.index()}, total);
    return total;
}

void scan_lanes(Recorder& recorder, const std::string& name, const std::vector<int>& tiles) {
    const int count = static_cast<int>(tiles.size());
    for (int offset = 1; offset < count; offset *= 2) {
        const std::string sentence =
            fmt::format("Every lane takes in what the lane {} to its left holds.", offset);
        recorder.step_of_each(name, sentence, offset, count, [&](int l) {
            auto lane = recorder.lane(LaneAction::copy, l, tiles[static_cast<std::size_t>(l)]);
            const Partial left = lane.read({Space::lane, l - offset});
            lane.write({Space::lane, l}, lane.combine(left, lane.read({Space::lane, l})));
        });
    }
}

Recorder::Recorder(std::span<const int> input, Operator op, int columns, ColumnOf column) : op_(op) {
    timeline_.size = static_cast<int>(input.size());
    timeline_.columns = columns;
    timeline_.column = column;
    timeline_.input.assign(input.begin(), input.end());
    if (timeline_.lane_per_element())
        timeline_.input.resize(static_cast<std::size_t>(columns), identity(op));
    for (int i = 0; i < static_cast<int>(timeline_.input.size()); ++i)
        memory_[{Space::input, i}] = {
            {Space::input, i}, {timeline_.input[static_cast<std::size_t>(i)], i, i + 1}, {}};
}

Partial Recorder::Lane::read(Place place) {
    const auto found = recorder_.memory_.find(place);
    if (found == recorder_.memory_.end())
        throw std::logic_error(fmt::format("nothing has been written to place {} of space {}", place.index,
                                           static_cast<int>(place.space)));
    step().reads.push_back(found->second);
    return found->second.value;
}

Partial Recorder::Lane::combine(const Partial& before, const Partial& after) {
    if (before.empty())
        return after;
    if (after.empty())
        return before;
    if (before.last != after.first)
        throw std::logic_error(fmt::format("[{}, {}) and [{}, {}) are no neighbours", before.first,
                                           before.last, after.first, after.last));
    ++step().operations;
    if (step().action == LaneAction::copy)
        step().action = LaneAction::combine;
    return {apply(recorder_.op_, before.value, after.value), before.first, after.last};
}

void Recorder::begin_step(std::string name, std::string sentence, bool after_barrier) {
    timeline_.steps.push_back({std::move(name), std::move(sentence), after_barrier, {}});
}

Recorder::Lane Recorder::lane(LaneAction action, int lane, int tile, int width) {
    std::vector<LaneStep>& lanes = timeline_.steps.back().lanes;
    lanes.push_back({.action = action, .lane = lane, .width = width, .tile = tile});
    return {*this, lanes.size() - 1};
}

void Recorder::end_step() {
    std::vector<LaneStep>& lanes = timeline_.steps.back().lanes;
    std::ranges::sort(lanes, {}, &LaneStep::lane);
    EventId id{static_cast<int>(timeline_.steps.size()) - 1, 0};
    for (; id.index < static_cast<int>(lanes.size()); ++id.index) {
        for (Access& write : lanes[static_cast<std::size_t>(id.index)].writes) {
            write.writer = id;
            memory_[write.place] = write;
        }
    }
}

void Recorder::set_tiles(std::vector<Tile> tiles, bool publishes) {
    timeline_.tiles = std::move(tiles);
    timeline_.publishes = publishes;
}

void Recorder::set_partitions(std::vector<Tile> partitions, std::vector<Tile> stretches) {
    timeline_.tiles = std::move(partitions);
    timeline_.stretches = std::move(stretches);
}

} // namespace scanline::scan_trace
