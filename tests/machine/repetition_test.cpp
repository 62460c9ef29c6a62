#include "scanline/machine/repetition.h"

#include "scanline/core/random.h"
#include "support/fake_clock.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cstdint>
#include <vector>

namespace scanline::machine::repetition_test {

TEST_CASE("Stages on the CPU are timed one by one, and what is between them together") {
    scanline::test::FakeClock time;
    const auto work = [&time](PassObserver* observer) {
        time.pass(3);
        {
            const StageScope stage(observer, "sort");
            time.pass(4);
        }
        time.pass(0.5);
        {
            const StageScope stage(observer, "split");
            time.pass(2);
        }
        time.pass(3);
    };
    CHECK(time_stages(work, time.clock()) == Repetition{{{"sort", 4}, {"split", 2}, {"other", 6.5}}, 12.5});
}

TEST_CASE("Stages are reported once") {
    StageTimes times;
    { const StageScope stage(&times, "sort"); }
    CHECK(times.take().stages.size() == 1);
    CHECK(times.take() == Repetition{});
}

TEST_CASE("Work is timed as one stage") {
    scanline::test::FakeClock time;
    CHECK(time_whole(
              "sort", [&time] { time.pass(4); }, time.clock()) == Repetition{{{"sort", 4}}, 4});
}

TEST_CASE("What is repeated runs as often as it shall, after a warm-up where one is wanted") {
    int runs = 0;
    const auto once = [&runs] { return Repetition{{}, static_cast<double>(++runs)}; };
    CHECK(repeat({.repetitions = 2}, once) == std::vector<Repetition>{{{}, 1}, {{}, 2}});
    CHECK(repeat({.repetitions = 1, .warm_up = true}, once) == std::vector<Repetition>{{{}, 4}});
    CHECK(runs == 4);
}

TEST_CASE("What is stopped keeps the repetitions that it had") {
    int runs = 0;
    const auto once = [&runs] { return Repetition{{}, static_cast<double>(++runs)}; };
    CHECK(repeat({.repetitions = 9, .stop = [&runs] { return runs == 2; }}, once).size() == 2);
    CHECK(repeat({.repetitions = 9, .stop = [] { return true; }}, once).empty());
    CHECK(runs == 2);
}

namespace {

double median_of(const std::vector<double>& milliseconds) {
    std::vector<Repetition> repetitions;
    for (const double one : milliseconds)
        repetitions.push_back({{}, one});
    return median_repetition(repetitions).milliseconds;
}

} // namespace

TEST_CASE(
    "The median is one of the repetitions, of an even number the faster in the middle, also of equal ones") {
    CHECK(median_of({4}) == 4);
    CHECK(median_of({4, 2}) == 2);
    CHECK(median_of({2, 4}) == 2);
    CHECK(median_of({9, 1, 4}) == 4);
    CHECK(median_of({9, 1, 6, 4}) == 4);
    CHECK(median_of({1, 7, 7, 7, 9}) == 7);
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        std::vector<double> samples(random.below(20) + 1);
        for (double& sample : samples)
            sample = random.between(0, 5);
        std::vector<double> sorted = samples;
        std::ranges::sort(sorted);
        CHECK(median_of(samples) == sorted[(sorted.size() - 1) / 2]);
    }
}

} // namespace scanline::machine::repetition_test
