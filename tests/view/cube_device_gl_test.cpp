// What the GPU builds beside the traces, and what is measured.
#include "scenes/cube/device.h"

#include "cube_cases.h"
#include "scanline/core/error.h"
#include "without_compute.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::cube_scene::device_gl_test {

TEST_CASE(
    "Trees, updates and answers of compute shaders are those of the traces, and a difference is found") {
    machine::Machine machine;
    const auto never = [] { return false; };
    for (const char* measure : {"sum", "min", "max"}) {
        Run run = cases::make_cube_run({{"dimensions", "5"}, {"measure", measure}, {"query", "*,0"}});
        const Check check = check_on_gpu(machine, run, never);
        CHECK(check.ran());
        CHECK(check.difference.empty());
        CHECK(check.times.milliseconds > 0);
        ++run.query.cell.values.front();
        CHECK(check_on_gpu(machine, run, never).difference.starts_with("The query counts "));
        ++run.update.tree.levels[1].count[0];
        CHECK(check_on_gpu(machine, run, never).difference ==
              "In the update, CPU and GPU differ in the counts of level 1.");
        ++run.build.tree.levels[5].key[0];
        CHECK(check_on_gpu(machine, run, never).difference ==
              "In the build, CPU and GPU differ in the keys of level 5.");
    }
    CHECK_THROWS_AS(check_on_gpu(machine, cases::make_cube_run({}), [] { return true; }), Cancelled);
}

TEST_CASE("Trees of as many rows as are set are measured, stage by stage; without compute shaders on the CPU "
          "alone") {
    machine::Machine machine, old = test::without_compute();
    Setup setup = cases::cube_setup({{"dimensions", "4"}, {"measured", "4096"}});
    double last = 0;
    const auto progress = [&last](double part) {
        CHECK(part > last);
        last = part;
    };
    const auto never = [] { return false; };
    const Measured measured = measure_cube(machine, setup, progress, never);
    CHECK(last < 1);
    CHECK(measured.rows == 4096);
    CHECK(measured.nodes > 4 + 16);
    CHECK(measured.nodes <= 1 + 4 + 16 + 64 + 256);
    CHECK(measured.ran());
    CHECK(measured.difference.empty());
    for (const machine::Repetition& build : {measured.cpu, measured.gpu})
        for (const char* stage : {"key", "index", "header-table", "roll-up"})
            CHECK(std::ranges::count(build.stages, stage, &machine::Stage::name) == 1);
    const Measured alone = measure_cube(
        old, setup, [](double) {}, never);
    CHECK(alone.not_run.find("compute shaders") != std::string::npos);
    CHECK(alone.cpu.milliseconds > 0);
    CHECK(check_on_gpu(old, cases::make_cube_run({}), never).not_run == alone.not_run);
    CHECK_THROWS_AS(measure_cube(
                        machine, setup, [](double) {}, [] { return true; }),
                    Cancelled);
}

} // namespace scanline::view::cube_scene::device_gl_test
