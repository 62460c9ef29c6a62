#include "scanline/bench/measure.h"
#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>
#include <limits>

namespace scanline::bench::repetition_goal_test {

using Catch::Matchers::ContainsSubstring;

namespace {

// How many of these times it takes, the last one repeated; 1000 where the goal is never reached.
int repetitions_until_reached(const MeasureOptions& options, const std::vector<double>& milliseconds) {
    RepetitionGoal goal(options);
    int count = 0;
    while (!goal.reached() && count < 1000) {
        goal.add(milliseconds[std::min(static_cast<std::size_t>(count), milliseconds.size() - 1)]);
        ++count;
    }
    return count;
}

MeasureOptions options_of(int repetitions, double min_seconds, double max_noise) {
    MeasureOptions options;
    options.repetitions = repetitions;
    options.min_seconds = min_seconds;
    options.max_noise = max_noise;
    return options;
}

} // namespace

TEST_CASE("Without time and noise asked for, the number of repetitions is what counts") {
    CHECK(repetitions_until_reached(options_of(1, 0, 0), {5}) == 1);
    CHECK(repetitions_until_reached(options_of(9, 0, 0), {5, 50, 500}) == 9);
}

TEST_CASE("Short repetitions go on until they took the least time in all, long ones do not") {
    CHECK(repetitions_until_reached(options_of(3, 0.1, 0), {10}) == 10);
    CHECK(repetitions_until_reached(options_of(3, 0.1, 0), {9}) == 12);
    CHECK(repetitions_until_reached(options_of(3, 0.1, 0), {90, 1}) == 11);
    CHECK(repetitions_until_reached(options_of(3, 0.1, 0), {500}) == 3);
    CHECK(repetitions_until_reached(options_of(3, 0.1, 0), {0}) == 1000);
}

TEST_CASE("Noisy repetitions go on until the interquartile range is small against the median") {
    // Of 10 20 10: quartiles 10, 10, 15. With ever more tens the upper quartile reaches 10 at 10 20 10 10 10.
    CHECK(repetitions_until_reached(options_of(3, 0, 0.1), {10, 20, 10}) == 5);
    CHECK(repetitions_until_reached(options_of(3, 0, 0.5), {10, 20, 10}) == 3);
    CHECK(repetitions_until_reached(options_of(3, 0, 0), {10, 20, 10}) == 3);
    CHECK(repetitions_until_reached(options_of(4, 0, 0.001), {10}) == 4);
}

TEST_CASE("The example of the header: 8 ms of 10") {
    RepetitionGoal goal(options_of(2, 0.01, 0));
    goal.add(4);
    goal.add(4);
    CHECK_FALSE(goal.reached());
    CHECK(goal.fraction() == Catch::Approx(0.8));
}

TEST_CASE("All that is asked must be reached") {
    CHECK(repetitions_until_reached(options_of(3, 0.1, 0.1), {10, 20, 10}) == 9);
    CHECK(repetitions_until_reached(options_of(20, 0.1, 0.1), {10, 20, 10}) == 20);
}

TEST_CASE("The fraction done is that of what is farthest behind, and never falls") {
    RepetitionGoal goal(options_of(4, 0.1, 0.01));
    CHECK(goal.fraction() == 0);
    goal.add(50);
    CHECK(goal.fraction() == 0.25);
    goal.add(10);
    CHECK(goal.fraction() == 0.5);
    goal.add(10);
    CHECK(goal.fraction() == Catch::Approx(0.7));
    goal.add(10);
    CHECK(goal.fraction() == Catch::Approx(0.8));
    goal.add(10);
    goal.add(10);
    CHECK(goal.fraction() == 1);
    goal.add(1000);
    CHECK(goal.fraction() == 1);
}

TEST_CASE("Options out of range are refused by name") {
    const auto refusal = [](MeasureOptions options) {
        try {
            const RepetitionGoal goal(options);
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::usage);
            return std::string(error.what());
        }
        return std::string("taken");
    };
    MeasureOptions options;
    CHECK(refusal(options) == "taken");
    options.repetitions = 0;
    CHECK_THAT(refusal(options), ContainsSubstring("0 repetitions") && ContainsSubstring("at least 1"));
    options = {};
    options.min_seconds = -0.5;
    CHECK_THAT(refusal(options), ContainsSubstring("-0.5 min seconds") && ContainsSubstring("at least 0"));
    options = {};
    options.max_noise = -1;
    CHECK_THAT(refusal(options), ContainsSubstring("-1 max noise"));
    options = {};
    options.timeout_seconds = std::numeric_limits<double>::quiet_NaN();
    CHECK_THAT(refusal(options), ContainsSubstring("nan timeout seconds"));
    options = {};
    options.overhead_repetitions = -3;
    CHECK_THAT(refusal(options), ContainsSubstring("-3 overhead repetitions"));
}

} // namespace scanline::bench::repetition_goal_test
