#include "schedule.h"

#include "scanline/core/bits.h"

#include <algorithm>
#include <fmt/format.h>
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

} // namespace scanline::scan_trace
