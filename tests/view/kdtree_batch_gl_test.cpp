// Many queries on CPU and GPU.
#include "scenes/kdtree/device.h"

#include "kdtree_cases.h"
#include "scanline/core/error.h"
#include "support/shader_folder.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::kdtree_scene::batch_gl_test {

namespace {

const BuildProgress silent = [](double) {};
const CancelHook never = [] { return false; };

} // namespace

TEST_CASE("Many queries of every kind find the same on CPU and GPU") {
    machine::Machine machine;
    for (const int dimensions : {2, 3}) {
        const Run run = cases::make_run(
            {{"count", "5000"}, {"points", "clustered"}, {"dimensions", std::to_string(dimensions)}});
        for (const Query kind : enumerators<Query>) {
            Setup setup = run.setup;
            setup.query = kind;
            setup.queries = 2000;
            setup.reach = 0.03;
            const Batch batch = run_queries(machine, run, setup, silent, never);
            INFO(to_string(kind) << " in " << dimensions);
            CHECK(batch.difference.empty());
            CHECK(batch.cpu.queries == 2000);
            CHECK(batch.gpu.queries == 2000);
            CHECK(batch.cpu.limit.empty());
            CHECK(batch.gpu.limit.empty());
            CHECK(batch.found > 0);
            if (kind == Query::nearest)
                CHECK(batch.found == 2000 * setup.neighbors);
        }
    }
}

TEST_CASE("The first of many queries that the GPU answers wrongly is named") {
    scanline::test::ShaderFolder shaders;
    machine::Machine right;
    if (!right.has_compute()) {
        WARN("not tried: " << right.why_no_compute());
        return;
    }
    const Run run = cases::make_run({{"count", "500"}, {"queries", "1000"}});
    const auto difference = [&] {
        machine::Machine wrong({.shaders = shaders.store()});
        return run_queries(wrong, run, run.setup, silent, never).difference;
    };
    shaders.replace("kdtree/knn.comp", "+ place] = t_points[place];",
                    "+ place] = t_points[place] + (query == 100u ? 1u : 0u);");
    CHECK(difference() == "Query 100 finds other points on the GPU.");
    shaders.replace("kdtree/knn.comp", " + (query == 100u ? 1u : 0u);", ";");
    shaders.replace("kdtree/knn.comp", "words_of(INFINITE_DISTANCE) : t_distances[place];",
                    "words_of(INFINITE_DISTANCE) : t_distances[place] + 1u;");
    CHECK(difference() == "The GPU finds the same points at other distances.");
}

TEST_CASE("Fewer points than neighbours are found once by each of many queries") {
    machine::Machine machine;
    const Run run = cases::make_run({{"count", "2"}, {"neighbors", "3"}, {"queries", "1000"}});
    const Batch batch = run_queries(machine, run, run.setup, silent, never);
    CHECK(batch.found == 2000);
    CHECK(batch.difference.empty());
}

TEST_CASE("Queries that find much are fewer than asked for, and say so") {
    machine::Machine machine;
    const Run run =
        cases::make_run({{"count", "400000"}, {"query", "box"}, {"reach", "0.6"}, {"queries", "100000"}});
    double last = -1;
    const Batch batch = run_queries(
        machine, run, run.setup,
        [&last](double part) {
            CHECK(part > last);
            CHECK(part < 1);
            last = part;
        },
        never);
    CHECK(batch.cpu.queries < 1000);
    CHECK(batch.cpu.limit.find("each finds about") != std::string::npos);
    CHECK(batch.gpu.queries <= batch.cpu.queries);
    CHECK(batch.gpu.queries > 0);
    CHECK(batch.difference.empty());
}

TEST_CASE("A software renderer gets few of many queries, and a driver without compute shaders none") {
    const Run run = cases::make_run({{"neighbors", "1"}, {"queries", "20000"}});
    const gl::Context context = gl::Context::headless();
    gl::Capabilities few = context.capabilities();
    few.software = true;
    machine::Machine software(few, {});
    const Batch limited = run_queries(software, run, run.setup, silent, never);
    CHECK(limited.cpu.queries == 20000);
    CHECK(limited.gpu.queries < 20000);
    CHECK(limited.gpu.limit.find("software renderer") != std::string::npos);
    few.compute_shader = false;
    machine::Machine old(few, {});
    const Batch none = run_queries(old, run, run.setup, silent, never);
    CHECK(none.cpu.queries == 20000);
    CHECK(none.gpu.queries == 0);
    CHECK(none.gpu.limit.find("compute shaders") != std::string::npos);
    CHECK(none.difference.empty());
}

TEST_CASE("Many queries that are cancelled end") {
    machine::Machine machine;
    const Run run = cases::make_run({});
    CHECK_THROWS_AS(run_queries(machine, run, run.setup, silent, [] { return true; }), Cancelled);
}

} // namespace scanline::view::kdtree_scene::batch_gl_test
