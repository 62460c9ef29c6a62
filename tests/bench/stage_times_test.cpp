#include "scanline/bench/stage_times.h"
#include "support/fake_clock.h"

#include <catch2/catch_all.hpp>

namespace scanline::bench::stage_times_test {

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

TEST_CASE("Stages are told once") {
    StageTimes times;
    { const StageScope stage(&times, "sort"); }
    CHECK(times.take().stages.size() == 1);
    CHECK(times.take() == Repetition{});
}

} // namespace scanline::bench::stage_times_test
