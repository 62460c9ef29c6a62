#include "measure_plans.h"
#include "scanline/core/error.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

// measure() without OpenGL.

namespace scanline::bench::measure_cpu_test {

namespace {

Variant variant(const std::string& name, TimedWork work, const std::string& skipped = {}) {
    Variant made;
    made.axes = {{"name", name}};
    made.seed = 5;
    made.items = 10;
    made.bytes = 80;
    made.timed = std::move(work);
    made.skipped = skipped;
    return made;
}

// Runs that note their names in order.
class CpuMeasureTest {
protected:
    std::string log;
    scanline::test::FakeClock time;

    MeasureOptions repeat(int repetitions) { return bench::repeat(repetitions, time); }

    /// Takes so long by its own clock, which is another one than that of the measurement.
    TimedWork timed(char name, double milliseconds = 1, double passes = 0) {
        return [this, name, milliseconds, passes] {
            log += name;
            time.pass(passes);
            return milliseconds;
        };
    }
    /// Fails when it runs for the n-th time.
    TimedWork failing(char name, int run) {
        return [this, name, run, runs = 0]() mutable -> double {
            log += name;
            if (++runs == run)
                throw Error("the work cannot be done");
            return 1;
        };
    }
    Group group_of(const std::string& names, TimedWork roof = {}) {
        Group group;
        for (const char name : names)
            group.variants.push_back(variant({name}, timed(name)));
        group.timed_roof = std::move(roof);
        return group;
    }
};

} // namespace

TEST_CASE_METHOD(CpuMeasureTest, "Without OpenGL, too, variants and roof take turns after a warm-up") {
    const Results results = measure(plan_of({group_of("abc", timed('r', 7))}), repeat(3), {});
    CHECK(log == "rabcrabcrabcrabc");
    CHECK(results.experiment == "test");
    CHECK(results.title == "A test");
    CHECK(results.roof == "nothing");
    CHECK(results.environment == Environment{});
    CHECK(results.complete);
    REQUIRE(results.rows.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        const Row& row = results.rows[i];
        CHECK(row.axes == AxisValues{{"name", std::string(1, "abc"[i])}});
        CHECK(row.seed == 5);
        CHECK(row.items == 10);
        CHECK(row.bytes == 80);
        CHECK(row.roof_milliseconds == 7.0);
        CHECK(row.skipped.empty());
    }
}

TEST_CASE_METHOD(CpuMeasureTest,
                 "A repetition is one stage with the time of the work's own clock, and has no "
                 "overhead") {
    MeasureOptions options = repeat(4);
    options.overhead_repetitions = 4;
    Group group;
    group.variants = {variant("a", timed('a', 1234)), variant("b", timed('b', 0))};
    const Results results = measure(plan_of({group}), options, {});
    // Not run a second time for it either.
    CHECK(log == "ababababab");
    const std::vector<Repetition> expected(4, Repetition{{{"whole", 1234}}, 1234});
    CHECK(results.rows.at(0).repetitions == expected);
    CHECK(results.rows.at(1).totals() == std::vector<double>(4, 0));
    for (const Row& row : results.rows) {
        CHECK_FALSE(row.overhead);
        CHECK_FALSE(row.roof_milliseconds);
    }
    CHECK_FALSE(results.overhead());
}

TEST_CASE_METHOD(CpuMeasureTest, "Work that gives its stages has them in its repetitions, and no overhead") {
    const auto staged = [this](char name, double milliseconds) -> StagedWork {
        return [this, name, milliseconds]() -> Repetition {
            log += name;
            return {{{"sort", milliseconds}, {"split", 2 * milliseconds}}, 3 * milliseconds};
        };
    };
    MeasureOptions options = repeat(2);
    options.overhead_repetitions = 2;
    Group group;
    group.variants = {variant("a", {}), variant("b", timed('b')), variant("c", {}, "it cannot be")};
    group.variants[0].staged = staged('a', 5);
    const Results results = measure(plan_of({group}), options, {});
    CHECK(log == "ababab");
    CHECK(results.rows.at(0).repetitions ==
          std::vector<Repetition>(2, Repetition{{{"sort", 5}, {"split", 10}}, 15}));
    CHECK_FALSE(results.rows.at(0).overhead);
    CHECK(results.rows.at(1).totals() == std::vector<double>(2, 1));
    CHECK(results.rows.at(2).skipped == "it cannot be");
}

TEST_CASE_METHOD(CpuMeasureTest, "The roof is the median of the rounds, without the warm-up") {
    Group group = group_of("a");
    group.timed_roof = [times = std::vector<double>{1, 2, 9, 100}]() mutable {
        const double milliseconds = times.back();
        times.pop_back();
        return milliseconds;
    };
    CHECK(measure(plan_of({group}), repeat(3), {}).rows.at(0).roof_milliseconds == 2.0);
}

TEST_CASE_METHOD(CpuMeasureTest,
                 "Shuffled, every variant runs once a round, in every order in time, and alike "
                 "again") {
    MeasureOptions options = repeat(30);
    options.shuffled = true;
    measure(plan_of({group_of("abc", timed('r'))}), options, {});
    const std::string first = std::exchange(log, {});
    measure(plan_of({group_of("abc", timed('r'))}), options, {});
    CHECK(log == first);
    std::set<std::string> orders;
    REQUIRE(first.size() == 4 * 31);
    for (std::size_t at = 4; at < first.size(); at += 4) {
        CHECK(first[at] == 'r');
        std::string round = first.substr(at + 1, 3);
        orders.insert(round);
        std::ranges::sort(round);
        CHECK(round == "abc");
    }
    CHECK(orders.size() == 6);
}

TEST_CASE_METHOD(CpuMeasureTest,
                 "Work that fails is skipped with its reason, whenever it fails, and the others "
                 "run") {
    for (int run = 1; run <= 4; ++run) {
        INFO("run " << run);
        log.clear();
        Group group = group_of("ab", timed('r'));
        group.variants.insert(group.variants.begin() + 1, variant("f", failing('f', run)));
        const Results results = measure(plan_of({group}), repeat(3), {});
        CHECK(std::ranges::count(log, 'f') == run);
        CHECK(results.complete);
        REQUIRE(results.rows.size() == 3);
        CHECK(results.rows[1].skipped == "the work cannot be done");
        CHECK_FALSE(results.rows[1].measured());
        CHECK_FALSE(results.rows[1].roof_milliseconds);
        CHECK(results.rows[0].repetitions.size() == 3);
        CHECK(results.rows[2].repetitions.size() == 3);
    }
}

TEST_CASE_METHOD(CpuMeasureTest,
                 "What was skipped before has a row with its reason, and where all are the roof "
                 "does not run") {
    Group some = group_of("a"), none;
    some.variants.push_back(variant("s", {}, "too large"));
    none.variants = {variant("t", {}, "no")};
    none.timed_roof = timed('r');
    const Results results = measure(plan_of({some, none}), repeat(2), {});
    CHECK(log == "aaa");
    CHECK(results.complete);
    REQUIRE(results.rows.size() == 3);
    CHECK(results.rows[1].skipped == "too large");
    CHECK(results.rows[2].skipped == "no");
}

TEST_CASE_METHOD(CpuMeasureTest, "An error of the roof, of making a group, or of no Error, is passed on") {
    CHECK_THROWS_WITH(measure(plan_of({group_of("a", failing('r', 2))}), repeat(2), {}),
                      "the work cannot be done");
    Plan plan;
    plan.groups.push_back({"", 1, []() -> Group { throw Error("no memory"); }});
    CHECK_THROWS_WITH(measure(plan, repeat(1), {}), "no memory");
    Group group;
    group.variants = {variant("w", []() -> double { throw std::runtime_error("the program is wrong"); })};
    CHECK_THROWS_WITH(measure(plan_of({group}), repeat(1), {}), "the program is wrong");
}

TEST_CASE_METHOD(CpuMeasureTest,
                 "Told to stop without OpenGL, groups that have a repetition of each are kept") {
    const Plan plan = plan_of({group_of("ab"), group_of("cd")});
    check_stopping(log, [&](const ProgressHook& progress) { return measure(plan, repeat(2), progress); });
}

TEST_CASE_METHOD(CpuMeasureTest,
                 "A group without time has each variant once, and one with some ends after it") {
    MeasureOptions options = repeat(1'000'000);
    options.timeout_seconds = 0;
    const Results once = measure(plan_of({group_of("ab", timed('r')), group_of("c")}), options, {});
    CHECK(log == "rabrabcc");
    CHECK(once.complete);
    REQUIRE(once.rows.size() == 3);
    for (const Row& row : once.rows)
        CHECK(row.repetitions.size() == 1);
    options.timeout_seconds = 0.1;
    Group group;
    group.variants = {variant("a", timed('a', 1, 10))};
    const Results some = measure(plan_of({group}), options, {});
    CHECK(some.complete);
    // The warm-up counts.
    CHECK(some.rows.at(0).repetitions.size() == 9);
}

TEST_CASE_METHOD(CpuMeasureTest,
                 "Repetitions go on until the work took the time asked for by its own clock") {
    MeasureOptions options = repeat(2);
    options.min_seconds = 0.5;
    Group group;
    group.variants = {variant("a", timed('a', 100)), variant("b", timed('b', 1000))};
    const Results results = measure(plan_of({group}), options, {});
    CHECK(results.rows.at(0).repetitions.size() == 5);
    CHECK(results.rows.at(1).repetitions.size() == 5);
}

TEST_CASE_METHOD(CpuMeasureTest, "Progress goes by the weights of groups, and never falls") {
    Plan plan = plan_of({group_of("a"), group_of("bc", timed('r'))});
    plan.groups[1].weight = 3;
    std::vector<double> fractions;
    measure(plan, repeat(2), [&](double fraction, const std::string& what) {
        CHECK(what == (fractions.size() < 4 ? "group 0" : "group 1"));
        fractions.push_back(fraction);
        return true;
    });
    REQUIRE(fractions.size() == 4 + 10);
    CHECK(std::ranges::is_sorted(fractions));
    CHECK(fractions[3] == Catch::Approx(0.125));
    CHECK(fractions[4] == Catch::Approx(0.25));
    CHECK(fractions.back() == Catch::Approx(0.25 + 0.75 * 3 / 4));
}

TEST_CASE_METHOD(CpuMeasureTest,
                 "The rows of a group are handed out when it is done, and its resources gone") {
    std::weak_ptr<void> before;
    Plan plan;
    for (const char name : {'a', 'b'}) {
        plan.groups.push_back({{name}, 1, [this, name, &before] {
                                   CHECK(before.expired());
                                   log += '(';
                                   Group group = group_of({name});
                                   group.resources = std::make_shared<int>(0);
                                   before = group.resources;
                                   return group;
                               }});
    }
    std::vector<Row> handed;
    const Results results = measure(plan, repeat(2), {}, [&](std::span<const Row> rows) {
        log += '!';
        handed.insert(handed.end(), rows.begin(), rows.end());
    });
    CHECK(log == "(aaa!(bbb!");
    CHECK(handed == results.rows);
    CHECK(before.expired());
}

TEST_CASE_METHOD(CpuMeasureTest, "Options out of range are refused without OpenGL before a group is made") {
    Plan plan;
    plan.groups.push_back({"", 1, []() -> Group { throw std::logic_error("the group was made"); }});
    CHECK(scanline::test::usage_message([&] { measure(plan, repeat(0), {}); }) != "no error");
    CHECK(log.empty());
}

} // namespace scanline::bench::measure_cpu_test
