#include "measure_fixture.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/engine.h"

#include <algorithm>
#include <set>

namespace scanline::bench::measure_gl_test {

TEST_CASE_METHOD(MeasureTest, "Variants and roof take turns, after one run of each that is not counted") {
    const Results results = measure_wall(plan_of({group_of("abc", fake('r'))}), repeat(3));
    CHECK(log == "rabcrabcrabcrabc");
    CHECK(results.experiment == "test");
    CHECK(results.title == "A test");
    CHECK(results.roof == "nothing");
    CHECK(results.complete);
    REQUIRE(results.rows.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        const Row& row = results.rows[i];
        CHECK(row.axes == AxisValues{{"name", std::string(1, "abc"[i])}});
        CHECK(row.skipped.empty());
        REQUIRE(row.repetitions.size() == 3);
        for (const Repetition& repetition : row.repetitions)
            CHECK(names_of(repetition) == std::vector<std::string>{"long", "short"});
    }
}

TEST_CASE_METHOD(MeasureTest,
                 "The rows of a group are handed out when it is done, as they will be in the results") {
    std::vector<std::vector<Row>> handed;
    const auto finished = [this, &handed](std::span<const Row> rows) {
        log += '!';
        handed.emplace_back(rows.begin(), rows.end());
    };
    const Results results =
        measure(engine, gl::TimerKind::wall_clock, plan_of({group_of("ab"), group_of("c"), group_of("d")}),
                repeat(2), stop_after(6 + 2), finished);
    // The second group is kept although it was stopped: it has a repetition; the third never began.
    CHECK(log == "ababab!cc!");
    REQUIRE(handed.size() == 2);
    CHECK(handed[0].size() == 2);
    CHECK(handed[1].size() == 1);
    std::vector<Row> all;
    for (const std::vector<Row>& rows : handed)
        all.insert(all.end(), rows.begin(), rows.end());
    CHECK(all == results.rows);
    CHECK_FALSE(results.complete);
}

TEST_CASE_METHOD(MeasureTest,
                 "A GPU is kept busy before the rounds of a group begin, with the roof or its own work") {
    MeasureOptions options = repeat(1);
    options.busy_seconds = 0.02;
    const auto log_of = [&](const Group& group) {
        log.clear();
        measure(engine, gl::TimerKind::gl_query, plan_of({group}), options, {});
        return log;
    };
    const auto times = [](std::size_t count, char name) { return std::string(count, name); };
    // 16 runs at once, as often as it takes.
    const Group with_roof = group_of("ab", fake('r', 1));
    // After the roof, the last variant runs untimed and evicts the roof's data from the caches.
    CHECK(log_of(with_roof) == "rab" + times(2 * 16, 'R') + "rBab");
    Group without;
    without.variants = {variant("c", fake('c', 0.25))};
    CHECK(log_of(without) == "c" + times(5 * 16, 'C') + "c");
    // Of long work of its own fewer.
    without.variants = {variant("c", fake('c', 3))};
    CHECK(log_of(without) == "c" + times(2 * 6, 'C') + "c");

    log.clear();
    CHECK_FALSE(
        measure(engine, gl::TimerKind::gl_query, plan_of({with_roof}), options, stop_after(4)).complete);
    CHECK(log == "rab" + std::string(16, 'R'));
}

TEST_CASE_METHOD(MeasureTest, "A GPU that waited for another is kept busy before its next run is timed") {
    MeasureOptions options = repeat(3);
    options.busy_seconds = 0.02;
    options.overhead_repetitions = 1;
    const auto log_of = [&](double milliseconds, double others_milliseconds) {
        log.clear();
        Group group;
        group.variants = {variant("a", fake('a', milliseconds)),
                          variant("t", timed('t', 0, others_milliseconds))};
        measure(engine, gl::TimerKind::gl_query, plan_of({group}), options, {});
        return log;
    };
    // Before the rounds, before the run as a whole, which the second by stages follows at once, and before
    // the third by stages; long work no more often than it takes.
    CHECK(log_of(30, 30) == "atAatAAatAat");
    const std::string busy(2 * 16, 'A');
    CHECK(log_of(1, 30) == "at" + busy + "at" + busy + "Aat" + busy + "at");
    // Not after a short wait.
    CHECK(log_of(1, 9) == "at" + busy + "atAatat");

    log.clear();
    options.repetitions = 2;
    Group group = group_of("a");
    group.variants.push_back(variant("t", timed('t', 0)));
    measure_wall(plan_of({group}), options);
    CHECK(log == "atatAat");
}

TEST_CASE_METHOD(MeasureTest, "A group follows when the one before is done and its resources are gone") {
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
    CHECK(measure_wall(plan, repeat(2)).rows.size() == 2);
    CHECK(log == "(aaa(bbb");
    CHECK(before.expired());
}

TEST_CASE_METHOD(MeasureTest, "A repetition holds the time of its stages, which add up to its total") {
    Group group;
    const Work two_stages = [this] {
        for (const auto& [name, milliseconds] : {std::pair{"first", 20.0}, {"second", 5.0}}) {
            const StageScope scope(engine.observer(), name);
            time.pass(milliseconds);
        }
    };
    group.variants = {variant("a", fake('a', 20, 100)), variant("b", two_stages)};
    const Results results = measure_wall(plan_of({group}), repeat(3));
    // What is between the stages is in neither.
    CHECK(results.rows.at(0).repetitions ==
          std::vector<Repetition>(3, Repetition{{{"long", 20}, {"short", 0}}, 20}));
    CHECK(results.rows.at(1).repetitions ==
          std::vector<Repetition>(3, Repetition{{{"first", 20}, {"second", 5}}, 25}));
}

TEST_CASE_METHOD(MeasureTest, "What a variant says of itself is in its row") {
    Group group = group_of("a");
    group.variants[0].seed = 7;
    group.variants[0].items = 100;
    group.variants[0].bytes = 600;
    const Row row = measure_wall(plan_of({group}), repeat(1)).rows.at(0);
    CHECK(row.seed == 7);
    CHECK(row.items == 100);
    CHECK(row.bytes == 600);
}

TEST_CASE_METHOD(MeasureTest, "The roof is the median of its repetitions in the same group") {
    Group group = group_of("a", [this, runs = 0]() mutable {
        const StageScope scope(engine.observer(), "roof");
        // The warm-up and one repetition are far from the others.
        time.pass(++runs <= 2 ? 200 : 10);
    });
    const Results results = measure_wall(plan_of({group, group_of("b")}), repeat(3));
    REQUIRE(results.rows.size() == 2);
    CHECK(results.rows[0].roof_milliseconds == 10.0);
    CHECK_FALSE(results.rows[1].roof_milliseconds);
}

TEST_CASE_METHOD(MeasureTest,
                 "Overhead is measured by a second turn without an observer in the first rounds") {
    MeasureOptions options = repeat(3);
    options.overhead_repetitions = 2;
    const Results results = measure_wall(plan_of({group_of("ab", fake('r'))}), options);
    CHECK(log == "rab"
                 "rabAB"
                 "rabAB"
                 "rab");
    for (const Row& row : results.rows) {
        CHECK(row.repetitions.size() == 3);
        CHECK(row.overhead);
    }
    const Results without = measure_wall(plan_of({group_of("a")}), repeat(2));
    CHECK_FALSE(without.rows[0].overhead);
}

TEST_CASE_METHOD(MeasureTest,
                 "Shuffled, every variant runs once a round, behind another one each time, and alike again") {
    MeasureOptions options = repeat(20);
    options.shuffled = true;
    options.overhead_repetitions = 20;
    measure_wall(plan_of({group_of("abc", fake('r'))}), options);
    const std::string first = std::exchange(log, {});
    measure_wall(plan_of({group_of("abc", fake('r'))}), options);
    CHECK(log == first);
    std::set<std::string> orders;
    for (std::size_t at = 4; at < first.size(); at += 7) {
        CHECK(first[at] == 'r');
        std::string staged = first.substr(at + 1, 3), whole = first.substr(at + 4, 3);
        orders.insert(staged);
        std::ranges::transform(whole, whole.begin(), [](char c) { return static_cast<char>(c - 'A' + 'a'); });
        CHECK(whole == staged);
        std::ranges::sort(staged);
        CHECK(staged == "abc");
    }
    CHECK(orders.size() == 6);
}

TEST_CASE_METHOD(MeasureTest, "Overhead compares the stages' sum with the whole run") {
    MeasureOptions options = repeat(3);
    options.overhead_repetitions = 3;
    Group group;
    // One whose time is mostly between its stages, and one that is slower where an observer looks on.
    group.variants = {variant("gap", fake('a', 25, 75)), variant("slow", [this] {
                          const StageScope scope(engine.observer(), "stage");
                          time.pass(engine.observer() ? 100 : 50);
                      })};
    const Results results = measure_wall(plan_of({group}), options);
    CHECK(results.rows.at(0).overhead == -0.75);
    CHECK(results.rows.at(1).overhead == 1.0);
}

TEST_CASE_METHOD(MeasureTest,
                 "Work with a clock of its own takes its turn, and is measured by that clock alone") {
    MeasureOptions options = repeat(3);
    options.overhead_repetitions = 2;
    Group group = group_of("ab", fake('r'));
    group.variants.insert(group.variants.begin() + 1, variant("t", timed('t', 1234)));
    const Results results = measure_wall(plan_of({group}), options);
    CHECK(log == "ratb"
                 "ratbAB"
                 "ratbAB"
                 "ratb");
    const Row& row = results.rows.at(1);
    CHECK(row.totals() == std::vector<double>(3, 1234));
    CHECK(row.repetitions.front().stages == std::vector<Stage>{{"whole", 1234}});
    CHECK_FALSE(row.overhead);
    CHECK(row.roof_milliseconds);
    CHECK(results.rows[0].overhead);
}

TEST_CASE_METHOD(MeasureTest, "Work of a compute engine is measured by the stages that it announces") {
    compute::Engine compute(context.capabilities());
    const compute::DeviceArray<std::uint32_t> from(std::vector<std::uint32_t>{3, 1, 2});
    compute::DeviceArray<std::uint32_t> to(from.size());
    const compute::Copy<std::uint32_t> copy(compute);
    Group group;
    group.variants = {variant("copy", Work([&] { copy(from.view(), to.view()); }))};
    const Results results = measure(compute, gl::TimerKind::wall_clock, plan_of({group}), repeat(2), {});
    CHECK(to.download() == std::vector<std::uint32_t>{3, 1, 2});
    REQUIRE(results.rows.at(0).repetitions.size() == 2);
    CHECK(names_of(results.rows[0].repetitions[0]) == std::vector<std::string>{"copy"});
    CHECK(compute.observer() == nullptr);
}

TEST_CASE_METHOD(MeasureTest, "Progress goes by the weights of the groups and the repetitions inside") {
    Group last;
    last.variants = {variant("d", fake('d')), variant("f", failing('f', 2)), variant("s", {}, "no")};
    Plan plan = plan_of({group_of("a"), group_of("bc"), last});
    plan.groups[0].weight = 0.5;
    plan.groups[1].weight = 2;
    plan.groups[2].weight = 2.5;
    std::vector<double> fractions;
    std::vector<std::string> whats;
    measure_wall(plan, repeat(2), [&](double fraction, const std::string& what) {
        fractions.push_back(fraction);
        whats.push_back(what);
        return true;
    });
    // Before a group is made, before each warm-up and before each repetition. What fails is done then; what
    // was skipped before does not count.
    const std::vector<double> expected{0,   0,   0,   0.05, 0.1, 0.1, 0.1,   0.1,  0.2,
                                       0.3, 0.4, 0.5, 0.5,  0.5, 0.5, 0.625, 0.875};
    REQUIRE(fractions.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO("call " << i);
        CHECK(fractions[i] == Catch::Approx(expected[i]));
        CHECK(whats[i] == (i < 4 ? "group 0" : i < 11 ? "group 1" : "group 2"));
    }
}

TEST_CASE_METHOD(MeasureTest, "Options out of range are refused before a group is made") {
    Plan plan;
    plan.groups.push_back({"", 1, []() -> Group { throw std::logic_error("the group was made"); }});
    CHECK_THROWS_AS(measure_wall(plan, repeat(0)), Error);
}

TEST_CASE_METHOD(MeasureTest, "A plan without groups has no rows and is complete") {
    const Results results = measure_wall({}, repeat(1), [](double, const std::string&) { return false; });
    CHECK(results.rows.empty());
    CHECK(results.complete);
}

} // namespace scanline::bench::measure_gl_test
