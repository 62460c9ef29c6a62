#include "scanline/compute/engine.h"
#include "scanline/systems/all.h"
#include "scanline/systems/compaction_case.h"
#include "scanline/systems/compute_case.h"
#include "scanline/systems/verify.h"
#include "support/fake_clock.h"
#include "support/gl_test.h"
#include "support/shader_folder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace scanline::systems::verify_gl_test {

namespace {

VerifyOptions options_for(std::uint64_t seed, std::uint64_t cases) {
    VerifyOptions options;
    options.seed = seed;
    options.cases = cases;
    options.seconds = 1e6;
    options.largest = 2000;
    options.only = {"compaction", "primitive"};
    return options;
}

VerifyReport verify(machine::Machine& machine, const VerifyOptions& options) {
    return systems::verify(systems::all(), machine, options);
}

gl::Capabilities without_compute(gl::Capabilities capabilities) {
    capabilities.compute_shader = false;
    return capabilities;
}

// Of ten turns two are compactions: see the turns of both checks.
bool is_compaction(std::uint64_t seed) {
    return seed % 10 == 6 || seed % 10 == 8;
}

CompactionCase compaction_case(std::uint64_t seed) {
    return random_case(seed, seed / 10 * 2 + (seed % 10 == 8 ? 1 : 0), {.largest = 2000});
}

ComputeCase compute_case(std::uint64_t seed, const CaseLimits& limits) {
    const std::uint64_t place = seed % 10;
    return random_compute_case(seed, seed / 10 * 8 + (place < 6 ? place : place / 2 + 3), limits);
}

} // namespace

TEST_CASE_METHOD(test::GlTest, "A right driver passes every case") {
    machine::Machine machine(without_compute(context.capabilities()), {});
    const VerifyReport report = verify(machine, options_for(1, 50));
    CHECK(report.passed == 50);
    CHECK(report.failed == 0);
    CHECK(report.failures.empty());
}

TEST_CASE_METHOD(test::GlTest,
                 "A broken search fails the cases that use it, with the seeds that make them again") {
    test::ShaderFolder shaders;
    shaders.replace("raster/bt_search.frag", "rank >= left", "rank > left");
    machine::Machine machine(without_compute(context.capabilities()), {.shaders = shaders.store()});
    constexpr std::uint64_t first_seed = 4711;
    constexpr std::uint64_t cases = 200;
    const VerifyReport report = verify(machine, options_for(first_seed, cases));

    std::vector<std::uint64_t> wrong;
    for (std::uint64_t seed = first_seed; seed < first_seed + cases; ++seed) {
        const CompactionCase test = random_case(seed, seed, {.largest = 2000});
        if (check(machine.raster(), test, true)) {
            // Auto may have chosen the binary tree.
            CHECK((test.options.algorithm == raster::Algorithm::bt ||
                   test.options.algorithm == raster::Algorithm::automatic));
            wrong.push_back(seed);
        }
    }
    REQUIRE(wrong.size() > 10);
    CHECK(report.failed == wrong.size());
    CHECK(report.passed == cases - wrong.size());
    REQUIRE(report.failures.size() == 10);
    for (std::size_t i = 0; i < report.failures.size(); ++i) {
        const VerifyFailure& failure = report.failures[i];
        CHECK(failure.seed == wrong[i]);
        CHECK_THAT(failure.what, Catch::Matchers::StartsWith(
                                     describe(random_case(failure.seed, failure.seed, {.largest = 2000}))));
        CHECK_THAT(failure.what, Catch::Matchers::ContainsSubstring("pass search 0"));
    }
}

TEST_CASE_METHOD(test::GlTest, "A broken compute shader fails the cases that use it, beside the compactions",
                 "[repeat]") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    test::ShaderFolder shaders;
    shaders.replace("compute/radix_count.comp", "& u_mask", "& (u_mask >> 1)");
    machine::Machine machine(context.capabilities(),
                             {.tier = compute::Tier::shared_memory, .shaders = shaders.store()});
    VerifyOptions options = options_for(1, 100);
    const VerifyReport report = verify(machine, options);

    const CaseLimits limits{.largest = 2000, .shader_int64 = context.capabilities().shader_int64};
    std::vector<std::uint64_t> wrong;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const ComputeCase test = compute_case(seed, limits);
        if (!is_compaction(seed) && check(machine.compute(), test)) {
            CHECK(test.primitive == ComputePrimitive::sort);
            wrong.push_back(seed);
        }
    }
    REQUIRE(wrong.size() > 2);
    CHECK(report.failed == wrong.size());
    CHECK(report.passed == 100 - wrong.size());
    for (std::size_t i = 0; i < report.failures.size(); ++i) {
        const VerifyFailure& failure = report.failures[i];
        CHECK(failure.seed == wrong[i]);
        CHECK_THAT(failure.what,
                   Catch::Matchers::StartsWith(describe(compute_case(failure.seed, limits)) + ": "));
    }
}

TEST_CASE_METHOD(test::GlTest, "Wrong words of a pass are found where the results hide them") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    struct Fault {
        const char *check, *shader, *right, *wrong, *found;
    };
    // Only the order of keys matters to a tree, and only whether a head is 0 to a scan.
    for (const Fault& fault : {Fault{"kdtree", "kdtree/keys.comp", "+ point]);", "+ point]) + 1u;",
                                     "pass take-keys writes wrong words to keys"},
                               Fault{"words", "compute/segment_heads.comp", "] = 1u;", "] = 2u;",
                                     "pass segment-heads writes wrong words to flags"}}) {
        INFO(fault.shader);
        test::ShaderFolder shaders;
        shaders.replace(fault.shader, fault.right, fault.wrong);
        machine::Machine machine(context.capabilities(), {.shaders = shaders.store()});
        VerifyOptions options = options_for(1, 2);
        options.only = {fault.check};
        const VerifyReport report = verify(machine, options);
        CHECK(report.failed > 0);
        for (const VerifyFailure& failure : report.failures)
            CHECK_THAT(failure.what, Catch::Matchers::EndsWith(fault.found));
    }
}

TEST_CASE_METHOD(test::GlTest, "A case that its primitive refuses is no failure of the driver") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    // Less than OpenGL asks of any driver, so that cases do not go by it.
    gl::Capabilities little = context.capabilities();
    little.max_storage_block = 4096;
    machine::Machine machine(little, {.tier = compute::Tier::shared_memory});
    VerifyOptions options = options_for(1, 40);
    const VerifyReport report = verify(machine, options);
    CHECK(report.failed == 0);
    CHECK(report.failures.empty());
    CHECK(report.refused > 0);
    CHECK(report.passed + report.refused == 40);
    REQUIRE(report.refusals.size() == std::min<std::uint64_t>(report.refused, 10));
    for (const VerifyFailure& refusal : report.refusals) {
        CHECK_FALSE(is_compaction(refusal.seed));
        CHECK_THAT(refusal.what, Catch::Matchers::ContainsSubstring("binds at most 4096 bytes at once"));
    }
}

TEST_CASE_METHOD(test::GlTest, "A driver of small textures is not asked for large ones") {
    gl::Capabilities small = context.capabilities();
    small.max_texture_size = 64;
    machine::Machine machine(without_compute(small), {});
    const VerifyReport report = verify(machine, options_for(1, 60));
    CHECK(report.passed == 60);
    CHECK(report.refused == 0);
    for (const VerifyRuns& runs : report.runs)
        CHECK((runs.cases == 0) == (runs.name == "packed"));
}

TEST_CASE_METHOD(test::GlTest, "How often each algorithm ran is counted", "[repeat]") {
    machine::Machine machine(context.capabilities(), {});
    VerifyOptions options = options_for(1, 60);
    const bool compute = machine.has_compute();
    const VerifyReport report = verify(machine, options);
    std::map<std::string_view, std::uint64_t> expected;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        if (compute && !is_compaction(seed)) {
            const ComputeCase test = compute_case(seed, {.largest = 2000});
            ++expected[to_string(test.primitive)];
            if (test.primitive == ComputePrimitive::scan && test.scan.method)
                ++expected[to_string(*test.scan.method)];
            if (test.primitive == ComputePrimitive::scan && test.scan.order)
                ++expected[to_string(*test.scan.order)];
        } else {
            const CompactionCase test =
                compute ? compaction_case(seed) : random_case(seed, seed, {.largest = 2000});
            ++expected[to_string(test.options.algorithm)];
        }
    }
    CHECK(report.runs.size() == enumerators<raster::Algorithm>.size() + (compute ? 9 : 0));
    for (const auto& [system, name, cases] : report.runs) {
        INFO(name);
        CHECK(cases == expected[name]);
    }
}

TEST_CASE_METHOD(test::GlTest, "A shader that does not compile fails the cases that need it and no others") {
    test::ShaderFolder shaders;
    shaders.replace("raster/jj_search.frag", "vec2 source = texel;", "vec2 source = nothing;");
    machine::Machine machine(without_compute(context.capabilities()), {.shaders = shaders.store()});
    const VerifyReport report = verify(machine, options_for(1, 40));
    CHECK(report.passed + report.failed == 40);
    CHECK(report.failed > 0);
    for (const VerifyFailure& failure : report.failures) {
        CHECK_THAT(failure.what, Catch::Matchers::StartsWith("jj, "));
        CHECK_THAT(failure.what, Catch::Matchers::ContainsSubstring("jj_search.frag"));
    }
    CHECK(machine.raster().observer() == nullptr);
    context.take_debug_errors(); // drivers may say there too what does not compile
}

TEST_CASE_METHOD(test::GlTest, "An OpenGL error in a case is a failure of that case") {
    machine::Machine machine(without_compute(context.capabilities()), {});
    VerifyOptions options = options_for(1, 5);
    // The error is made behind the second case, so that it is found in the third.
    options.progress = [](std::uint64_t done, std::uint64_t) {
        if (done == 2)
            glEnable(GL_INVALID_ENUM);
        return true;
    };
    const VerifyReport report = verify(machine, options);
    CHECK(report.passed == 4);
    REQUIRE(report.failures.size() == 1);
    CHECK(report.failures[0].seed == 3);
    if (context.capabilities().khr_debug)
        CHECK(context.take_debug_errors().size() == 1);
}

TEST_CASE_METHOD(test::GlTest, "An error between the passes of a traced case leaves no observer behind") {
    test::ShaderFolder shaders;
    // OpenGL draws with no program that reads one texture unit by samplers of two types.
    shaders.replace("raster/discriminate.frag",
                    "bool inside = ", "bool inside = texture3D(u_solid, vec3(0.5)).r > -1.0 && ");
    shaders.replace("raster/discriminate.frag", "uniform float u_negate;",
                    "uniform sampler3D u_solid;\nuniform float u_negate;");
    machine::Machine machine(without_compute(context.capabilities()), {.shaders = shaders.store()});
    const VerifyReport report = verify(machine, options_for(1, 3));
    if (!context.capabilities().software && report.failed == 0) {
        WARN("not tried: " << context.capabilities().renderer
                           << " draws with samplers of two types on one unit");
        return;
    }
    CHECK(report.failed == 3);
    for (const VerifyFailure& failure : report.failures)
        CHECK_THAT(failure.what, Catch::Matchers::ContainsSubstring("compacting a stream"));
    CHECK(machine.raster().observer() == nullptr);
    context.take_debug_errors();
}

TEST_CASE_METHOD(test::GlTest, "The progress is reported after every case and can end the run") {
    machine::Machine machine(without_compute(context.capabilities()), {});
    VerifyOptions options = options_for(1, 50);
    std::vector<std::uint64_t> told;
    options.progress = [&](std::uint64_t done, std::uint64_t failed) {
        CHECK(failed == 0);
        told.push_back(done);
        return done < 7;
    };
    const VerifyReport report = verify(machine, options);
    CHECK(report.passed == 7);
    CHECK(told == std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE_METHOD(test::GlTest, "The time ends the run, whatever the number of cases") {
    machine::Machine machine(without_compute(context.capabilities()), {});
    test::FakeClock time;
    VerifyOptions options = options_for(1, 0);
    options.seconds = 0.5;
    options.clock = time.clock();
    double milliseconds = 50;
    options.progress = [&](std::uint64_t, std::uint64_t) {
        time.pass(milliseconds);
        return true;
    };
    CHECK(verify(machine, options).passed == 10);
    options.cases = 1000;
    CHECK(verify(machine, options).passed == 10);
    // However short the time, every check has its turns.
    milliseconds = 1e6;
    options.only = {};
    const VerifyReport report = verify(machine, options);
    CHECK(report.failed == 0);
    for (const char* check : {"compaction", "cpu-scan", "kdtree", "skyline"}) {
        INFO(check);
        CHECK(std::ranges::any_of(report.runs, [&](const VerifyRuns& one) {
            return one.system == check && one.cases > 0; // each system with a check of its own name
        }));
    }
}

TEST_CASE_METHOD(test::GlTest,
                 "From ten seconds on every entry is tried, from any seed on and however slow the machine is",
                 "[repeat]") {
    machine::Machine machine(context.capabilities(), {});
    const bool compute = machine.has_compute();
    test::FakeClock time;
    VerifyOptions options = options_for(4711, 0);
    options.only = {};
    options.clock = time.clock();
    options.progress = [&](std::uint64_t, std::uint64_t) {
        time.pass(1e6);
        return true;
    };
    options.seconds = 10;
    VerifyReport report = verify(machine, options);
    CHECK(report.failed == 0);
    CHECK(report.refused == 0);
    CHECK(report.overtime);
    for (const auto& [system, name, cases] : report.runs) {
        INFO(system << " " << name);
        CHECK((cases > 0 || !compute));
    }
    options.seconds = 9;
    report = verify(machine, options);
    CHECK_FALSE(report.overtime);
    CHECK(std::ranges::count(report.runs, 0u, &VerifyRuns::cases) > 0);
}

TEST_CASE_METHOD(test::GlTest, "An entry that the machine cannot run does not keep a run from its end") {
    gl::Capabilities small = context.capabilities();
    small.max_texture_size = 64;
    machine::Machine machine(without_compute(small), {});
    test::FakeClock time(std::chrono::seconds(100));
    VerifyOptions options = options_for(1, 0);
    options.seconds = 10;
    options.clock = time.clock();
    const VerifyReport report = verify(machine, options);
    CHECK(report.passed < 50);
    for (const VerifyRuns& runs : report.runs)
        CHECK((runs.cases == 0) == (runs.name == "packed"));
}

TEST_CASE_METHOD(test::GlTest, "Systems and checks that do not exist are refused with those that do") {
    machine::Machine machine(without_compute(context.capabilities()), {});
    VerifyOptions options = options_for(1, 1);
    options.systems = {"trees"};
    CHECK_THROWS_WITH(verify(machine, options),
                      Catch::Matchers::StartsWith("--system trees is none of compaction, primitives, "));
    options.systems = {"cpu-scan"}; // which has no check of that name
    CHECK_THROWS_WITH(verify(machine, options), Catch::Matchers::StartsWith("there is nothing to verify"));
}

TEST_CASE_METHOD(test::GlTest,
                 "Every entry that is listed is checked, and checks cover what is listed alone") {
    for (const System& system : systems::all()) {
        std::set<std::string_view> listed, covered;
        for (const Entry& entry : system.entries)
            listed.insert(entry.name);
        for (const Check& check : system.checks)
            covered.insert(check.covers.begin(), check.covers.end());
        INFO(system.name);
        CHECK(listed == covered);
    }
}

TEST_CASE_METHOD(test::GlTest,
                 "Rewritten shaders want the same words, and the machine has its own again after it") {
    machine::Machine machine(context.capabilities(), {});
    VerifyOptions options = options_for(1, 10);
    options.rewrite = rewrite_alike;
    const VerifyReport report = verify(machine, options);
    CHECK(report.passed == 10);
    CHECK(report.rewrites.at("branches") > 5);
    CHECK(verify(machine, options_for(1, 10)).rewrites.empty());
}

TEST_CASE_METHOD(test::GlTest,
                 "A rewriting that changes a word is found and named, and comes back by its seed") {
    machine::Machine machine(without_compute(context.capabilities()), {});
    VerifyOptions options = options_for(1000, 30);
    options.only = {"compaction"};
    std::set<std::uint64_t> seeds;
    options.rewrite = [&](std::string_view name, gl::FlatSource& source, std::uint64_t seed,
                          std::string_view only) {
        seeds.insert(seed);
        RewriteCounts counts;
        const std::string right = "rank >= left";
        const std::size_t at = source.text.find(right);
        if (name == "raster/bt_search.frag" && at != std::string::npos &&
            (only.empty() || only == "faults")) {
            source.text.replace(at, right.size(), "rank > left");
            ++counts["faults"];
        }
        if (only != "faults")
            counts.merge(rewrite_alike(name, source, seed, only));
        return counts;
    };
    const VerifyReport report = verify(machine, options);
    REQUIRE(report.failed > 0);
    CHECK(report.passed > 0);
    for (const VerifyFailure& failure : report.failures) {
        INFO(failure.seed);
        CHECK_THAT(failure.what, Catch::Matchers::EndsWith(
                                     "; only with rewritten faults in shaders/raster/bt_search.frag"));
    }
    CHECK(seeds == std::set<std::uint64_t>{1000 / 256, 1029 / 256});
    options.seed = report.failures.front().seed;
    options.cases = 1;
    const VerifyReport again = verify(machine, options);
    REQUIRE(again.failures.size() == 1);
    CHECK(again.failures.front().what == report.failures.front().what);
}

} // namespace scanline::systems::verify_gl_test
