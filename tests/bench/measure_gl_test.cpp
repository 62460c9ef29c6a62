#include "scanline/bench/measure.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/engine.h"
#include "scanline/core/error.h"
#include "scanline/core/work_counter.h"
#include "scanline/raster/engine.h"
#include "support/gl_test.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace scanline::bench {

using Catch::Matchers::Contains;

namespace {

MeasureOptions repeat(int repetitions) {
    MeasureOptions options;
    options.repetitions = repetitions;
    options.timeout_seconds = std::numeric_limits<double>::infinity();
    options.overhead_repetitions = 0;
    options.shuffled = false;
    return options;
}

void sleep(double milliseconds) {
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
}

// Runs without OpenGL, and in a capital letter those that no observer saw.
class MeasureTest : public test::GlTest {
protected:
    raster::Engine engine{context.capabilities()};
    std::string log; ///< what ran, in order

    /// Work that notes its name, announces a stage of so many milliseconds and one of next to none, and
    /// sleeps longer outside of them.
    Work fake(char name, double milliseconds = 0, double outside = 0) {
        return [this, name, milliseconds, outside] {
            log += engine.observer() ? name : static_cast<char>(name - 'a' + 'A');
            {
                const StageScope scope(engine.observer(), "long");
                sleep(milliseconds);
            }
            sleep(outside);
            const StageScope scope(engine.observer(), "short");
        };
    }

    /// Work that fails when it runs for the n-th time.
    Work failing(char name, int run) {
        return [this, name, run, runs = 0]() mutable {
            log += name;
            const StageScope scope(engine.observer(), "failing");
            if (++runs == run)
                throw Error("the work cannot be done");
        };
    }

    /// Work that notes its name, with a clock of its own by which it takes so long, and no observer.
    TimedWork timed(char name, double milliseconds) {
        return [this, name, milliseconds] {
            CHECK(engine.observer() == nullptr);
            log += name;
            return milliseconds;
        };
    }

    static Variant variant(const std::string& name, TimedWork work) {
        Variant made;
        made.axes = {{"name", name}};
        made.timed = std::move(work);
        return made;
    }
    static Variant variant(const std::string& name, Work work, const std::string& skipped = {}) {
        Variant made;
        made.axes = {{"name", name}};
        made.work = std::move(work);
        made.skipped = skipped;
        return made;
    }

    Group group_of(const std::string& names, Work roof = {}) {
        Group group;
        for (const char name : names)
            group.variants.push_back(variant({name}, fake(name)));
        group.roof = std::move(roof);
        return group;
    }

    static Plan plan_of(std::vector<Group> groups) {
        Plan plan{"test", "A test", "nothing", {}};
        for (std::size_t i = 0; i < groups.size(); ++i)
            plan.groups.push_back({"group " + std::to_string(i), 1, [group = groups[i]] { return group; }});
        return plan;
    }

    Results measure_wall(const Plan& plan, const MeasureOptions& options,
                         const MeasureProgress& progress = {}) {
        return measure(engine, gl::TimerKind::wall_clock, plan, options, progress);
    }

    /// Progress that allows so many runs of the plan's groups in all.
    static MeasureProgress stop_after(int runs) {
        return [left = runs, last = std::string()](double, const std::string& what) mutable {
            if (what != last) { // the question before the group is made
                last = what;
                return true;
            }
            return left-- > 0;
        };
    }
};

std::vector<std::string> names_of(const Repetition& repetition) {
    std::vector<std::string> names;
    for (const Stage& stage : repetition.stages)
        names.push_back(stage.name);
    return names;
}

double sum_of(const Repetition& repetition) {
    double sum = 0;
    for (const Stage& stage : repetition.stages)
        sum += stage.milliseconds;
    return sum;
}

} // namespace

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
    group.variants = {variant("a", fake('a', 20, 100)), variant("b", fake('b', 1))};
    const Results results = measure_wall(plan_of({group}), repeat(3));
    for (const Row& row : results.rows) {
        for (const Repetition& repetition : row.repetitions) {
            CHECK(repetition.milliseconds == Approx(sum_of(repetition)));
            // A sleep may take longer, never shorter.
            CHECK(repetition.stages[0].milliseconds >= (row.axis("name") == "a" ? 20 : 1));
            CHECK(repetition.stages[1].milliseconds >= 0);
        }
    }
    // What is between the stages is in neither.
    CHECK(std::ranges::min(results.rows[0].repetitions, {}, &Repetition::milliseconds).milliseconds < 100);
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
        sleep(++runs <= 2 ? 200 : 10);
    });
    const Results results = measure_wall(plan_of({group, group_of("b")}), repeat(3));
    REQUIRE(results.rows.size() == 2);
    REQUIRE(results.rows[0].roof_milliseconds);
    CHECK(*results.rows[0].roof_milliseconds >= 10);
    CHECK(*results.rows[0].roof_milliseconds < 200);
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
    // One whose time is nearly all between its stages, and one that is slow only where an observer looks on.
    group.variants = {variant("gap", fake('a', 0, 100)), variant("slow", [this] {
                          const StageScope scope(engine.observer(), "stage");
                          sleep(engine.observer() ? 100 : 0);
                      })};
    const Results results = measure_wall(plan_of({group}), options);
    CHECK(*results.rows[0].overhead >= -1);
    CHECK(*results.rows[0].overhead < 0);
    CHECK(*results.rows[1].overhead > 0);
}

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
    CHECK_THAT(results.rows.at(0).skipped, Contains("GL_INVALID_ENUM"));
    CHECK(results.rows.at(1).measured());
}

TEST_CASE_METHOD(MeasureTest,
                 "A measurement that is told to stop keeps the groups that have a repetition of each") {
    const Plan plan = plan_of({group_of("ab"), group_of("cd")});
    struct Expected {
        int runs;
        std::string log;
        std::vector<std::size_t> repetitions;
    };
    // Two warm-ups and four repetitions in a group.
    const std::vector<Expected> all{{0, "", {}},
                                    {1, "a", {}},
                                    {3, "aba", {}},
                                    {4, "abab", {1, 1}},
                                    {5, "ababa", {2, 1}},
                                    {6, "ababab", {2, 2}},
                                    {7, "abababc", {2, 2}},
                                    {9, "abababcdc", {2, 2}},
                                    {10, "abababcdcd", {2, 2, 1, 1}}};
    for (const Expected& expected : all) {
        INFO("stopped after " << expected.runs << " runs");
        log.clear();
        const Results results = measure_wall(plan, repeat(2), stop_after(expected.runs));
        CHECK(log == expected.log);
        CHECK_FALSE(results.complete);
        std::vector<std::size_t> repetitions;
        for (const Row& row : results.rows)
            repetitions.push_back(row.repetitions.size());
        CHECK(repetitions == expected.repetitions);
    }
    log.clear();
    CHECK(measure_wall(plan, repeat(2), stop_after(12)).complete);
    CHECK(log == "abababcdcdcd");
}

TEST_CASE_METHOD(MeasureTest, "A group is not made after the measurement was told to stop") {
    Plan plan = plan_of({group_of("a"), {}});
    plan.groups[1].make = []() -> Group { throw std::logic_error("the group was made"); };
    const Results results =
        measure_wall(plan, repeat(1), [](double, const std::string& what) { return what == "group 0"; });
    CHECK_FALSE(results.complete);
    CHECK(results.rows.size() == 1);
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
        CHECK(fractions[i] == Approx(expected[i]));
        CHECK(whats[i] == (i < 4 ? "group 0" : i < 11 ? "group 1" : "group 2"));
    }
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
    // By repetitions alone it would be the one of five that failed and next to nothing else.
    CHECK(last > 0.21);
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

} // namespace scanline::bench
