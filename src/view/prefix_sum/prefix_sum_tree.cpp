// The balanced tree in place, as the CPU has it: Zhang, Wang and Ross, ADMS 2020, section 3.3.
#include "prefix_sum/prefix_sum_schedule.h"

#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

// One level: elements first, first + 2 distance ... take in what lies a distance before them.
void combine_level(Recorder& recorder, int size, std::string name, int first, int distance) {
    recorder.begin_step(
        std::move(name),
        fmt::format("Every {}th element, from element {} on, takes in what lies {} before it.", 2 * distance,
                    first, distance));
    for (int i = first; i < size; i += 2 * distance) {
        auto lane = recorder.lane(LaneAction::copy, i);
        const Partial left = lane.read({Space::output, i - distance});
        lane.write({Space::output, i}, lane.combine(left, lane.read({Space::output, i})));
    }
    recorder.end_step();
}

} // namespace

void record_tree(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    recorder.begin_step("copy", "Every element is copied to the output, where the tree is built in place.");
    for (int i = 0; i < size; ++i) {
        auto lane = recorder.lane(LaneAction::copy, i);
        lane.write({Space::output, i}, lane.read({Space::input, i}));
    }
    recorder.end_step();

    int distance = 1, level = 1;
    for (; 2 * distance <= size; distance *= 2, ++level)
        combine_level(recorder, size, fmt::format("up-sweep {}", level), 2 * distance - 1, distance);
    for (; distance > 0; distance /= 2, --level) {
        if (3 * distance - 1 < size)
            combine_level(recorder, size, fmt::format("down-sweep {}", level), 3 * distance - 1, distance);
    }
    if (!spec.exclusive)
        return;
    recorder.begin_step("shift",
                        "Every element takes the value of its left neighbour, the first one the identity.");
    for (int i = 0; i < size; ++i) {
        auto lane = recorder.lane(LaneAction::copy, i);
        lane.write({Space::output, i}, i == 0 ? recorder.nothing() : lane.read({Space::output, i - 1}));
    }
    recorder.end_step();
}

} // namespace scanline::view::prefix_sum
