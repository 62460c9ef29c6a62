#include "scanline/bench/stage_times.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <thread>

namespace scanline::bench {

namespace {

void sleep_for(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

} // namespace

TEST_CASE("Stages on the CPU are timed one by one, and what is between them together") {
    const auto begin = std::chrono::steady_clock::now();
    const Repetition repetition = time_stages([](PassObserver* observer) {
        sleep_for(3);
        {
            const StageScope stage(observer, "sort");
            sleep_for(4);
        }
        {
            const StageScope stage(observer, "split");
            sleep_for(2);
        }
        sleep_for(3);
    });
    const std::chrono::duration<double, std::milli> whole = std::chrono::steady_clock::now() - begin;
    REQUIRE(repetition.stages.size() == 3);
    CHECK(repetition.stages[0].name == "sort");
    CHECK(repetition.stages[1].name == "split");
    CHECK(repetition.stages[2].name == "other");
    CHECK(repetition.stages[0].milliseconds >= 4);
    CHECK(repetition.stages[1].milliseconds >= 2);
    CHECK(repetition.stages[2].milliseconds >= 6);
    double sum = 0;
    for (const Stage& stage : repetition.stages)
        sum += stage.milliseconds;
    CHECK(repetition.milliseconds == Approx(sum));
    CHECK(repetition.milliseconds <= whole.count());
}

TEST_CASE("Stages are told once") {
    StageTimes times;
    { const StageScope stage(&times, "sort"); }
    CHECK(times.take().stages.size() == 1);
    CHECK(times.take() == Repetition{});
}

} // namespace scanline::bench
