#include "measure_fixture.h"

namespace scanline::bench {

TEST_CASE_METHOD(MeasureTest, "Repetitions go on until all variants took the time asked for") {
    Group group;
    group.variants = {variant("a", fake('a', 1)), variant("b", fake('b', 5))};
    MeasureOptions options = repeat(2);
    options.min_seconds = 0.03;
    const Results results = measure_wall(plan_of({group}), options);
    for (const Row& row : results.rows) {
        double sum = 0;
        for (const Repetition& repetition : row.repetitions)
            sum += repetition.milliseconds;
        CHECK(sum >= 30);
        if (row.axis("name") == "a")
            CHECK(sum - row.repetitions.back().milliseconds < 30);
    }
    // In turns to the end: the faster one sets the number.
    CHECK(results.rows[0].repetitions.size() == results.rows[1].repetitions.size());
}

TEST_CASE_METHOD(MeasureTest, "Repetitions go on until the noise is as small as asked") {
    Group group;
    group.variants = {variant("a", [this, runs = 0]() mutable {
        const StageScope scope(engine.observer(), "stage");
        sleep(++runs == 2 ? 200 : 20); // the first that is counted
    })};
    MeasureOptions options = repeat(2);
    options.max_noise = 0.5;
    const Row row = measure_wall(plan_of({group}), options).rows.at(0);
    CHECK(row.repetitions.size() > 2);
    CHECK(row.noise() <= 0.5);
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
    CHECK(results.rows.at(0).repetitions.size() < 10);
    CHECK(results.rows.at(0).measured());
}

} // namespace scanline::bench
