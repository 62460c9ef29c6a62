#include "prefix_sum/schedule.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>
#include <utility>

namespace scanline::view::prefix_sum {

namespace {

void check(std::string_view what, int value, int most) {
    if (value < 1 || value > most)
        throw usage_error(fmt::format("prefix sums of {} {}: 1 to {} can be shown", value, what, most));
}

// The tree in place needs no padding.
int columns_of(const Spec& spec) {
    const int size = static_cast<int>(spec.input.size());
    if (facts_of(spec.variant).column != ColumnOf::element)
        return spec.lanes;
    return spec.variant == Variant::simd_t ? size : padded_size(size);
}

} // namespace

int apply(Operator op, int a, int b) {
    switch (op) {
    case Operator::sum: return a + b;
    case Operator::min: return std::min(a, b);
    case Operator::max: return std::max(a, b);
    }
    return 0;
}

int identity(Operator op) {
    switch (op) {
    case Operator::sum: return 0;
    case Operator::min: return std::numeric_limits<int>::max();
    case Operator::max: return std::numeric_limits<int>::min();
    }
    return 0;
}

bool is_infinite(int value) {
    return value == identity(Operator::min) || value == identity(Operator::max);
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

Timeline simulate(const Spec& spec) {
    const int size = static_cast<int>(spec.input.size());
    check("elements", size, most_elements);
    check("lanes", spec.lanes, most_lanes);
    check("elements a tile", spec.tile, most_elements);
    check("elements a partition", spec.partition, most_elements);
    if (!(spec.dilation >= 0 && spec.dilation <= 1))
        throw usage_error(
            fmt::format("prefix sums with a dilation of {}: 0 to 1 can be shown", spec.dilation));
    Recorder recorder(spec.input, spec.op, columns_of(spec), facts_of(spec.variant).column);
    if (uses_tiles(spec.variant))
        recorder.set_tiles(tiles_of(size, spec.tile), true);
    switch (spec.variant) {
    case Variant::hillis_steele: record_hillis_steele(spec, recorder); break;
    case Variant::blelloch: record_blelloch(spec, recorder); break;
    case Variant::simd_t: record_tree(spec, recorder); break;
    case Variant::horizontal: record_horizontal(spec, recorder); break;
    case Variant::simd_v1:
    case Variant::simd_v2: record_vertical(spec, recorder); break;
    case Variant::scalar1:
    case Variant::scalar1_p:
    case Variant::scalar2:
    case Variant::scalar2_p: record_threads(spec, recorder); break;
    case Variant::scan_then_add:
    case Variant::reduce_then_scan: record_two_pass(spec, recorder); break;
    case Variant::chained: record_chained(spec, recorder); break;
    }
    return recorder.take();
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

} // namespace scanline::view::prefix_sum
