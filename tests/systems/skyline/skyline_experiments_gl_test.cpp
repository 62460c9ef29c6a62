#include "scanline/bench/results.h"
#include "scanline/skyline/generate.h"
#include "scanline/skyline/reference/sky_align.h"
#include "support/shader_folder.h"
#include "systems/experiments_gl_test.h"

#include <algorithm>

// The experiments with skylines on OpenGL and the CPU: what they measure and count, and what they leave out.

namespace scanline::systems::skyline_experiments_gl_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

class SkylineExperimentsTest : public test::ExperimentsTest {
protected:
    static Request request(machine::Machine& on, const std::string& rows, const std::string& columns) {
        return {.values = {{"--sizes", {rows}}, {"--dimensions", {columns}}, {"--kind", {"independent"}}},
                .machine = &on};
    }
};

} // namespace

TEST_CASE_METHOD(SkylineExperimentsTest, "Every algorithm finds the skyline of a small table, and is timed") {
    Request options = request(machine, "300", "2");
    options.values["--threads"] = {"1", "2"};
    const Results results = measured("skyline", options);
    // All of OpenGL; sweep and box-tree by one and two threads; sky-align, sfs and bnl.
    CHECK(results.rows.size() == 9 + 2 * 2 + 3);
    for (const Row& row : results.rows) {
        INFO(row.axis("algorithm") << " " << row.axis("by") << ": " << row.skipped);
        CHECK(row.repetitions.size() == 2);
        CHECK(row.items == 300);
        CHECK(row.count("skyline_rows") == results.rows.front().count("skyline_rows"));
    }
    CHECK(results.where({{"algorithm", "box-tree"}, {"threads", "2"}, {"by", "scanline-cpu"}}).size() == 1);
}

TEST_CASE_METHOD(SkylineExperimentsTest, "Rows and levels of SkyAlign count what its CPU twin counts") {
    const Results results = measured("skyline-levels", request(machine, "400", "4"));
    REQUIRE(results.rows.size() == 1);
    const Row& row = results.rows.front();
    INFO(row.skipped);
    const points::PointCloud<float> table = skyline::generate(skyline::Kind::independent, 400, 4, data_seed);
    const skyline::Skyline twin = skyline::reference::sky_align(skyline::keys_of(table.points()));
    CHECK(row.count("skyline_rows") == std::ssize(twin.ids));
    CHECK(row.count("dominance_tests") == twin.counters.dominance_tests);
    CHECK(row.count("mask_tests") == twin.counters.mask_tests);
    CHECK(row.count("pruned", "pre-filter") == 400 - twin.levels.front().points);
    std::vector<std::string> stages{"upload", "pre-filter", "masks", "sort"};
    REQUIRE(twin.levels.size() == 5);
    for (const skyline::LevelStats& level : twin.levels) {
        const std::string stage = "level " + std::to_string(level.level);
        CHECK(row.count("points", stage) == level.points);
        CHECK(row.count("pruned", stage) == level.pruned);
        CHECK(row.count("dominance_tests", stage) == level.counters.dominance_tests);
        CHECK(row.count("mask_tests", stage) == level.counters.mask_tests);
        if (level.counters.mask_tests > 0)
            stages.push_back(stage);
    }
    stages.insert(stages.end(), {"collect", "other"});
    std::vector<std::string> timed;
    for (const Stage& stage : row.repetitions.front().stages)
        timed.push_back(stage.name);
    CHECK(timed == stages);
}

TEST_CASE_METHOD(SkylineExperimentsTest,
                 "Algorithms of the GPU whose skyline is wrong are skipped as wrong") {
    scanline::test::ShaderFolder shaders;
    shaders.replace("skyline/prefilter.comp", "better || equal ? 1u", "better ? 0u");
    machine::Machine broken(context.capabilities(), {.shaders = shaders.store()});
    Request options = request(broken, "200", "3");
    options.values["--algorithm"] = {"sky-align", "sky-cells"};
    const Results results = measured("skyline", options);
    CHECK(results.rows.size() == 3);
    for (const Row& row : results.rows) {
        const bool is_wrong = row.axis("algorithm") == "sky-align" && row.axis("by") == "scanline-compute";
        CHECK(row.measured() != is_wrong);
        CHECK_THAT(row.skipped, StartsWith(is_wrong ? "wrong result: misses row " : ""));
    }
    CHECK(wrong_rows(results).size() == 1);
}

TEST_CASE_METHOD(SkylineExperimentsTest,
                 "A software renderer has no large tables unless it is asked for them") {
    machine::Machine slow = machine_taken_for(true);
    Request options = request(slow, "8193", "2");
    options.values["--algorithm"] = {"sweep"};
    const PlannedGroup table = make_plan(find_experiment("skyline"), options).groups.front();
    const Group group = table.make();
    REQUIRE(group.variants.size() == 2);
    CHECK_THAT(group.variants.front().skipped, ContainsSubstring("software renderer: more than 8K rows") &&
                                                   ContainsSubstring("variant compute"));
    CHECK(group.variants.back().skipped.empty());
}

TEST_CASE_METHOD(SkylineExperimentsTest, "A GPU has the paper's tables by default, others have small ones") {
    machine::Machine gpu = machine_taken_for(false);
    const std::vector<std::string> large = group_names("skyline", {.machine = &gpu});
    CHECK(large.size() == 3 * (4 + 6));
    CHECK(large.front() == "independent, 1000000 rows of 12");
    CHECK(std::ranges::count(large, "anticorrelated, 1000000 rows of 16") == 1);
    CHECK(group_names("skyline", {}).front() == "independent, 4K rows of 12");
    const std::vector<std::string> levels = group_names("skyline-levels", {.machine = &gpu});
    CHECK(levels.size() == 3 * 3);
    CHECK(levels.back() == "anticorrelated, 1000000 rows of 16");
}

} // namespace scanline::systems::skyline_experiments_gl_test
