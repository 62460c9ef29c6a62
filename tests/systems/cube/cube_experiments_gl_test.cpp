#include "scanline/bench/results.h"
#include "support/shader_folder.h"
#include "systems/experiments_gl_test.h"

#include <algorithm>

// The experiments with cubes on OpenGL and the CPU: what they measure and count, and what they leave out.

namespace scanline::systems::cube_experiments_gl_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

class CubeExperimentsTest : public test::ExperimentsTest {
protected:
    static Request request(machine::Machine& on, const std::string& rows, const std::string& dimensions) {
        return {.values = {{"--sizes", {rows}},
                           {"--dimensions", {dimensions}},
                           {"--cardinality", {"5"}},
                           {"--zipf", {"0"}},
                           {"--queries", {"40"}}},
                .machine = &on};
    }
};

} // namespace

TEST_CASE_METHOD(CubeExperimentsTest,
                 "Every operation on a cube is checked and timed, and nodes are counted") {
    Request options = request(machine, "3000", "3");
    options.values["--threads"] = {"1", "2"};
    const Results results = measured("cube", options);
    CHECK(results.rows.size() == 7 * 3);
    for (const Row& row : results.rows) {
        INFO(row.axis("operation") << " " << row.axis("by") << ": " << row.skipped);
        CHECK(row.repetitions.size() == 2);
        const std::string operation = row.axis("operation");
        const bool asks = row.axis("queries") == "40",
                   makes = operation == "build" || operation == "update" || operation == "append";
        CHECK(row.items == (asks ? 40 : 3000));
        if (makes) {
            CHECK(row.count("nodes") == 1 + 5 + 25 + 125);
            CHECK(row.count("tree_bytes") == (1 + 5 + 25 + 125) * 28);
        }
    }
    const auto check_stages = [&](const char* operation, const std::vector<std::string>& names) {
        INFO(operation);
        const Row* const row = results.find({{"operation", operation}, {"by", "scanline-compute"}});
        REQUIRE(row != nullptr); // there is none of a wrong result
        for (const std::string& name : names) {
            INFO(name);
            CHECK(std::ranges::count(row->repetitions.front().stages, name, &Stage::name) == 1);
        }
    };
    check_stages("build", {"upload", "key", "index", "header-table", "roll-up", "other"});
    check_stages("update", {"upload", "key", "merge", "index", "header-table", "roll-up", "other"});
    check_stages("append", {"upload", "key", "merge", "index", "header-table", "roll-up", "other"});
    check_stages("on-path", {"upload", "locate", "download", "other"});
    check_stages("off-path", {"upload", "locate", "climb", "download", "other"});
    check_stages("group-by", {"select", "group", "download", "other"});
}

TEST_CASE_METHOD(CubeExperimentsTest, "Wrong trees, cells and histograms of the GPU are skipped as wrong") {
    struct Fault {
        const char *file, *right, *wrong, *operation, *told;
    };
    for (const Fault& fault :
         {Fault{"cube/aggregates.comp", "rows_before(end) - rows;", "rows_before(end) - rows + 1u;", "build",
                "counts of level 0"},
          {"cube/update_cells.comp", "+= end - first;", "+= end - first + 1u;", "update", "of level 0"},
          {"cube/answers.comp", "cell.count;", "cell.count + 1u;", "on-path", "query 0 counts "},
          {"cube/climb.comp", "min(run.end - run.first, u_begin + u_part)", "run.end - run.first - 1u",
           "off-path", "query "},
          {"cube/group_cells.comp", "= counts[u_first[4] + from];", "= counts[u_first[4] + from] + 1u;",
           "group-by", "groups differ"},
          {"cube/linked_histograms.comp", "failures > 1u", "failures > 0u", "brush", "dimension 0"}}) {
        INFO(fault.file);
        scanline::test::ShaderFolder shaders;
        shaders.replace(fault.file, fault.right, fault.wrong);
        machine::Machine broken(context.capabilities(), {.shaders = shaders.store()});
        // Beyond what is compared with the reference row by row.
        for (const char* rows : {"200", "3000"}) {
            Request options = request(broken, rows, "3");
            options.values["--operation"] = {fault.operation};
            options.values["--threads"] = {"1"};
            const Results results = measured("cube", options);
            REQUIRE(results.rows.size() == 2);
            CHECK(wrong_rows(results).size() == 1);
            CHECK_THAT(results.rows.front().skipped,
                       StartsWith("wrong result: ") && ContainsSubstring(fault.told));
            INFO(results.rows.back().skipped);
            CHECK(results.rows.back().measured());
        }
    }
}

TEST_CASE_METHOD(CubeExperimentsTest, "One dimension has no queries off the path") {
    Request options = request(machine, "100", "1");
    options.values["--operation"] = {"off-path", "on-path"};
    const Results results = measured("cube", options);
    for (const Row& row : results.rows)
        CHECK(row.measured() == (row.axis("operation") == "on-path"));
    CHECK_THAT(results.rows.front().skipped, ContainsSubstring("one dimension"));
}

TEST_CASE_METHOD(CubeExperimentsTest, "A software renderer has no large cubes unless it is asked for them") {
    machine::Machine slow = machine_taken_for(true);
    Request options = request(slow, "16385", "2");
    options.values["--operation"] = {"build"};
    options.values["--threads"] = {"1"};
    const Group group = make_plan(find_experiment("cube"), options).groups.front().make();
    REQUIRE(group.variants.size() == 2);
    CHECK_THAT(group.variants.front().skipped, ContainsSubstring("software renderer: more than 16K rows"));
    CHECK(group.variants.back().skipped.empty());
}

TEST_CASE_METHOD(CubeExperimentsTest, "A GPU has the paper's cubes by default, others have small ones") {
    machine::Machine gpu = machine_taken_for(false);
    const std::vector<std::string> large = group_names("cube", {.machine = &gpu});
    CHECK(large.size() == 1 + 3 + 4 + 4 + 1);
    CHECK(large.front() == "D15C160T400000, zipf 0");
    CHECK(large.back() == "D15C160T400000, zipf 1.2");
    CHECK(group_names("cube", {}).front() == "D6C40T16384, zipf 0");
    CHECK(group_names("cube-paper", {.machine = &gpu}) == std::vector<std::string>{"D15C40T600000, zipf 0"});
}

} // namespace scanline::systems::cube_experiments_gl_test
