#include "measure_fixture.h"
#include "scanline/core/pass_observer.h"

#include <GL/glew.h>
#include <algorithm>
#include <stdexcept>

namespace scanline::bench::measure_failures_gl_test {

using Catch::Matchers::ContainsSubstring;

TEST_CASE_METHOD(MeasureTest, "A skipped variant is a row with the reason, and the others run") {
    Group group = group_of("a");
    group.variants.insert(group.variants.begin(), variant("s", {}, "too large for this GPU"));
    const Results results = measure_wall(plan_of({group}), repeat(2));
    CHECK(log == "aaa");
    CHECK(results.complete);
    REQUIRE(results.rows.size() == 2);
    CHECK(results.rows[0].skipped == "too large for this GPU");
    CHECK_FALSE(results.rows[0].measured());
    CHECK(results.rows[1].repetitions.size() == 2);
}

TEST_CASE_METHOD(MeasureTest, "Work with a clock of its own that fails is skipped with its reason") {
    Group group;
    group.variants = {variant("a", timed('a', 1)),
                      variant("f", TimedWork([runs = 0]() mutable -> double {
                                  return ++runs < 3 ? 2 : throw Error("the device is gone");
                              }))};
    const Results results = measure_wall(plan_of({group}), repeat(3));
    CHECK(results.rows.at(0).repetitions.size() == 3);
    CHECK(results.rows.at(1).skipped == "the device is gone");
    CHECK_FALSE(results.rows[1].measured());
}

TEST_CASE_METHOD(MeasureTest, "Where all are skipped the roof does not run") {
    Group group;
    group.variants = {variant("s", {}, "no"), variant("t", {}, "no")};
    group.roof = fake('r');
    const Results results = measure_wall(plan_of({group}), repeat(2));
    CHECK(log.empty());
    CHECK(results.rows.size() == 2);
    CHECK_FALSE(results.rows[0].roof_milliseconds);
    CHECK(results.complete);
}

TEST_CASE_METHOD(MeasureTest, "Work that fails is skipped with its reason, whenever it fails") {
    for (int run = 1; run <= 3; ++run) {
        INFO("run " << run);
        log.clear();
        Group group = group_of("ab");
        group.variants.insert(group.variants.begin() + 1, variant("f", failing('f', run)));
        group.roof = fake('r');
        const Results results = measure_wall(plan_of({group}), repeat(3));
        CHECK(std::ranges::count(log, 'f') == run);
        CHECK(results.complete);
        REQUIRE(results.rows.size() == 3);
        CHECK(results.rows[1].skipped == "the work cannot be done");
        CHECK_FALSE(results.rows[1].measured());
        CHECK_FALSE(results.rows[1].roof_milliseconds);
        for (const std::size_t other : {std::size_t{0}, std::size_t{2}}) {
            REQUIRE(results.rows[other].repetitions.size() == 3);
            // Nothing of the run that failed is counted to the next.
            for (const Repetition& repetition : results.rows[other].repetitions)
                CHECK(names_of(repetition) == std::vector<std::string>{"long", "short"});
        }
    }
}

TEST_CASE_METHOD(MeasureTest, "Work that leaves an OpenGL error is skipped, and the next is not blamed") {
    Group group = group_of("b");
    group.variants.insert(group.variants.begin(), variant("a", [] { glEnable(GL_TEXTURE_WIDTH); }));
    const Results results = measure_wall(plan_of({group}), repeat(1));
    context.take_debug_errors();
    CHECK_THAT(results.rows.at(0).skipped, ContainsSubstring("GL_INVALID_ENUM"));
    CHECK(results.rows.at(1).measured());
}

TEST_CASE_METHOD(MeasureTest,
                 "A measurement that is told to stop keeps the groups that have a repetition of each") {
    const Plan plan = plan_of({group_of("ab"), group_of("cd")});
    check_stopping(log,
                   [&](const ProgressHook& progress) { return measure_wall(plan, repeat(2), progress); });
}

TEST_CASE_METHOD(MeasureTest, "A group is not made after the measurement was told to stop") {
    Plan plan = plan_of({group_of("a"), {}});
    plan.groups[1].make = []() -> Group { throw std::logic_error("the group was made"); };
    const Results results =
        measure_wall(plan, repeat(1), [](double, const std::string& what) { return what == "group 0"; });
    CHECK_FALSE(results.complete);
    CHECK(results.rows.size() == 1);
}

TEST_CASE_METHOD(MeasureTest,
                 "Progress never falls, whatever fails or is skipped, and goes by time where that is short") {
    Group group = group_of("abc");
    group.variants.push_back(variant("s", {}, "no"));
    group.variants.push_back(variant("f", failing('f', 3)));
    group.variants.push_back(variant("z", fake('z', 20)));
    MeasureOptions options = repeat(1'000'000);
    options.timeout_seconds = 0.2;
    double last = 0;
    measure_wall(plan_of({group}), options, [&last](double fraction, const std::string&) {
        CHECK(fraction >= last);
        CHECK(fraction <= 1);
        last = fraction;
        return true;
    });
    // Before the last run: after 8 times 23 ms and 3 of the next. By repetitions alone it would be the one of
    // five that failed and next to nothing else.
    CHECK(last == Catch::Approx(0.187 / 0.2));
}

TEST_CASE_METHOD(MeasureTest, "The engine has its observer back afterwards, also when the work throws") {
    WorkCounter observer;
    engine.set_observer(&observer);
    MeasureOptions options = repeat(1);
    options.overhead_repetitions = 1;
    measure_wall(plan_of({group_of("a")}), options);
    CHECK(log == "aaA");
    CHECK(engine.observer() == &observer);
    CHECK(observer.stages().empty());
    Group group;
    group.variants = {variant("t", [] { throw std::runtime_error("the program is wrong"); })};
    CHECK_THROWS_WITH(measure_wall(plan_of({group}), options), "the program is wrong");
    CHECK(engine.observer() == &observer);
    group.variants = {variant("f", failing('f', 1))};
    measure_wall(plan_of({group}), options);
    CHECK(engine.observer() == &observer);
    engine.set_observer(nullptr);
}

} // namespace scanline::bench::measure_failures_gl_test
