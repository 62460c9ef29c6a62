// Recursive doubling and the balanced tree, with the passes of raster::reference::prefix_sum().
#include "prefix_sum/prefix_sum_schedule.h"
#include "scanline/core/bits.h"

#include <fmt/format.h>

namespace scanline::view::prefix_sum {

void record_hillis_steele(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    const int columns = padded_size(size);
    const int passes = log2_exact(columns);
    const auto result = [&](bool final, int i) {
        return final && i < size ? Place{Space::output, i} : Place{Space::array, i};
    };
    for (int pass = 1; pass <= passes; ++pass) {
        const int offset = 1 << (pass - 1);
        recorder.begin_step(fmt::format("doubling {}", pass),
                            fmt::format("Every element takes in the value {} to its left; what has none "
                                        "there is passed on.",
                                        offset));
        const Space from = pass == 1 ? Space::input : Space::array;
        for (int i = 0; i < columns; ++i) {
            auto lane = recorder.lane(LaneAction::copy, i);
            Partial value = lane.read({from, i});
            if (i >= offset)
                value = lane.combine(lane.read({from, i - offset}), value);
            lane.write(result(pass == passes && !spec.exclusive, i), value);
        }
        recorder.end_step();
    }
    if (!spec.exclusive)
        return;
    recorder.begin_step("shift",
                        "Every element takes the value of its left neighbour, the first one the identity.");
    for (int i = 0; i < columns; ++i) {
        auto lane = recorder.lane(LaneAction::copy, i);
        const Partial value = i == 0 ? recorder.nothing() : lane.read({Space::array, i - 1});
        lane.write(result(true, i), value);
    }
    recorder.end_step();
}

void record_blelloch(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    const int leaves = padded_size(size);
    const int levels = log2_exact(leaves);
    const auto sum_of = [&](int level, int node) {
        return level == 0 ? Place{Space::input, node} : Place{Space::up, (leaves >> level) + node};
    };
    for (int level = 1; level < levels; ++level) {
        recorder.begin_step(fmt::format("up-sweep {}", level),
                            fmt::format("Every node of {} elements adds up its two children.", 1 << level));
        for (int node = 0; node < leaves >> level; ++node) {
            auto lane = recorder.lane(LaneAction::copy, node << level, 1 << level);
            const Partial left = lane.read(sum_of(level - 1, 2 * node));
            lane.write(sum_of(level, node), lane.combine(left, lane.read(sum_of(level - 1, 2 * node + 1))));
        }
        recorder.end_step();
    }
    for (int level = levels - 1; level >= 0; --level) {
        recorder.begin_step(
            fmt::format("down-sweep {}", level),
            level == 0 && !spec.exclusive
                ? "Every element takes what lies before its parent, a right child its left sibling, and "
                  "itself."
                : "Every node takes what lies before its parent; a right child adds its left sibling.");
        for (int node = 0; node < leaves >> level; ++node) {
            auto lane = recorder.lane(LaneAction::copy, node << level, 1 << level);
            // Before the root there is nothing, so its children need not read.
            Partial before = level == levels - 1
                                 ? recorder.nothing()
                                 : lane.read({Space::down, (leaves >> (level + 1)) + node / 2});
            if (node % 2 == 1)
                before = lane.combine(before, lane.read(sum_of(level, node - 1)));
            if (level == 0 && !spec.exclusive)
                before = lane.combine(before, lane.read(sum_of(0, node)));
            const bool is_output = level == 0 && node < size;
            lane.write(is_output ? Place{Space::output, node} : Place{Space::down, (leaves >> level) + node},
                       before);
        }
        recorder.end_step();
    }
}

} // namespace scanline::view::prefix_sum
