#include "compute_fixture.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/scan.h"
#include "support/compute_state.h"
#include "support/error_message.h"
#include "support/shader_folder.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

#include <type_traits>

namespace engine_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::error_message;
using scanline::test::usage_message;
using Numbers = std::vector<std::uint32_t>;

static_assert(!std::is_copy_constructible_v<Engine> && !std::is_move_constructible_v<Engine>);
static_assert(!std::is_copy_constructible_v<Operation> && !std::is_move_constructible_v<Operation>);

namespace {

// Code in the self-test shader: of the ballot tier only, and of every tier.
constexpr const char* self_test = "compute/tier_self_test.comp";
constexpr const char* of_ballot =
    "        if (lane() == from + 1u)\n            sum = combine(walked, value);\n";
constexpr const char* of_all = "total == GROUP * (GROUP + 1u) / 2u";

bool has_ballot(const gl::Capabilities& capabilities) {
    const bool has = capabilities.shader_ballot && capabilities.shader_int64;
    if (!has)
        WARN("not tried: " << capabilities.renderer << " has no ballots");
    return has;
}

/// The bits of every glMemoryBarrier() while it lives, through the pointer that GLEW calls it by.
class BarrierLog {
public:
    BarrierLog() : before_(__glewMemoryBarrier) {
        calls().clear();
        forward() = before_;
        __glewMemoryBarrier = keep;
    }
    ~BarrierLog() { __glewMemoryBarrier = before_; }
    BarrierLog(const BarrierLog&) = delete;
    BarrierLog& operator=(const BarrierLog&) = delete;

    static std::vector<GLbitfield>& calls() {
        static std::vector<GLbitfield> all;
        return all;
    }

private:
    static PFNGLMEMORYBARRIERPROC& forward() {
        static PFNGLMEMORYBARRIERPROC function = nullptr;
        return function;
    }
    static void GLAPIENTRY keep(GLbitfield bits) {
        calls().push_back(bits);
        forward()(bits);
    }

    PFNGLMEMORYBARRIERPROC before_;
};

bool scans(Engine& engine) {
    DeviceArray<std::uint32_t> array(Numbers{3, 1, 2});
    Scan<std::uint32_t>{engine}(array.view(), array.view());
    return array.download() == Numbers{3, 4, 6};
}

} // namespace

TEST_CASE_METHOD(ComputeTest, "An engine believes what an earlier one has found out about the driver") {
    const scanline::test::TemporaryFolder folder;
    const auto cache = std::make_shared<const gl::DriverCache>(folder / "driver", capabilities());
    const auto kept = [&folder] {
        return std::distance(std::filesystem::directory_iterator(folder / "driver"), {});
    };
    const Engine first(capabilities(), {.cache = cache});
    const auto after_first = kept();
    CHECK(after_first > 0);
    const Engine second(capabilities(), {.cache = cache});
    CHECK(second.tier() == first.tier());
    CHECK(second.lanes() == first.lanes());
    CHECK(kept() == after_first);
    // A test that is not known to have passed is not believed to have.
    for (const auto& file : std::filesystem::directory_iterator(folder / "driver"))
        std::filesystem::resize_file(file, 3);
    const Engine third(capabilities(), {.cache = cache});
    CHECK(third.tier() == first.tier());
    CHECK(third.lanes() == first.lanes());
    CHECK(kept() == after_first);
}

TEST_CASE_METHOD(ComputeTest, "A call ends with all barriers, and has only those of storage before") {
    const Scan<std::uint32_t> scan(engine(), {.order = ScanOrder::scan_then_add});
    DeviceArray<std::uint32_t> array(100'000);
    const auto barriers_of = [](auto call) {
        const BarrierLog log;
        call();
        return BarrierLog::calls();
    };
    const auto check = [](std::vector<GLbitfield> barriers, std::size_t passes) {
        REQUIRE(barriers.size() == passes + 1);
        CHECK(barriers.back() == GL_ALL_BARRIER_BITS);
        barriers.pop_back();
        for (const GLbitfield bits : barriers)
            CHECK(bits == (GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT));
    };
    check(barriers_of([&] { scan(array.view(), array.view()); }), 3);
    check(barriers_of([&] {
              const Operation both(engine(), "both");
              scan(array.view(), array.view());
              scan(array.view(), array.view());
          }),
          6);
}

TEST_CASE_METHOD(ComputeTest,
                 "An error of OpenGL from before a call is the program's, and is named as such") {
    const Scan<std::uint32_t> scan(engine());
    DeviceArray<std::uint32_t> array(Numbers{3, 1, 2});
    glEnable(0xffffffffu);
    CHECK(
        error_message(ErrorKind::failure, [&] { scan(array.view(), array.view()); }) ==
        "scan: OpenGL reported GL_INVALID_ENUM before this call: find the earlier call of your program that "
        "failed, by glGetError() or a debug context");
    context.take_debug_errors();
    CHECK(array.download() == Numbers{3, 1, 2});
    CHECK(scans(engine()));
}

TEST_CASE_METHOD(
    ComputeTest,
    "An engine has the tier that it was asked for, and the highest where it is left the choice") {
    for (const std::unique_ptr<Engine>& one : engines()) {
        CAPTURE(one->tier());
        CHECK(one->capabilities().renderer == capabilities().renderer);
        CHECK((one->lanes() == 1) == (one->tier() == Tier::shared_memory));
        CHECK((one->lanes() & (one->lanes() - 1)) == 0);
        CHECK(one->observer() == nullptr);
        CHECK(one->arena().bytes() == 0);
        CHECK(scans(*one));
    }
    CHECK(engines().front()->tier() == Tier::shared_memory);
    const Engine open(capabilities());
    CHECK(open.tier() == engines().back()->tier());
    CHECK(open.lanes() == engines().back()->lanes());
    if (engines().back()->tier() == Tier::subgroup)
        CHECK(open.lanes() == capabilities().subgroup_size);
}

TEST_CASE_METHOD(ComputeTest, "Where the highest tier does not pass its self-test the next one is taken") {
    if (!has_ballot(capabilities()))
        return;
    gl::Capabilities without_subgroups = capabilities();
    without_subgroups.compute_subgroups = false;
    test::ShaderFolder shaders;
    shaders.replace(self_test, of_ballot, "        if (lane() == from + 1u)\n            sum = walked;\n");
    Engine engine(without_subgroups, {.shaders = shaders.store()});
    CHECK(engine.tier() == Tier::shared_memory);
    CHECK(engine.lanes() == 1);
    CHECK(scans(engine));
    CHECK(error_message(ErrorKind::no_opengl,
                        [&] {
                            Engine(without_subgroups, {.tier = Tier::ballot, .shaders = shaders.store()});
                        }) == "the tier ballot does not pass its self-test on " + capabilities().renderer +
                                  ": leave the choice open, or ask for shared-memory");
}

TEST_CASE_METHOD(ComputeTest, "A driver on which no tier passes its self-test is an error") {
    test::ShaderFolder shaders;
    shaders.replace(self_test, of_all, "total == 0u");
    CHECK(
        error_message(ErrorKind::no_opengl, [&] { Engine(capabilities(), {.shaders = shaders.store()}); }) ==
        "compute shaders of " + capabilities().renderer +
            " give wrong results: use another driver or device, or the backend cpu");
}

TEST_CASE_METHOD(ComputeTest, "A tier that is not offered is an error") {
    gl::Capabilities none = capabilities();
    none.shader_ballot = false;
    none.compute_subgroups = false;
    for (const Tier tier : {Tier::ballot, Tier::subgroup})
        CHECK(error_message(ErrorKind::no_opengl, [&] { Engine(none, {.tier = tier}); }) ==
              fmt::format("the tier {} is not offered by {}: leave the choice open, or ask for shared-memory",
                          to_string(tier), capabilities().renderer));
    CHECK(Engine(none).tier() == Tier::shared_memory);
    // Ballots are 64 bits.
    gl::Capabilities narrow = capabilities();
    narrow.shader_ballot = true;
    narrow.shader_int64 = false;
    CHECK(error_message(ErrorKind::no_opengl, [&] { Engine(narrow, {.tier = Tier::ballot}); }) ==
          "the tier ballot is not offered by " + capabilities().renderer +
              ": leave the choice open, or ask for shared-memory");
}

TEST_CASE_METHOD(ComputeTest, "An OpenGL below 4.3 is an error") {
    gl::Capabilities old = capabilities();
    old.compute_shader = false;
    old.version = {4, 2};
    CHECK(error_message(ErrorKind::no_opengl, [&] { const Engine engine(old); }) ==
          "compute shaders need OpenGL 4.3, and " + capabilities().renderer +
              " has 4.2: use another driver or device, or the backend cpu");
}

TEST_CASE_METHOD(ComputeTest, "Programs of an engine are made once") {
    // Without a partition, hardware has another program for small arrays.
    ScanOptions options{.order = ScanOrder::reduce_then_scan};
    options.partition = Scan<std::uint32_t>(engine(), options).partition();
    const Scan<std::uint32_t> first(engine(), options);
    const std::size_t programs = engine().programs().size();
    const Scan<std::uint32_t> again(engine(), options);
    CHECK(engine().programs().size() == programs);
    // Another tile program; reduction and totals are the same.
    options.exclusive = true;
    const Scan<std::uint32_t> another(engine(), options);
    CHECK(engine().programs().size() == programs + 1);
}

TEST_CASE_METHOD(ComputeTest, "An operation keeps the state and its scratch for its length") {
    const test::ComputeSetting before, inside;
    before.apply(0);
    const test::GlState expected = test::read_compute_state();
    {
        Operation operation(engine(), "some name");
        CHECK(operation.name() == "some name");
        inside.apply(0);
        const test::GlState within = test::read_compute_state();
        const ArrayView<std::uint32_t> scratch = operation.scratch().take<std::uint32_t>(100);
        upload<std::uint32_t>(scratch, Numbers(100, 5));
        {
            // A nested operation leaves the state to the outer one.
            Operation inner(engine(), "inner");
            CHECK_FALSE(inner.scratch().take(ElementType::uint32, 100).overlaps(scratch.range()));
            before.apply(0);
        }
        CHECK(test::read_compute_state() != within);
        // The inner one's scratch is available again.
        CHECK_FALSE(operation.scratch().take(ElementType::uint32, 100).overlaps(scratch.range()));
        CHECK(download(scratch) == Numbers(100, 5));
        inside.apply(0);
        CHECK(engine().arena().allocations() == 1);
    }
    CHECK(test::read_compute_state() == expected);
    // The next outermost one saves again.
    {
        const Operation operation(engine(), "next");
        inside.apply(0);
    }
    CHECK(test::read_compute_state() == expected);
    glUseProgram(0);
}

TEST_CASE_METHOD(ComputeTest, "The checks of an operation name it, the values and the limit") {
    const Operation operation(engine(), "sort");
    const auto range = [](std::int64_t first, std::int64_t size, ElementType type = ElementType::uint32) {
        return BufferRange{1, first, size, type};
    };
    const gl::Capabilities& limits = capabilities();
    const std::int64_t most = limits.max_storage_block / 4;
    const std::string too_large = fmt::format(", but {} binds at most {} bytes at once: work on parts of it",
                                              limits.renderer, limits.max_storage_block);
    CHECK(usage_message([&] { operation.require_fits(range(0, most), "keys"); }) == "no error");
    CHECK(usage_message([&] { operation.require_fits(range(0, most + 1), "keys"); }) ==
          fmt::format("sort: the keys has {} elements of uint32 ({} bytes)", most + 1, 4 * most + 4) +
              too_large);
    CHECK(usage_message([&] { operation.require_fits(range(0, most / 2 + 1, ElementType::pair), "keys"); }) ==
          fmt::format("sort: the keys has {} elements of pair ({} bytes)", most / 2 + 1, (most / 2 + 1) * 8) +
              too_large);
    // A binding begins at an aligned offset, and what lies before the elements counts.
    if (limits.storage_offset_alignment > 4) {
        CHECK(usage_message([&] { operation.require_fits(range(1, most - 1), "keys"); }) == "no error");
        CHECK(usage_message([&] { operation.require_fits(range(1, most), "keys"); }) ==
              fmt::format("sort: the keys has {} elements of uint32 ({} bytes)", most, 4 * most) + too_large);
        CHECK(usage_message([&] {
                  operation.require_fits(range(limits.storage_offset_alignment / 4, most), "keys");
              }) == "no error");
    }

    CHECK(usage_message([&] { operation.require_size(range(0, 7), 7, "keys"); }) == "no error");
    CHECK(usage_message([&] { operation.require_size(range(0, 6), 7, "keys"); }) ==
          "sort: 6 elements given for the keys, 7 needed");
    CHECK(usage_message([&] { operation.require_size(range(0, 8), 7, "keys"); }) ==
          "sort: 8 elements given for the keys, 7 needed");
    CHECK(usage_message([&] { operation.require_size(range(0, most + 1), most + 1, "keys"); }) ==
          fmt::format("sort: the keys has {} elements of uint32 ({} bytes)", most + 1, 4 * most + 4) +
              too_large);

    CHECK(usage_message([&] { operation.require_at_least(range(0, 7), 7, "keys"); }) == "no error");
    CHECK(usage_message([&] { operation.require_at_least(range(0, 9), 7, "keys"); }) == "no error");
    CHECK(usage_message([&] { operation.require_at_least(range(0, 6), 7, "keys"); }) ==
          "sort: 6 elements given for the keys, at least 7 needed");
    CHECK(usage_message([&] { operation.require_at_least(range(0, most + 1), 7, "keys"); }) ==
          fmt::format("sort: the keys has {} elements of uint32 ({} bytes)", most + 1, 4 * most + 4) +
              too_large);

    const std::string overlap = "sort: the keys (bytes 4 to 24 of buffer 1) and the values (bytes 20 to 40) "
                                "overlap: give them memory of their own";
    CHECK(usage_message([&] { operation.require_apart(range(1, 5), "keys", range(5, 5), "values"); }) ==
          overlap);
    CHECK(usage_message([&] { operation.require_apart(range(1, 5), "keys", range(6, 5), "values"); }) ==
          "no error");
    CHECK(usage_message([&] { operation.require_apart(range(1, 5), "keys", range(1, 5), "values"); }) !=
          "no error");
    CHECK(usage_message([&] {
              operation.require_same_or_apart(range(1, 5), "keys", range(5, 5), "values");
          }) == overlap);
    CHECK(usage_message([&] {
              operation.require_same_or_apart(range(1, 5), "keys", range(1, 5), "values");
          }) == "no error");
    CHECK(usage_message([&] {
              operation.require_same_or_apart(range(1, 5), "keys", range(6, 5), "values");
          }) == "no error");
}

TEST_CASE_METHOD(ComputeTest, "A copy that cannot be is an error that says so") {
    const Copy<std::uint32_t> copy(engine());
    DeviceArray<std::uint32_t> array(8);
    const GLuint buffer = array.view().range().buffer;
    CHECK(usage_message([&] { copy(array.view(), array.view()); }) ==
          fmt::format(
              "copy: the input (bytes 0 to 32 of buffer {}) and the output (bytes 0 to 32) overlap: give "
              "them memory of their own",
              buffer));
    CHECK(usage_message([&] { copy(array.view().part(0, 4), array.view().part(4, 3)); }) ==
          "copy: 3 elements given for the output, 4 needed");
    CHECK(usage_message([&] {
              copy(array.view().part(0, 4), array.view().part(4, 4), ArrayView<const std::uint32_t>());
          }) == "copy: 0 elements given for the count, at least 1 needed");
}

} // namespace engine_gl_test
