// The lanes of one vector register, vector by vector: Zhang, Wang and Ross, ADMS 2020, section 3.1.
#include "prefix_sum/prefix_sum_schedule.h"

#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

// The running sum of all vectors before goes to every lane. Returns nothing new for the first vector.
void add_carry(Recorder& recorder, const Tile& vector, int tile, bool exclusive) {
    const int count = vector.last - vector.first;
    const bool has_carry = recorder.holds({Space::carry, 0});
    if (has_carry || !exclusive) {
        recorder.begin_step(exclusive ? "carry" : "carry, store",
                            has_carry ? "Every lane takes in the carry, the sum of all vectors before."
                                      : "There is no carry yet: every lane stores what it holds.");
        for (int l = 0; l < count; ++l) {
            auto lane = recorder.lane(has_carry ? LaneAction::copy : LaneAction::store, l);
            lane.on_tile(tile);
            Partial value = lane.read({Space::lane, l});
            if (has_carry)
                value = lane.combine(lane.read({Space::carry, 0}), value);
            if (!exclusive)
                lane.write({Space::output, vector.first + l}, value);
            lane.write({Space::lane, l}, value);
            if (!exclusive && l == count - 1)
                lane.write({Space::carry, 0}, value);
        }
        recorder.end_step();
    }
    if (!exclusive)
        return;
    recorder.begin_step(
        "shift, store",
        "Every lane stores what its left neighbour holds, the first one the carry of before.");
    for (int l = 0; l < count; ++l) {
        auto lane = recorder.lane(LaneAction::store, l);
        lane.on_tile(tile);
        const Partial value = l > 0       ? lane.read({Space::lane, l - 1})
                              : has_carry ? lane.read({Space::carry, 0})
                                          : recorder.nothing();
        lane.write({Space::output, vector.first + l}, value);
        if (l == count - 1)
            lane.write({Space::carry, 0}, lane.read({Space::lane, l}));
    }
    recorder.end_step();
}

} // namespace

void record_horizontal(const Spec& spec, Recorder& recorder) {
    const std::vector<Tile> vectors = tiles_of(static_cast<int>(spec.input.size()), spec.lanes);
    recorder.set_tiles(vectors, false);
    for (int tile = 0; tile < static_cast<int>(vectors.size()); ++tile) {
        const Tile& vector = vectors[static_cast<std::size_t>(tile)];
        const int count = vector.last - vector.first;
        recorder.begin_step(fmt::format("load vector {}", tile),
                            fmt::format("The lanes load elements {} to {}.", vector.first, vector.last - 1));
        for (int l = 0; l < count; ++l) {
            auto lane = recorder.lane(LaneAction::load, l);
            lane.on_tile(tile);
            lane.write({Space::lane, l}, lane.read({Space::input, vector.first + l}));
        }
        recorder.end_step();
        scan_lanes(recorder, "doubling", std::vector<int>(static_cast<std::size_t>(count), tile));
        add_carry(recorder, vector, tile, spec.exclusive);
    }
}

} // namespace scanline::view::prefix_sum
