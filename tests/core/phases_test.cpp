#include "scanline/core/phases.h"

#include <catch2/catch_all.hpp>

#include <numeric>
#include <thread>

namespace scanline::phases_test {

namespace {

void pass_time() {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

} // namespace

TEST_CASE("Time belongs to the innermost phase, and the parts add up to the whole") {
    const auto begin = std::chrono::steady_clock::now();
    PhaseTimes times(0.5);
    times.enter(Phase::work);
    {
        const PhaseSpan reading(Phase::read);
        pass_time();
        const PhaseSpan checking(Phase::check);
        pass_time();
    }
    CHECK(times.seconds(Phase::read) >= 0.002);
    CHECK(times.seconds(Phase::check) >= 0.002);
    CHECK(times.enter(Phase::end) == Phase::work);
    const std::string text = times.text();
    const double whole =
        0.5 + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    double sum = 0;
    for (const Phase phase : enumerators<Phase>)
        sum += times.seconds(phase);
    CHECK(sum <= whole);
    CHECK(sum > 0.504);
    CHECK_THAT(text, Catch::Matchers::StartsWith(std::to_string(sum).substr(0, 3)));
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring(" s: start 0.5") &&
                         Catch::Matchers::ContainsSubstring(", read 0.0") &&
                         !Catch::Matchers::ContainsSubstring("OpenGL"));
}

TEST_CASE("Spans count on the thread that divides its time, and on no other") {
    const PhaseSpan nobody_counts(Phase::read);
    CHECK(PhaseTimes::current() == nullptr);
    PhaseTimes outer;
    {
        PhaseTimes inner;
        CHECK(PhaseTimes::current() == &inner);
        std::thread([] {
            const PhaseSpan elsewhere(Phase::write);
            CHECK(PhaseTimes::current() == nullptr);
        }).join();
        inner.text();
        CHECK(inner.seconds(Phase::write) == 0);
    }
    CHECK(PhaseTimes::current() == &outer);
}

TEST_CASE("The processor time of a program grows with its work") {
    const double before = processor_seconds();
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < 1'000'000; ++i)
        sum = sum + i;
    CHECK(processor_seconds() > before);
}

} // namespace scanline::phases_test
