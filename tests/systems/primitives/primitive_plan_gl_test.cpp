#include "scanline/bench/results.h"
#include "scanline/systems/primitive.h"

#include "scanline/core/error.h"
#include "support/gl_test.h"
#include "systems/peer_of_build.h"

#include <algorithm>
#include <array>
#include <map>

namespace scanline::systems::primitive_plan_gl_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

const std::filesystem::path fakes = SCANLINE_FAKE_PEERS;

Peer fake(const std::string& fault) {
    return find_peer(fault, {fakes});
}

using Words = std::vector<std::uint32_t>;

// Elements 0, 10, 20 ... with all that can belong to them, which the operation echo of the fake adds up.
PrimitiveInput tens(std::int64_t size) {
    PrimitiveInput input{.elements = Words(static_cast<std::size_t>(size))};
    for (std::size_t i = 0; i < input.elements.size(); ++i)
        input.elements[i] = static_cast<std::uint32_t>(10 * i);
    input.values.assign(input.elements.size(), 100'000);
    input.flags.assign(input.elements.size(), 1);
    input.offsets = {0, 1, static_cast<std::uint32_t>(size)};
    return input;
}

PrimitiveOutput sums(const PrimitiveInput& input) {
    PrimitiveOutput output{.results = input.elements, .companions = input.offsets};
    for (std::uint32_t& result : output.results)
        result += 100'001;
    return output;
}

// A variant that writes the right output, but for one word of it.
PrimitiveVariant writing(std::string name, int wrong_result, int wrong_companion) {
    return {std::move(name), [=](compute::Engine&, PrimitiveArrays& arrays) -> Work {
                return [=, &arrays] {
                    PrimitiveOutput output =
                        sums({.elements = arrays.elements.download(), .offsets = arrays.offsets.download()});
                    output.results[0] += static_cast<std::uint32_t>(wrong_result);
                    output.companions[0] += static_cast<std::uint32_t>(wrong_companion);
                    const auto write = [](compute::DeviceArray<std::uint32_t>& to, const Words& words) {
                        compute::upload<std::uint32_t>(
                            to.view().part(0, static_cast<std::int64_t>(words.size())), words);
                    };
                    write(arrays.results, output.results);
                    write(arrays.companions, output.companions);
                };
            }};
}

PrimitiveVariant idle() {
    return {"idle", [](compute::Engine&, PrimitiveArrays&) -> Work { return [] {}; }};
}

PrimitiveVariant impossible() {
    return {"impossible",
            [](compute::Engine&, PrimitiveArrays&) -> Work { throw Error("it cannot be made"); }};
}

Primitive echo(std::vector<PrimitiveVariant> variants) {
    return {
        .name = "echo", .title = "Echoes", .input = tens, .expected = sums, .variants = std::move(variants)};
}

class PrimitivePlanTest : public scanline::test::GlTest {
protected:
    machine::Machine machine{context.capabilities(), {}};

    static Request request_of(machine::Machine& on, const std::vector<std::int64_t>& sizes,
                              const std::string& variant = "all") {
        Request request{.values = {{"--variant", {variant}}}, .machine = &on};
        for (const std::int64_t size : sizes)
            request.values["--sizes"].push_back(std::to_string(size));
        return request;
    }

    static Results measure_with(machine::Machine& on, const Primitive& primitive,
                                const std::vector<std::int64_t>& sizes, std::vector<Peer> peers = {}) {
        Request request = request_of(on, sizes);
        request.peers = std::move(peers);
        return measure(on.compute(), gl::TimerKind::wall_clock, make_primitive_plan(primitive, request),
                       {.repetitions = 2, .timeout_seconds = 3600, .overhead_repetitions = 0}, {});
    }
};

const Row& row_of(const Results& results, const std::string& variant) {
    const auto rows = results.where({{"variant", variant}});
    REQUIRE(rows.size() == 1);
    return *rows.front();
}

} // namespace

TEST_CASE_METHOD(PrimitivePlanTest, "Every variant of every primitive gives the right result at every size, "
                                    "and so do the peers on processors") {
    std::vector<Peer> peers;
    for (const char* name : {"cpu", "tbb"}) {
        if (std::optional<Peer> peer = test::peer_of_build(name))
            peers.push_back(std::move(*peer));
    }
    // Up to one more than a group sorts by itself.
    const std::vector<std::int64_t> sizes{1, 2, 1000, 4097, 8193};
    for (const Primitive& primitive : primitives()) {
        const Results results = measure_with(machine, primitive, sizes, peers);
        CHECK(results.complete);
        CHECK(results.experiment == primitive.name);
        CHECK(results.title == primitive.title);
        CHECK_THAT(results.roof, ContainsSubstring("copy"));
        REQUIRE(results.rows.size() == sizes.size() * (primitive.variants.size() + peers.size()));
        for (const Row& row : results.rows) {
            INFO(primitive.name << " of " << row.axis("elements") << " by " << row.axis("by") << ", "
                                << row.axis("variant") << ": " << row.skipped);
            CHECK(row.measured());
            CHECK(row.roof_milliseconds);
            CHECK_FALSE(row.overhead);
            CHECK(row.seed == 1);
            if (row.axis("by") == "scanline")
                CHECK(row.axis("tier") == to_string(machine.compute().tier()));
        }
    }
}

TEST_CASE_METHOD(PrimitivePlanTest,
                 "Without sizes a primitive is measured at its own, and at others in a quick run") {
    Primitive primitive = echo({idle()});
    static constexpr std::array<std::int64_t, 2> sizes{300, 400};
    static constexpr std::array<std::int64_t, 1> quick_sizes{5};
    primitive.sizes = sizes;
    primitive.quick_sizes = quick_sizes;
    Request request = request_of(machine, {});
    const auto measured = [&] {
        std::vector<std::string> names;
        for (const PlannedGroup& group : make_primitive_plan(primitive, request).groups)
            names.push_back(group.what);
        return names;
    };
    CHECK(measured() == std::vector<std::string>{"echo of 300", "echo of 400"});
    request.quick = true;
    CHECK(measured() == std::vector<std::string>{"echo of 5"});
}

TEST_CASE_METHOD(PrimitivePlanTest,
                 "The bytes of a primitive are what it cannot avoid to read and to write, once each") {
    constexpr std::int64_t n = 4096, word = 4;
    const auto bytes_of = [&](const Primitive& primitive) {
        const Plan plan = make_primitive_plan(primitive, request_of(machine, {n}, "auto"));
        return plan.groups.front().make().variants.front().bytes;
    };
    std::map<std::string_view, std::int64_t> bytes;
    for (const Primitive& primitive : primitives())
        bytes[primitive.name] = bytes_of(primitive);
    // About half of the elements are selected, and counted.
    const std::int64_t selected = bytes["compact-flagged"] / word - 2 * n - 1;
    CHECK(selected > n * 45 / 100);
    CHECK(selected < n * 55 / 100);
    bytes.erase("compact-flagged");
    CHECK(bytes == std::map<std::string_view, std::int64_t>{{"copy", word * 2 * n},
                                                            {"scan", word * 2 * n},
                                                            {"reduce", word * (n + 1)},
                                                            {"sort", word * 2 * n},
                                                            {"sort-pairs", word * 4 * n},
                                                            {"segmented-sort", word * (2 * n + 4 + 1)},
                                                            {"histogram", word * (n + 256)}});
}

TEST_CASE_METHOD(PrimitivePlanTest,
                 "A variant is timed as one stage, whatever it announces, beside its peers") {
    const Primitive& scan = *std::ranges::find(primitives(), "scan", &Primitive::name);
    const Results results = measure_with(machine, scan, {1000}, {fake("none")});
    REQUIRE(results.rows.size() == scan.variants.size() + 1);
    for (const Row& row : results.rows) {
        INFO(row.axis("variant"));
        CHECK(row.items == 1000);
        CHECK(row.bytes == 2 * 4 * 1000);
        REQUIRE(row.repetitions.size() == 2);
        REQUIRE(row.repetitions[0].stages.size() == 1);
        CHECK(row.repetitions[0].stages[0].name == "whole");
    }
    const Row peer = row_of(results, "Fake 1.0, made up");
    CHECK(peer.axes ==
          AxisValues{{"elements", "1000"}, {"by", "none"}, {"tier", "-"}, {"variant", "Fake 1.0, made up"}});
    CHECK(peer.totals() == std::vector<double>{0.25, 0.25});
    CHECK(peer.roof_milliseconds == results.rows[0].roof_milliseconds);
}

TEST_CASE_METHOD(PrimitivePlanTest,
                 "What is wrong, does nothing or cannot be is skipped with what it was, and the others run") {
    const Primitive primitive = echo(
        {writing("right", 0, 0), writing("result", 1, 0), writing("companion", 0, 7), idle(), impossible()});
    const Results results = measure_with(machine, primitive, {50});
    CHECK(row_of(results, "right").measured());
    CHECK(row_of(results, "result").skipped ==
          "wrong result: element 0 is 100002, not 100001; 1 of 50 differ");
    CHECK(row_of(results, "companion").skipped == "wrong result: companion 0 is 7, not 0; 1 of 3 differ");
    // The right result of the variant before must not be taken for its own.
    CHECK_THAT(row_of(results, "idle").skipped,
               StartsWith("wrong result: element 0 is") && ContainsSubstring("50 of 50 differ"));
    CHECK(row_of(results, "impossible").skipped == "it cannot be made");
    CHECK(wrong_rows(results).size() == 3);
    // Elements, values, flags and results, three offsets and three companions.
    CHECK(results.rows[0].bytes == 4 * (4 * 50 + 2 * 3));
}

TEST_CASE_METHOD(PrimitivePlanTest,
                 "A peer gets all of the input, and one that is wrong or fails is skipped with the reason") {
    for (const auto& [fault, reason] : std::vector<std::pair<std::string, std::string>>{
             {"none", ""},
             {"wrong_result", "wrong result: element 25 is 100252, not 100251"},
             {"wrong_companion", "wrong result: companion 1 is 2, not 1"},
             {"no_memory", "echo of no_memory: the fake has no memory"},
             {"no_run", "a run of no_run: the fake is tired"},
             {"no_output", "a result of no_output: the fake forgot"}}) {
        INFO(fault);
        const Results results = measure_with(machine, echo({writing("right", 0, 0)}), {50}, {fake(fault)});
        CHECK(row_of(results, "right").measured());
        const Row row = row_of(results, "Fake 1.0, made up");
        CHECK(row.measured() == reason.empty());
        CHECK_THAT(row.skipped, StartsWith(reason));
        CHECK(wrong_rows(results).size() == (fault.starts_with("wrong") ? 1 : 0));
    }
}

TEST_CASE_METHOD(
    PrimitivePlanTest,
    "What is larger than a storage block is skipped with the reason, copy and all, beside a peer that can") {
    gl::Capabilities small = context.capabilities();
    small.max_storage_block = 4096;
    machine::Machine limited(small, {});
    const Primitive& scan = *std::ranges::find(primitives(), "scan", &Primitive::name);
    const Results results = measure_with(limited, scan, {1024, 1025}, {fake("none")});
    for (const Row& row : results.rows) {
        const bool fits = row.axis("elements") == "1024" || row.axis("by") == "none";
        CHECK(row.measured() == fits);
        CHECK(row.roof_milliseconds.has_value() == (row.axis("elements") == "1024"));
        if (!fits)
            CHECK_THAT(row.skipped, ContainsSubstring("1025 elements") && ContainsSubstring("4096"));
    }
    CHECK(wrong_rows(results).empty());
}

TEST_CASE_METHOD(PrimitivePlanTest, "A plan has a group for each size, which saves the state of OpenGL once, "
                                    "and leaves the state of OpenGL as it was") {
    const Primitive& copy = *std::ranges::find(primitives(), "copy", &Primitive::name);
    const Plan plan = make_primitive_plan(copy, request_of(machine, {1 << 10, 1000}));
    REQUIRE(plan.groups.size() == 2);
    CHECK(plan.groups[0].what == "copy of 1K");
    CHECK(plan.groups[0].weight > plan.groups[1].weight);
    const auto program = [] {
        GLint bound = 0;
        glGetIntegerv(GL_CURRENT_PROGRAM, &bound);
        return bound;
    };
    const gl::Buffer buffer = gl::Buffer::create();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer.id());
    {
        const Group group = plan.groups[1].make();
        group.roof();
        // Saved once for all runs, not by each of them.
        CHECK(program() != 0);
    }
    CHECK(program() == 0);
    GLint bound = 0;
    glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 0, &bound);
    CHECK(bound == static_cast<GLint>(buffer.id()));
}

} // namespace scanline::systems::primitive_plan_gl_test
