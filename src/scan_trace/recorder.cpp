#include "recorder.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace scanline::scan_trace {

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
