#include "scanline/machine/machine.h"

#include "scanline/compute/device_array.h"
#include "scanline/compute/scan.h"
#include "scanline/gl/functions.h"
#include "support/gl_test.h"
#include "support/shader_folder.h"

#include <catch2/catch_all.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace scanline::machine::machine_gl_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::GlTest;
using scanline::test::ShaderFolder;

static_assert(!std::is_copy_constructible_v<Machine> && !std::is_move_constructible_v<Machine>);

namespace {

constexpr const char* raster_shader = "raster/constant.frag";
constexpr const char* compute_shader = "compute/tier_self_test.comp";
constexpr const char* broken = "#version 120\nthis is no shader\n";

bool has_compute(Machine& machine) {
    if (!machine.has_compute())
        WARN("not tried: " << machine.why_no_compute());
    return machine.has_compute();
}

std::vector<std::uint32_t> prefix_sums(compute::Engine& engine, const std::vector<std::uint32_t>& values) {
    const compute::DeviceArray<std::uint32_t> input(values);
    compute::DeviceArray<std::uint32_t> output(input.size());
    compute::Scan<std::uint32_t>(engine, {})(input.view(), output.view());
    return output.download();
}

} // namespace

TEST_CASE("Both engines stand on one OpenGL, are made once, and work in turns") {
    Machine machine({.debug = true});
    CHECK(machine.has_opengl());
    CHECK(machine.why_no_raster().empty());
    raster::Engine& raster = machine.raster();
    CHECK(raster.capabilities().renderer == machine.capabilities().renderer);
    CHECK(&machine.raster() == &raster);
    if (has_compute(machine)) {
        compute::Engine& compute = machine.compute();
        const std::vector<float> values{1, 2, 3};
        const raster::StreamLayout layout = raster::make_stream_layout(3, 4, raster.max_side());
        const raster::StreamTexture texture = raster.make_stream(layout);
        raster.upload(texture, layout, values);
        CHECK(prefix_sums(compute, {1, 2, 3}) == std::vector<std::uint32_t>{1, 3, 6});
        CHECK(raster.read_front(texture, 3) == values);
        CHECK(&machine.compute() == &compute);
    }
    CHECK(machine.take_debug_errors().empty());
}

TEST_CASE("Who only computes pays for no raster engine, and the other way round") {
    ShaderFolder folder;
    folder.add(raster_shader, broken);
    Machine computing({.shaders = folder.store()});
    if (computing.capabilities().software)
        CHECK(computing.timer() == gl::TimerKind::wall_clock);
    if (has_compute(computing)) {
        // A broken shader would only show in the engine that needs it.
        CHECK(prefix_sums(computing.compute(), {1, 2}) == std::vector<std::uint32_t>{1, 3});
        CHECK_THROWS_WITH(computing.raster(), ContainsSubstring(raster_shader));
    }

    ShaderFolder other;
    other.add(compute_shader, broken);
    Machine drawing({.shaders = other.store()});
    CHECK(drawing.raster().max_side() >= 1024);
    if (drawing.capabilities().compute_shader)
        CHECK_THROWS_WITH(drawing.compute(), ContainsSubstring(compute_shader));
}

TEST_CASE("Without compute shaders there is a reason, and the raster engine works") {
    Machine machine({.highest = {2, 1}});
    if (machine.capabilities().compute_shader) {
        WARN("not tried: " << machine.capabilities().renderer << " gives no lower version");
        return;
    }
    CHECK_FALSE(machine.has_compute());
    CHECK_THAT(machine.why_no_compute(), ContainsSubstring("compute shaders need OpenGL 4.3"));
    try {
        machine.compute();
        FAIL("an engine came without compute shaders");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::no_opengl);
        CHECK(error.what() == machine.why_no_compute());
    }
    CHECK(machine.has_raster());
}

TEST_CASE("A device that there is not is a mistake of the caller, not a reason") {
    Machine machine({.device = 12345});
    for (int i = 0; i < 2; ++i) {
        CHECK_THROWS_AS(machine.has_opengl(), Error);
        CHECK_THROWS_AS(machine.capabilities(), Error);
    }
}

TEST_CASE("The compute engine has the tier that was asked for") {
    Machine machine({.tier = compute::Tier::shared_memory});
    if (has_compute(machine))
        CHECK(machine.compute().tier() == compute::Tier::shared_memory);
}

TEST_CASE("The driver's errors are kept where that was asked for") {
    Machine machine({.debug = true});
    CHECK(machine.take_debug_errors().empty());
    const gl::Capabilities& capabilities = machine.capabilities();
    glEnable(0xdead);
    CHECK(machine.take_debug_errors().size() == (capabilities.khr_debug ? 1u : 0u));
    CHECK(machine.take_debug_errors().empty());
    CHECK(glGetError() == GL_INVALID_ENUM);
}

TEST_CASE_METHOD(GlTest, "A machine stands on the OpenGL that there is") {
    Machine machine(context.capabilities(), {});
    CHECK(machine.capabilities().renderer == context.capabilities().renderer);
    CHECK(machine.raster().max_side() >= 1024);
    CHECK(machine.take_debug_errors().empty());
}

TEST_CASE("Engines take new shaders, and go back to the last that worked") {
    Machine machine;
    machine.raster();
    CHECK_FALSE(machine.can_go_back());
    ShaderFolder good, bad;
    good.add(raster_shader, gl::ShaderStore::standard().flatten(raster_shader).text + "\n// edited\n");
    bad.add(raster_shader, broken);

    machine.use_shaders(good.store());
    CHECK(machine.can_go_back());
    const raster::Engine* edited = &machine.raster();
    // The shaders are not at fault, so they stay.
    CHECK_FALSE(machine.go_back([] { return false; }));
    CHECK(&machine.raster() == edited);
    machine.accept_shaders();

    CHECK_THROWS_WITH(machine.use_shaders(bad.store()), ContainsSubstring(raster_shader));
    // Those stay even if the work fails: there are no others.
    CHECK(machine.go_back([] { return false; }));
    CHECK(&machine.raster() == edited);
    CHECK_FALSE(machine.can_go_back());

    // Shaders on trial never replace the last that worked.
    machine.use_shaders(good.store());
    machine.use_shaders(good.store());
    CHECK(machine.go_back([&] { return &machine.raster() == edited; }));
    CHECK(&machine.raster() == edited);
}

TEST_CASE("New shaders are compiled at once for the engines that there are") {
    ShaderFolder bad;
    bad.add(compute_shader, broken);
    Machine machine;
    machine.raster();
    CHECK_NOTHROW(machine.use_shaders(bad.store()));
    if (machine.capabilities().compute_shader)
        CHECK_THROWS_WITH(machine.compute(), ContainsSubstring(compute_shader));
}

} // namespace scanline::machine::machine_gl_test
