#pragma once
#include "scanline/bench/measure.h"
#include "support/fake_clock.h"

#include <catch2/catch_all.hpp>

#include <limits>
#include <string>
#include <utility>
#include <vector>

// What is measured in tests, with OpenGL and without.

namespace scanline::bench {

inline MeasureOptions repeat(int repetitions, scanline::test::FakeClock& time) {
    MeasureOptions options;
    options.repetitions = repetitions;
    options.timeout_seconds = std::numeric_limits<double>::infinity();
    options.overhead_repetitions = 0;
    options.shuffled = false;
    options.clock = time.clock();
    return options;
}

inline Plan plan_of(std::vector<Group> groups) {
    Plan plan{"test", "A test", "nothing", {}};
    for (std::size_t i = 0; i < groups.size(); ++i)
        plan.groups.push_back({"group " + std::to_string(i), 1, [group = groups[i]] { return group; }});
    return plan;
}

/// Progress that allows so many runs of the plan's groups in all.
inline ProgressHook stop_after(int runs) {
    return [left = runs, last = std::string()](double, const std::string& what) mutable {
        if (what != last) { // the question before the group is made
            last = what;
            return true;
        }
        return left-- > 0;
    };
}

/// Checks that of two groups, "a" and "b", "c" and "d", those are kept that have a repetition of each when a
/// measurement of two repetitions is told to stop. run(progress): measures them; log: the names of what ran.
template <class Run>
void check_stopping(std::string& log, Run run) {
    struct Expected {
        int runs;
        std::string log;
        std::vector<std::size_t> repetitions;
    };
    // Two warm-ups and four repetitions in a group.
    const std::vector<Expected> all{{0, "", {}},
                                    {1, "a", {}},
                                    {3, "aba", {}},
                                    {4, "abab", {1, 1}},
                                    {5, "ababa", {2, 1}},
                                    {6, "ababab", {2, 2}},
                                    {7, "abababc", {2, 2}},
                                    {9, "abababcdc", {2, 2}},
                                    {10, "abababcdcd", {2, 2, 1, 1}}};
    for (const Expected& expected : all) {
        INFO("stopped after " << expected.runs << " runs");
        log.clear();
        const Results results = run(stop_after(expected.runs));
        CHECK(log == expected.log);
        CHECK_FALSE(results.complete);
        std::vector<std::size_t> repetitions;
        for (const Row& row : results.rows)
            repetitions.push_back(row.repetitions.size());
        CHECK(repetitions == expected.repetitions);
    }
    log.clear();
    CHECK(run(stop_after(12)).complete);
    CHECK(log == "abababcdcdcd");
}

} // namespace scanline::bench
