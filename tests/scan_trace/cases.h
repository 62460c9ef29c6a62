#pragma once
#include "scanline/core/random.h"
#include "scanline/scan_trace/simulate.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>
#include <numeric>

/// What prefix sums are tried with, and what must hold of every timeline.
namespace scanline::scan_trace {

inline std::vector<int> random_values(int size, Random& random, int low = -9, int high = 9) {
    std::vector<int> values(static_cast<std::size_t>(size));
    for (int& value : values)
        value = random.between(low, high);
    return values;
}

inline std::vector<int> expected(const Spec& spec) {
    const auto op = [&spec](int a, int b) { return apply(spec.op, a, b); };
    std::vector<int> sums(spec.input.size());
    if (spec.exclusive)
        std::exclusive_scan(spec.input.begin(), spec.input.end(), sums.begin(), identity(spec.op), op);
    else
        std::inclusive_scan(spec.input.begin(), spec.input.end(), sums.begin(), op);
    return sums;
}

// Where everything has been written, and over the right elements in their order.
inline std::vector<int> output_of(const Timeline& timeline, bool exclusive) {
    const Memory memory = memory_after(timeline, static_cast<int>(timeline.steps.size()));
    std::vector<int> values;
    for (int i = 0; i < timeline.size; ++i) {
        const Access* output = memory.find({Space::output, i});
        REQUIRE(output);
        CHECK(output->value.first == 0);
        CHECK(output->value.last == (exclusive ? i : i + 1));
        values.push_back(output->value.value);
    }
    CHECK(outputs(timeline) == values);
    return values;
}

// What a step reads, an earlier one has written: only then can the lanes of a step run in any order.
inline void check_order(const Timeline& timeline) {
    for (int step = 0; step < static_cast<int>(timeline.steps.size()); ++step) {
        int lane = -1;
        CHECK_FALSE(timeline.steps[static_cast<std::size_t>(step)].lanes.empty());
        for (const LaneStep& event : timeline.steps[static_cast<std::size_t>(step)].lanes) {
            CHECK(event.lane > lane);
            lane = event.lane + event.width - 1;
            for (const Access& read : event.reads)
                CHECK(read.writer.step < step);
        }
        CHECK(lane < timeline.columns);
    }
}

inline std::vector<int> sizes() {
    std::vector<int> found;
    for (const std::int64_t size : scanline::test::stream_sizes(3, 8, max_elements)) {
        if (size >= 1 && size <= max_elements)
            found.push_back(static_cast<int>(size));
    }
    return found;
}

inline Spec example(Variant variant) {
    Spec spec;
    spec.variant = variant;
    spec.input = {3, 1, 7, 0, 4, 1, 6, 3};
    return spec;
}

} // namespace scanline::scan_trace
