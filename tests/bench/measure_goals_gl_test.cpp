#include "measure_fixture.h"

namespace scanline::bench::measure_goals_gl_test {

TEST_CASE_METHOD(MeasureTest, "Repetitions go on until all variants took the time asked for") {
    Group group;
    group.variants = {variant("a", fake('a', 1)), variant("b", fake('b', 5))};
    MeasureOptions options = repeat(2);
    options.min_seconds = 0.03;
    const Results results = measure_wall(plan_of({group}), options);
    // In turns to the end: the faster one sets the number.
    CHECK(results.rows.at(0).totals() == std::vector<double>(30, 1));
    CHECK(results.rows.at(1).totals() == std::vector<double>(30, 5));
}

TEST_CASE_METHOD(MeasureTest, "Repetitions go on until the noise is as small as asked") {
    Group group;
    group.variants = {variant("a", [this, runs = 0]() mutable {
        const StageScope scope(engine.observer(), "stage");
        time.pass(++runs == 2 ? 200 : 20); // the first that is counted
    })};
    MeasureOptions options = repeat(2);
    options.max_noise = 0.5;
    const Row row = measure_wall(plan_of({group}), options).rows.at(0);
    // With four others it is no longer within the upper quartile.
    CHECK(row.totals() == std::vector<double>{200, 20, 20, 20, 20});
    CHECK(row.noise() == 0);
}

TEST_CASE_METHOD(MeasureTest, "A group without time has each variant once") {
    MeasureOptions options = repeat(50);
    options.timeout_seconds = 0;
    const Results results = measure_wall(plan_of({group_of("ab", fake('r')), group_of("c")}), options);
    CHECK(log == "rabrabcc");
    CHECK(results.complete);
    REQUIRE(results.rows.size() == 3);
    for (const Row& row : results.rows)
        CHECK(row.repetitions.size() == 1);
}

TEST_CASE_METHOD(MeasureTest, "A group ends after its time with what it has") {
    Group group;
    group.variants = {variant("a", fake('a', 10))};
    MeasureOptions options = repeat(1'000'000);
    options.timeout_seconds = 0.1;
    const Results results = measure_wall(plan_of({group}), options);
    CHECK(results.complete);
    // The warm-up counts.
    CHECK(results.rows.at(0).totals() == std::vector<double>(9, 10));
}

} // namespace scanline::bench::measure_goals_gl_test
