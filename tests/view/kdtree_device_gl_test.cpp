// What the GPU builds beside the CPU, and what is shown of both.
#include "scenes/kdtree/device.h"

#include "kdtree_cases.h"
#include "scanline/core/error.h"
#include "scenes/kdtree/drawing.h"
#include "without_compute.h"

#include <array>
#include <catch2/catch_all.hpp>

namespace scanline::view::kdtree_scene::device_gl_test {

using kdtree::BuildVariant;

namespace {

const CancelHook never = [] { return false; };

} // namespace

TEST_CASE("The GPU builds the same trees as the CPU, and times all their levels") {
    machine::Machine machine;
    for (const BuildVariant variant : enumerators<kdtree::BuildVariant>) {
        // One group splits the first tree alone; the others have levels that all groups split.
        for (const char* count : {"300", "3000", "20000"}) {
            for (const char* dimensions : {"2", "3"}) {
                const Run run =
                    cases::make_run({{"count", count}, {"dimensions", dimensions}, {"points", "grid"}});
                const DeviceBuild build = build_on_device(machine, run, variant, never);
                INFO(to_string(variant) << ", " << count << " points of " << dimensions);
                REQUIRE(build.ran());
                CHECK(build.difference.empty());
                // The root of halves is not split by a pass.
                int next = variant == BuildVariant::split_first ? 1 : 0;
                for (const Levels& levels : build.levels) {
                    CHECK(levels.first == next);
                    CHECK(levels.last >= levels.first);
                    next = levels.last + 1;
                }
                CHECK(next == run.levels());
                CHECK((build.levels.size() > 1) == (run.tree.size() > 2000));
            }
        }
    }
}

TEST_CASE("A point alone is a tree on the GPU too, without levels to split") {
    machine::Machine machine;
    const Run run = cases::make_run({{"count", "1"}});
    const DeviceBuild build = build_on_device(machine, run, BuildVariant::split_first, never);
    CHECK(build.difference.empty());
    CHECK(build.levels.empty());
}

TEST_CASE("A build on the GPU that is cancelled ends") {
    machine::Machine machine;
    CHECK_THROWS_AS(
        build_on_device(machine, cases::make_run({}), BuildVariant::sort_all, [] { return true; }),
        Cancelled);
}

TEST_CASE(
    "Without compute shaders, and for many points on a software renderer, it says why nothing is built") {
    machine::Machine old = test::without_compute();
    CHECK(why_not_built(old, 10).find("compute shaders") != std::string::npos);
    CHECK_FALSE(build_on_device(old, cases::make_run({}), BuildVariant::sort_all, never).ran());
    machine::Machine machine;
    CHECK(why_not_built(machine, max_software_points).empty());
    CHECK(why_not_built(machine, max_software_points + 1).empty() != machine.capabilities().software);
}

TEST_CASE("The first node that differs between two trees is named with both points") {
    const std::array<std::int32_t, 3> cpu{2, 0, 1};
    const std::array<std::uint32_t, 3> same{2, 0, 1}, other{2, 1, 0};
    CHECK(first_difference(cpu, same).empty());
    CHECK(first_difference(cpu, other) == "Node 1 is point 0 on the CPU, and point 1 on the GPU.");
    CHECK(first_difference(cpu, std::span(same).first(2)) == "The CPU's tree has 3 nodes, the GPU's 2.");
}

TEST_CASE("A stage has the same colour in the CPU's and the GPU's build, and alone") {
    Run run;
    run.times = {{{"check", 1}, {"sort", 2}, {"build", 3}}, 6};
    DeviceBuild build;
    build.times = {{{"sort", 4}, {"sort-others", 5}, {"build", 1}}, 10};
    const StageTable both = build_table(run, &build), alone = build_table(run, nullptr);
    REQUIRE(both.rows.size() == 4);
    CHECK(both.rows[0].milliseconds == std::vector<double>{1, 0});
    CHECK(both.rows[1].milliseconds == std::vector<double>{2, 4});
    CHECK(both.rows[2].milliseconds == std::vector<double>{0, 5});
    CHECK(both.rows[3].milliseconds == std::vector<double>{3, 1});
    CHECK(both.totals == std::vector<double>{6, 10});
    REQUIRE(alone.rows.size() == 3);
    CHECK(alone.rows.back().stage == both.rows.back().stage);
    CHECK(alone.rows.back().series == both.rows.back().series);
    build.not_run = "no compute shaders here";
    CHECK(build_table(run, &build).totals == std::vector<double>{6});
}

} // namespace scanline::view::kdtree_scene::device_gl_test
