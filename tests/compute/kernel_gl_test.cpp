// The conventions of kernels, tested with a shader that records what it sees.
#include "compute_fixture.h"
#include "scanline/compute/kernel.h"
#include "scanline/core/bits.h"
#include "support/shader_folder.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

#include <numeric>
#include <optional>

namespace kernel_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::GuardedArray;
using Numbers = std::vector<std::uint32_t>;

namespace {

constexpr int group = 32;
constexpr std::int64_t elements_per_group = std::int64_t{2} * group;

constexpr const char* echo = R"(#version 430
// Adds each element to its result, which must happen once, and records the rest in notes. Reads 0: elements.
// Writes 1: results. Writes 2: notes.
#include "compute/kernel.glsl"
#include "compute/moved.glsl"
layout(std430, binding = 0) readonly buffer Elements { T elements[]; };
layout(std430, binding = 1) buffer Results { T results[]; };
layout(std430, binding = 2) buffer Notes { uint notes[]; };
layout(location = 12) uniform uint u_unsigned;
layout(location = 13) uniform int u_signed;
layout(location = 14) uniform float u_float;
void main() {
    uint n = length_of_input();
    // Groups loop if there are fewer than the elements need.
    for (uint first = group_index() * 2u * GROUP; first < n; first += group_count() * 2u * GROUP)
        for (uint i = first + gl_LocalInvocationIndex; i < first + 2u * GROUP; i += GROUP)
            if (i < n)
                results[u_first[1] + i] += elements[u_first[0] + i];
    if (gl_LocalInvocationIndex == 0u)
        atomicAdd(notes[u_first[2]], 1u);
    if (gl_LocalInvocationIndex == 0u && group_index() == 0u) {
        notes[u_first[2] + 1u] = group_count();
        notes[u_first[2] + 2u] = n;
        notes[u_first[2] + 3u] = u_unsigned;
        notes[u_first[2] + 4u] = uint(u_signed);
        notes[u_first[2] + 5u] = floatBitsToUint(u_float);
        notes[u_first[2] + 6u] = u_epoch;
#if WIDE
        notes[u_first[2] + 7u] = u_wide;
#else
        notes[u_first[2] + 7u] = 2u;
#endif
        notes[u_first[2] + 8u] = uint(TIER);
    }
}
)";
constexpr std::int64_t note_count = 9;
constexpr std::uint32_t unwritten = 0xffffffffu;

class KernelTest : public ComputeTest {
public:
    KernelTest() { shaders_.add("compute/echo.comp", echo); }

    std::unique_ptr<Engine> make_engine(const gl::Capabilities& capabilities,
                                        Tier tier = Tier::shared_memory) const {
        return std::make_unique<Engine>(capabilities,
                                        Engine::Options{.tier = tier, .shaders = shaders_.store()});
    }
    /// An engine that treats the driver as hardware or software.
    std::unique_ptr<Engine> make_engine(bool software) const {
        gl::Capabilities kind = capabilities();
        kind.software = software;
        return make_engine(kind);
    }
    static Kernel make_kernel(Engine& engine, ElementType type = ElementType::uint32) {
        return {engine, "compute/echo", group, elements_per_group, element_constants(type)};
    }

private:
    test::ShaderFolder shaders_;
};

/// A run of the kernel on elements 1 2 3 ... after a number of others, with checks that hold in every case.
struct Echo {
    std::int64_t size = 0;
    std::int64_t input_first = 64, output_first = 64;
    std::optional<std::uint32_t> count{};
    bool always = false;
    std::int64_t max_groups = 0;

    Numbers operator()(Engine& engine, const Kernel& kernel) const {
        Numbers values(static_cast<std::size_t>(size));
        std::iota(values.begin(), values.end(), 1u);
        GuardedArray<std::uint32_t> input(values, input_first);
        GuardedArray<std::uint32_t> output(Numbers(values.size(), 0), output_first);
        GuardedArray<std::uint32_t> notes(Numbers(note_count, unwritten), 3);
        upload<std::uint32_t>(notes.view().part(0, 1), Numbers{0});
        std::optional<GuardedArray<std::uint32_t>> counts;
        if (count)
            counts.emplace(Numbers{*count}, 7);
        const Operation operation(engine, "echo");
        kernel.run(engine, Length(size, counts ? std::optional(counts->view().range()) : std::nullopt),
                   {.pass = "echo",
                    .bindings = {{"elements", input.view().range()},
                                 {"results", output.view().range()},
                                 {"notes", notes.view().range()}},
                    .uniforms = {4'000'000'000u, -5, 0.25f},
                    .always = always,
                    .max_groups = max_groups});
        // Every element once, however groups are arranged.
        std::fill(values.begin() + std::min<std::ptrdiff_t>(count.value_or(0xffffffffu), size), values.end(),
                  0u);
        CHECK(output.download() == values);
        CHECK(output.intact());
        CHECK(input.intact());
        CHECK(notes.intact());
        return notes.download();
    }
};

} // namespace

TEST_CASE_METHOD(KernelTest,
                 "A kernel runs once on every element, wherever they begin, and sees its uniforms") {
    const std::unique_ptr<Engine> engine = make_engine(capabilities());
    const Kernel kernel = make_kernel(*engine);
    CHECK(kernel.elements_per_group() == elements_per_group);
    for (const std::int64_t size : {1, 63, 64, 65, 1000}) {
        for (const std::int64_t first : {0, 1, 2, 3, 5, 64, 67}) {
            INFO(size << " elements from " << first);
            const Numbers notes =
                Echo{.size = size, .input_first = first, .output_first = 67 - first}(*engine, kernel);
            const auto groups = static_cast<std::uint32_t>(divide_rounding_up(size, elements_per_group));
            CHECK(notes[0] == groups);
            CHECK(notes[1] == groups);
            CHECK(notes[2] == size);
            CHECK(notes[3] == 4'000'000'000u);
            CHECK(notes[4] == static_cast<std::uint32_t>(-5));
            CHECK(notes[5] == 0x3e800000u); // 0.25
            CHECK(notes[8] == static_cast<std::uint32_t>(Tier::shared_memory));
        }
    }
}

TEST_CASE_METHOD(KernelTest, "Elements are bound from an offset that the driver takes") {
    // The smallest alignment, and one without an offset of the elements.
    for (const int alignment : {capabilities().storage_offset_alignment, 256}) {
        gl::Capabilities aligned = capabilities();
        aligned.storage_offset_alignment = alignment;
        const std::unique_ptr<Engine> engine = make_engine(aligned);
        const Kernel kernel = make_kernel(*engine);
        for (const std::int64_t first : {0, 1, 63, 64, 65, 127, 200}) {
            INFO("alignment " << alignment << ", from " << first);
            Echo{.size = 100, .input_first = first, .output_first = 2 * first}(*engine, kernel);
        }
    }
    const std::unique_ptr<Engine> engine = make_engine(capabilities());
    const Kernel pairs = make_kernel(*engine, ElementType::pair);
    for (const std::int64_t first : {0, 1, 2, 3, 31, 33}) {
        INFO("pairs from " << first);
        GuardedArray<Pair> input(std::vector<Pair>{{1, 2}, {3, 4}, {5, 6}}, first);
        GuardedArray<Pair> output(std::vector<Pair>(3), first + 1);
        const DeviceArray<std::uint32_t> notes(Numbers(note_count, 0));
        const Operation operation(*engine, "pairs");
        pairs.run(*engine, 3,
                  {.pass = "pairs",
                   .bindings = {{"elements", input.view().range()},
                                {"results", output.view().range()},
                                {"notes", notes.view().range()}}});
        CHECK((output.download() == std::vector<Pair>{{1, 2}, {3, 4}, {5, 6}}));
        CHECK(output.intact());
    }
}

TEST_CASE_METHOD(KernelTest,
                 "Elements are read by fours where every range begins at sixteen bytes, on hardware") {
    const std::unique_ptr<Engine> hardware = make_engine(false);
    const Kernel wide = make_kernel(*hardware);
    // The notes of Echo begin at an odd position, so they are never aligned.
    CHECK(Echo{.size = 100}(*hardware, wide)[7] == 0);
    const DeviceArray<std::uint32_t> array(Numbers(400, 0)), notes(Numbers(note_count, 0));
    const Operation operation(*hardware, "wide");
    for (const std::int64_t first : {0, 1, 2, 3, 4, 8, 9}) {
        for (const std::int64_t second : {200, 202}) {
            INFO("from " << first << " and " << second);
            wide.run(*hardware, 100,
                     {.pass = "wide",
                      .bindings = {{"elements", array.view().part(first, 100).range()},
                                   {"results", array.view().part(second, 100).range()},
                                   {"notes", notes.view().range()}}});
            CHECK(notes.download()[7] == (first % 4 == 0 && second % 4 == 0 ? 1 : 0));
        }
    }
    const std::unique_ptr<Engine> software = make_engine(true);
    CHECK(Echo{.size = 100}(*software, make_kernel(*software))[7] == 2);
}

TEST_CASE_METHOD(
    KernelTest, "A kernel runs on as many elements as a number on the GPU says, and no more than there are") {
    for (const std::int64_t row : {65'535, 3}) {
        gl::Capabilities limits = capabilities();
        limits.max_work_groups_x = row;
        limits.software = true;
        const std::unique_ptr<Engine> engine = make_engine(limits);
        const Kernel kernel = make_kernel(*engine);
        for (const std::uint32_t count :
             {0u, 1u, 63u, 64u, 65u, 3u * 64, 3u * 64 + 1, 6u * 64, 999u, 1000u, 1001u, unwritten}) {
            INFO(count << " of 1000, " << row << " groups a row");
            const Numbers notes = Echo{.size = 1000, .count = count}(*engine, kernel);
            const std::int64_t elements = std::min<std::int64_t>(count, 1000);
            const std::int64_t groups = divide_rounding_up(elements, elements_per_group);
            const std::int64_t rows = divide_rounding_up(groups, row);
            CHECK(notes[0] == (rows > 1 ? rows * row : groups));
            CHECK(notes[2] == (count == 0 ? unwritten : elements));
        }
    }
}

TEST_CASE_METHOD(KernelTest, "Hardware has up to 1,024 idle groups rather than count those that are needed") {
    const std::unique_ptr<Engine> hardware = make_engine(false), software = make_engine(true);
    const Kernel on_hardware = make_kernel(*hardware), on_software = make_kernel(*software);
    for (const std::int64_t bound : {1, 16, 1023, 1024, 1025}) {
        for (const std::uint32_t needed : {0u, 1u, 5u}) {
            INFO("a bound of " << bound << " groups, of which " << needed << " are needed");
            const Echo echo{.size = bound * elements_per_group,
                            .count = needed * static_cast<std::uint32_t>(elements_per_group)};
            const auto counted = std::min<std::uint32_t>(needed, static_cast<std::uint32_t>(bound));
            CHECK(echo(*hardware, on_hardware)[0] == (bound <= 1024 ? bound : counted));
            CHECK(echo(*software, on_software)[0] == counted);
        }
    }
}

TEST_CASE_METHOD(KernelTest, "Groups lie in rows where the driver takes no more of them") {
    gl::Capabilities narrow = capabilities();
    narrow.max_work_groups_x = 5;
    const std::unique_ptr<Engine> engine = make_engine(narrow);
    const Kernel kernel = make_kernel(*engine);
    for (const std::int64_t groups : {1, 4, 5, 6, 10, 11, 24, 25, 26}) {
        INFO(groups << " groups");
        const Numbers notes = Echo{.size = groups * elements_per_group - 1}(*engine, kernel);
        CHECK(notes[0] == (groups <= 5 ? groups : divide_rounding_up<std::int64_t>(groups, 5) * 5));
        CHECK(notes[1] == notes[0]);
    }
    // A driver that supports more is not used beyond that.
    gl::Capabilities broad = capabilities();
    broad.max_work_groups_x = 0x7fffffff;
    const std::unique_ptr<Engine> another = make_engine(broad);
    const Numbers notes =
        Echo{.size = (test::groups_of_a_row + 1) * elements_per_group}(*another, make_kernel(*another));
    CHECK(notes[0] == 2 * test::groups_of_a_row);
}

TEST_CASE_METHOD(KernelTest,
                 "A kernel has no more groups than it is told, and one of no elements where it must") {
    const std::unique_ptr<Engine> engine = make_engine(true);
    const Kernel kernel = make_kernel(*engine);
    for (const bool on_gpu : {false, true}) {
        const auto notes_of = [&](std::uint32_t size, bool always, std::int64_t max_groups) {
            INFO(size << " elements" << (on_gpu ? " counted on the GPU" : "") << ", always " << always
                      << ", at most " << max_groups);
            // With a count on the GPU, the size is only an upper bound.
            return Echo{.size = on_gpu ? 1000 : size,
                        .count = on_gpu ? std::optional(size) : std::nullopt,
                        .always = always,
                        .max_groups = max_groups}(*engine, kernel);
        };
        CHECK(notes_of(1000, false, 0)[0] == 16);
        CHECK(notes_of(1000, false, 16)[0] == 16);
        CHECK(notes_of(1000, false, 3)[0] == 3);
        CHECK(notes_of(1000, true, 3)[0] == 3);
        CHECK(notes_of(64, false, 3)[0] == 1);
        CHECK(notes_of(0, false, 3)[0] == 0);
        CHECK(notes_of(0, false, 3)[2] == unwritten);
        CHECK(notes_of(0, true, 3)[0] == 1);
        CHECK(notes_of(0, true, 0)[2] == 0);
    }
}

TEST_CASE_METHOD(KernelTest,
                 "The arguments of an indirect dispatch are as many groups as the elements need") {
    const std::unique_ptr<Engine> engine = make_engine(capabilities());
    struct Case {
        std::uint32_t count, bound, elements, max_groups, least;
        std::uint32_t groups;
    };
    constexpr std::uint32_t row = 65'535, most = 0xffffffffu;
    for (const Case& one : std::vector<Case>{
             {0, 1000, 256, 0, 0, 0},
             {0, 1000, 256, 0, 1, 1},
             {1, 1000, 256, 0, 0, 1},
             {256, 1000, 256, 0, 0, 1},
             {257, 1000, 256, 0, 0, 2},
             {1000, 1000, 256, 0, 0, 4},
             {most, 1000, 256, 0, 0, 4},
             {most, 1000, 256, 3, 0, 3},
             {100, 1000, 256, 3, 1, 1},
             {row * 256, most, 256, 0, 0, row},
             {row * 256 + 1, most, 256, 0, 0, row + 1},
             {row * 512, most, 256, 0, 0, 2 * row},
             {most, most, 256, 0, 0, 1u << 24},
             {most, most, most, 0, 0, 1},
             {most, most, 1u << 31, 0, 0, 2},
         }) {
        INFO(one.count << " of " << one.bound << ", " << one.elements << " a group, at most "
                       << one.max_groups << ", at least " << one.least);
        const DeviceArray<std::uint32_t> count(Numbers{5, one.count});
        GuardedArray<std::uint32_t> arguments(3, 5);
        const Operation operation(*engine, "arguments");
        engine->dispatch_groups().run(
            *engine, 1,
            {.pass = "dispatch-groups",
             .bindings = {{"count", count.view().part(1, 1).range()},
                          {"arguments", arguments.view().range()}},
             .uniforms = {one.bound, one.elements, one.max_groups, one.least, row}});
        const Numbers found = arguments.download();
        const std::uint32_t rows =
            one.groups <= row ? (one.groups > 0 ? 1 : 0) : (one.groups + row - 1) / row;
        CHECK(found == Numbers{std::min(one.groups, row), rows, 1});
        CHECK(arguments.intact());
    }
}

TEST_CASE_METHOD(KernelTest, "A kernel of a chained scan sees its round", "[drivers]") {
    const std::unique_ptr<Engine> engine = make_engine(capabilities());
    const Kernel kernel = make_kernel(*engine);
    const DeviceArray<std::uint32_t> array(Numbers(8, 0)), notes(Numbers(note_count, 0));
    const Operation operation(*engine, "round");
    LookBack look_back;
    look_back.begin(3);
    const LookBack::Round round = look_back.begin(3);
    kernel.run(*engine, 4,
               {.pass = "round",
                .bindings = {{"elements", array.view().part(0, 4).range()},
                             {"results", array.view().part(4, 4).range()},
                             {"notes", notes.view().range()}},
                .round = round});
    CHECK(notes.download()[6] == 2);
    GLint bound = 0;
    glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 6, &bound);
    CHECK(static_cast<GLuint>(bound) == round.states.buffer);
}

TEST_CASE_METHOD(KernelTest,
                 "A kernel has the tier of its engine, but for 64-bit integers, which no lanes exchange") {
    const DeviceArray<std::uint64_t> longs(std::vector<std::uint64_t>{1, 2, 0, 0});
    for (const std::unique_ptr<Engine>& one : engines()) {
        const std::unique_ptr<Engine> engine = make_engine(capabilities(), one->tier());
        const Kernel kernel = make_kernel(*engine);
        CHECK(Echo{.size = 100}(*engine, kernel)[8] == static_cast<std::uint32_t>(one->tier()));
        if (!capabilities().shader_int64)
            continue;
        const Kernel of_longs = make_kernel(*engine, ElementType::uint64);
        const DeviceArray<std::uint32_t> notes(Numbers(note_count, 0));
        const Operation operation(*engine, "longs");
        of_longs.run(*engine, 2,
                     {.pass = "longs",
                      .bindings = {{"elements", longs.view().part(0, 2).range()},
                                   {"results", longs.view().part(2, 2).range()},
                                   {"notes", notes.view().range()}}});
        CHECK(notes.download()[8] == static_cast<std::uint32_t>(Tier::shared_memory));
    }
}

} // namespace kernel_gl_test
