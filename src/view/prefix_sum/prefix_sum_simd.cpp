// The lanes of one vector register: Zhang, Wang and Ross, ADMS 2020, sections 3.1 and 3.2.
#include "prefix_sum/prefix_sum_schedule.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

// Recursive doubling over what lanes 0 .. count - 1 hold.
void scan_lanes(Recorder& recorder, int count, const std::string& what, const std::vector<int>& tiles) {
    for (int offset = 1; offset < count; offset *= 2) {
        recorder.begin_step(what,
                            fmt::format("Every lane takes in what the lane {} to its left holds.", offset));
        for (int l = offset; l < count; ++l) {
            auto lane = recorder.lane(LaneAction::copy, l);
            lane.on_tile(tiles[static_cast<std::size_t>(l)]);
            const Partial left = lane.read({Space::lane, l - offset});
            lane.write({Space::lane, l}, lane.combine(left, lane.read({Space::lane, l})));
        }
        recorder.end_step();
    }
}

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
        scan_lanes(recorder, count, "doubling", std::vector<int>(static_cast<std::size_t>(count), tile));
        add_carry(recorder, vector, tile, spec.exclusive);
    }
}

void record_vertical(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    const int length = divide_rounding_up(size, spec.lanes);
    const std::vector<Tile> chunks = tiles_of(size, length);
    const int count = static_cast<int>(chunks.size());
    recorder.set_tiles(chunks, false);
    const auto chunk = [&](int l) { return chunks[static_cast<std::size_t>(l)]; };

    for (int k = 0; k < length; ++k) {
        recorder.begin_step(fmt::format("pass 1, element {}", k),
                            "Every lane takes in the next element of its chunk, and stores the sum so far.");
        for (int l = 0; l < count; ++l) {
            const int i = chunk(l).first + k;
            if (i >= chunk(l).last)
                continue;
            auto lane = recorder.lane(k == 0 ? LaneAction::load : LaneAction::combine, l);
            lane.on_tile(l);
            const Partial before = k == 0 ? recorder.nothing() : lane.read({Space::lane, l});
            scan_element(lane, l, before, lane.read({Space::input, i}), i, spec.exclusive);
        }
        recorder.end_step();
    }
    if (count == 1)
        return;

    std::vector<int> own(static_cast<std::size_t>(count));
    for (int l = 0; l < count; ++l)
        own[static_cast<std::size_t>(l)] = l;
    scan_lanes(recorder, count, "scan totals", own);
    recorder.begin_step("shift totals",
                        "Every lane takes the sum that its left neighbour holds: what lies before.");
    for (int l = 1; l < count; ++l) {
        auto lane = recorder.lane(LaneAction::copy, l);
        lane.on_tile(l);
        lane.write({Space::before, l}, lane.read({Space::lane, l - 1}));
    }
    recorder.end_step();

    // The first chunk has nothing before it, and may be the only one of full length.
    for (int k = 0; k < chunk(1).last - chunk(1).first; ++k) {
        recorder.begin_step(fmt::format("pass 2, element {}", k),
                            "Every lane but the first adds what lies before its chunk to its next element.");
        for (int l = 1; l < count; ++l) {
            const int i = chunk(l).first + k;
            if (i >= chunk(l).last)
                continue;
            auto lane = recorder.lane(LaneAction::copy, l);
            lane.on_tile(l);
            const Partial before = lane.read({Space::before, l});
            lane.write({Space::output, i}, lane.combine(before, lane.read({Space::output, i})));
        }
        recorder.end_step();
    }
}

} // namespace scanline::view::prefix_sum
