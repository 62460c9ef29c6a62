#include "chart/well_formed.h"
#include "scanline/bench/results.h"
#include "scanline/compute/engine.h"
#include "support/gl_test.h"
#include "support/shader_folder.h"
#include "systems/kdtree/kdtree_results.h"

#include <algorithm>

// Scanline on OpenGL in the experiments with k-d trees.

namespace scanline::systems::kdtree_device_gl_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

class KdtreeDeviceTest : public scanline::test::GlTest {
protected:
    machine::Machine machine{context.capabilities(), {}};

    static Request tiny(machine::Machine& on) {
        return {.values = {{"--sizes", {"300", "40"}},
                           {"--dimensions", {"3"}},
                           {"--points", {"uniform", "grid"}},
                           {"--threads", {"1", "2"}},
                           {"--k", {"3"}},
                           {"--queries", {"20"}}},
                .machine = &on};
    }

    static Results measured(const char* experiment, const Request& options) {
        return measure(options.machine->compute(), gl::TimerKind::wall_clock,
                       make_plan(kdtree_experiment(experiment), options),
                       {.repetitions = 2, .timeout_seconds = 3600, .overhead_repetitions = 2}, {});
    }

    static std::vector<std::string> whats(const Request& options) {
        std::vector<std::string> all;
        for (const PlannedGroup& group : make_plan(kdtree_experiment("kdtree"), options).groups)
            all.push_back(group.what);
        return all;
    }
};

} // namespace

TEST_CASE_METHOD(KdtreeDeviceTest,
                 "OpenGL builds k-d trees and asks them beside the others, stage by stage") {
    for (const points::CoordinateType type : measured_types) {
        Request options = tiny(machine);
        options.values["--type"] = {std::string(type_name(type))};
        const Results results = measured("kdtree", options);
        CHECK(results.complete);
        CHECK(wrong_rows(results).empty());
        const std::vector<const Row*> ours = results.where({{"by", "scanline-compute"}});
        CHECK(ours.size() == 3 * 4);
        for (const Row* row : ours) {
            INFO(row->axis("task") << ": " << row->skipped);
            CHECK(row->repetitions.size() == 2);
            CHECK(row->axis("threads") == "-");
            CHECK(row->axis("library") == "-");
            CHECK(row->overhead);
            const bool builds = row->axis("task") == "build";
            CHECK(row->axis("queries") == (builds ? "-" : "20"));
            CHECK(row->items == (builds ? std::stoi(row->axis("elements")) : 20));
            std::vector<std::string> stages{"sort-queries", "search"};
            if (row->axis("task") == "radius" || row->axis("task") == "box")
                stages = {"sort-queries", "count", "scan", "search", "sort-rows"};
            if (builds) {
                stages = {"sort", "remove-duplicates", "sort-others", "build"};
                if (type == points::CoordinateType::float32)
                    stages.insert(stages.begin(), "check");
            }
            CHECK(stage_names(*row) == stages);
        }
        CHECK(results.where({{"by", "scanline-cpu"}}).size() == 3 * 4 * 2);
        for (const Figure& figure : kdtree_experiment("kdtree").figures(results)) {
            INFO(figure.stem);
            const std::string text = std::visit([](const auto& one) { return svg(one); }, figure.chart);
            CHECK_NOTHROW(chart::count_elements(text));
            CHECK_THAT(text,
                       ContainsSubstring(figure.stem == "kdtree-stages" ? "OpenGL" : "scanline-compute"));
        }
    }
}

TEST_CASE_METHOD(KdtreeDeviceTest, "The CPU takes part where it is asked for") {
    Request options = tiny(machine);
    options.values["--variant"] = {"compute"};
    const Results results = measured("kdtree", options);
    CHECK(results.rows.size() == 3 * 4);
    CHECK(results.where({{"by", "scanline-compute"}}).size() == 3 * 4);
    for (const Claim& claim : kdtree_experiment("kdtree").claims(results))
        CHECK_FALSE(claim.holds.has_value());
    CHECK_FALSE(kdtree_summary(results).empty());
}

TEST_CASE_METHOD(KdtreeDeviceTest, "The paper's tree is built by OpenGL too, beside the published times") {
    const Results results =
        measured("kdtree-paper", {.values = {{"--threads", {"1"}}}, .quick = true, .machine = &machine});
    CHECK(results.rows.size() == 4);
    CHECK(results.find({{"by", "scanline-compute"}, {"task", "verify"}})->measured());
    REQUIRE(results.find({{"by", "scanline-compute"}, {"task", "build"}}) != nullptr);
    CHECK_THAT(kdtree_experiment("kdtree-paper").summary(results),
               ContainsSubstring("here: scanline-compute "));
}

TEST_CASE_METHOD(KdtreeDeviceTest, "Trees and answers of the GPU that are wrong are skipped as wrong") {
    for (const auto& [shader, right, wrong, task] : std::vector<std::array<std::string, 4>>{
             {"kdtree/keys.comp", "key_of_bits(column", "~key_of_bits(column", "build"},
             {"kdtree/knn.comp", "place] = t_points[place];", "place] = t_points[0];", "knn"},
             {"kdtree/radius.comp", "distance > limit()", "distance > 0.25 * limit()", "radius"},
             {"kdtree/box.comp", "place] = node;", "place] = node - node % 2u;", "box"}}) {
        INFO(shader);
        scanline::test::ShaderFolder shaders;
        shaders.replace(shader, right, wrong);
        machine::Machine broken(context.capabilities(), {.shaders = shaders.store()});
        const Results results = measured("kdtree", tiny(broken));
        for (const Row* row : results.where({{"by", "scanline-compute"}})) {
            const bool is_wrong = row->axis("task") == task;
            CHECK(row->measured() != is_wrong);
            CHECK_THAT(row->skipped, StartsWith(is_wrong ? "wrong result: " : ""));
        }
        CHECK(wrong_rows(results).size() == 3);
    }
}

TEST_CASE_METHOD(KdtreeDeviceTest, "A software renderer has no large trees unless it is asked for them") {
    gl::Capabilities software = context.capabilities();
    software.software = true;
    machine::Machine slow(software, {});
    Request options = tiny(slow);
    options.values["--sizes"] = {std::to_string(max_software_points + 1)};
    options.values["--threads"] = {"1"};
    const PlannedGroup build = make_plan(kdtree_experiment("kdtree"), options).groups.front();
    const Group group = build.make();
    REQUIRE(group.variants.size() == 2);
    CHECK_THAT(group.variants.back().skipped, ContainsSubstring("software renderer: more than 1M points") &&
                                                  ContainsSubstring("variant compute"));
}

TEST_CASE_METHOD(KdtreeDeviceTest, "What is claimed of GPUs is measured on them unless sizes are asked for") {
    gl::Capabilities hardware = context.capabilities();
    hardware.software = false;
    machine::Machine gpu(hardware, {});
    const std::vector<std::string> without = whats({}), with = whats({.machine = &gpu});
    REQUIRE(with.size() == without.size() + 2);
    CHECK(with[with.size() - 2] == "build, 16M uniform points of 3");
    CHECK(with.back() == "knn 10, 1M uniform points of 3");
    const auto of = [&](const char* option, const char* value) {
        return Request{.values = {{option, {value}}}, .machine = &gpu};
    };
    for (const Request& options : {Request{.quick = true, .machine = &gpu}, of("--sizes", "2^20"),
                                   of("--dimensions", "2"), of("--queries", "5")}) {
        Request on_cpu = options;
        on_cpu.machine = nullptr;
        CHECK(whats(options) == whats(on_cpu));
    }
    hardware.software = true;
    machine::Machine slow(hardware, {});
    CHECK(whats({.machine = &slow}) == without);
}

} // namespace scanline::systems::kdtree_device_gl_test
