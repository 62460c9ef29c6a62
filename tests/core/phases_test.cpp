#include "scanline/core/phases.h"

#include <catch2/catch_all.hpp>

#include <thread>

namespace scanline::phases_test {

TEST_CASE("Time belongs to the innermost phase, and the parts add up to the whole") {
    std::chrono::nanoseconds now{0};
    const auto pass = [&now](int milliseconds) { now += std::chrono::milliseconds(milliseconds); };
    PhaseTimes times(0.5, [&now] { return now; });
    pass(1);
    CHECK(times.enter(Phase::work) == Phase::start);
    pass(2);
    {
        const PhaseSpan reading(Phase::read);
        pass(4);
        {
            const PhaseSpan checking(Phase::check);
            pass(8);
        }
        pass(16);
    }
    pass(32);
    CHECK(times.enter(Phase::end) == Phase::work);
    pass(64);
    CHECK(times.text() == "0.627 s: start 0.501, read 0.020, check 0.008, work 0.034, end 0.064");
    CHECK(times.seconds(Phase::upload) == 0);
    times.compiled = 2;
    CHECK(times.text() == "0.627 s: start 0.501, read 0.020, check 0.008, work 0.034, end 0.064; "
                          "2 programs compiled, 0 loaded");
}

TEST_CASE("Spans count on the thread that divides its time, and on no other") {
    const PhaseSpan nobody_counts(Phase::read);
    CHECK(PhaseTimes::current() == nullptr);
    std::chrono::nanoseconds now{0};
    PhaseTimes outer;
    {
        PhaseTimes inner(0, [&now] { return now; });
        CHECK(PhaseTimes::current() == &inner);
        std::thread([&now] {
            const PhaseSpan elsewhere(Phase::write);
            now += std::chrono::seconds(1);
            CHECK(PhaseTimes::current() == nullptr);
        }).join();
        CHECK(inner.text() == "1.000 s: start 1.000");
    }
    CHECK(PhaseTimes::current() == &outer);
}

TEST_CASE("The processor time of a program grows with its work") {
    const double before = processor_seconds();
    volatile unsigned sum = 0;
    while (processor_seconds() == before)
        sum = sum + 1;
    CHECK(processor_seconds() > before);
}

} // namespace scanline::phases_test
