// What the GPU finds beside the trace, and what is measured.
#include "scenes/skyline/device.h"

#include "scanline/core/error.h"
#include "skyline_cases.h"
#include "without_compute.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::skyline_scene::device_gl_test {

using cases::make_sky_run;
using cases::never;

TEST_CASE("SkyAlign on the GPU has the trace's ids, counters and levels, and each level has a time") {
    machine::Machine machine;
    for (int seed = 0; seed < 4; ++seed) {
        INFO("seed " << seed);
        const Run run = make_sky_run({{"table", seed % 2 == 0 ? "independent" : "anticorrelated"},
                                      {"dimensions", std::to_string(2 + 2 * seed)},
                                      {"count", "700"},
                                      {"columns", "max"},
                                      {"seed", std::to_string(seed)}});
        const Check check = check_on_gpu(machine, run, never);
        CHECK(check.not_run.empty());
        CHECK(check.difference.empty());
        REQUIRE(check.times.stages.size() == run.trace.found.levels.size() + 1);
        CHECK(check.times.stages.front().milliseconds > 0);
        for (int level = 0; level <= run.dimensions(); ++level) {
            const auto own = [level](const skyline::Trace::Row& row) { return row.level == level; };
            CHECK((check.times.stages[static_cast<std::size_t>(level) + 1].milliseconds > 0) ==
                  std::ranges::any_of(run.trace.rows, own));
        }
    }
}

TEST_CASE("What differs between CPU and GPU is named: rows, levels, or counters") {
    const skyline::Skyline right = make_sky_run({}).trace.found;
    skyline::Skyline wrong = right;
    CHECK(first_difference(right, wrong).empty());
    wrong.ids.pop_back();
    CHECK(first_difference(right, wrong).find(fmt::format("{} rows", right.ids.size())) != std::string::npos);
    wrong = right;
    ++wrong.ids.back();
    CHECK(first_difference(right, wrong).find("others") != std::string::npos);
    wrong = right;
    ++wrong.levels[1].counters.mask_tests;
    CHECK(first_difference(right, wrong).starts_with("Level 1 has "));
    wrong = right;
    ++wrong.counters.dominance_tests;
    CHECK(first_difference(right, wrong).find("counters") != std::string::npos);
}

TEST_CASE("Generated rows are measured in the number that is set, a table in all of its rows") {
    machine::Machine machine;
    double last = 0;
    const auto progress = [&last](double part) {
        CHECK(part >= last - 0.3);
        CHECK(part <= 1);
        last = part;
    };
    Run run = make_sky_run({{"table", "independent"}, {"dimensions", "4"}, {"columns", "min,ignore,max"}});
    Setup setup = run.setup;
    setup.measured = 1 << 15;
    Measured measured = measure_sky(machine, run, setup, progress, never);
    CHECK(measured.rows == 1 << 15);
    CHECK(measured.found > 3);
    CHECK(measured.not_run.empty());
    CHECK(measured.difference.empty());
    CHECK(measured.gpu.milliseconds > 0);
    CHECK(measured.cpu.milliseconds > 0);
    // As if it came from a file.
    run.setup.source = setup.source = "rows.csv";
    const auto ignore = [](double) {};
    measured = measure_sky(machine, run, setup, ignore, never);
    CHECK(measured.rows == 200);
    CHECK(measured.found == static_cast<std::int64_t>(run.trace.found.ids.size()));
    CHECK_THROWS_AS(measure_sky(machine, run, setup, ignore, [] { return true; }), Cancelled);
    CHECK_THROWS_AS(check_on_gpu(machine, run, [] { return true; }), Cancelled);
}

TEST_CASE("Without compute shaders it says so, and the CPU is measured alone") {
    machine::Machine old = test::without_compute();
    const Run run = make_sky_run({});
    CHECK(check_on_gpu(old, run, never).not_run.find("compute shaders") != std::string::npos);
    Setup setup = run.setup;
    setup.measured = Setup::min_measured;
    const Measured measured = measure_sky(
        old, run, setup, [](double) {}, never);
    CHECK(measured.not_run.find("compute shaders") != std::string::npos);
    CHECK(measured.cpu.milliseconds > 0);
}

TEST_CASE("A software renderer is spared so many tests that it would take long") {
    machine::Machine machine;
    Run run = make_sky_run({{"count", "50"}});
    run.trace.found.counters.mask_tests = std::int64_t{1} << 40;
    CHECK((check_on_gpu(machine, run, never).not_run.find("software renderer") != std::string::npos) ==
          machine.capabilities().software);
}

} // namespace scanline::view::skyline_scene::device_gl_test
