#include "scanline/gl/context.h"
#include "scanline/gl/program.h"
#include "scanline/gl/state_guard.h"
#include "support/compute_state.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>

#include <string>
#include <type_traits>
#include <vector>

namespace compute_state_guard_gl_test {

using namespace scanline::gl;
using scanline::test::ComputeSetting;
using scanline::test::GlState;
using scanline::test::guarded_buffers;
using scanline::test::read_compute_state;

static_assert(!std::is_copy_constructible_v<ComputeStateGuard> &&
              !std::is_copy_assignable_v<ComputeStateGuard>);

namespace {

Context debug_context() {
    ContextRequest request;
    request.debug = true;
    return Context::headless(request);
}

bool has_compute(const Context& context) {
    if (!context.capabilities().compute_shader)
        WARN("not tried: compute shaders need OpenGL 4.3, this is " << context.capabilities().version_text);
    return context.capabilities().compute_shader;
}

} // namespace

TEST_CASE("all that the compute state guard names is as before when its scope ends") {
    Context context = debug_context();
    if (!has_compute(context))
        return;
    ProgramCache programs(ShaderStore(
        ShaderStore::Table{{"a.comp", "#version 430\nlayout(local_size_x = N) in;\nvoid main() {}\n"}}));
    const GLuint program_before = programs.get({{"a.comp"}, {{"N", "1"}}})->id();
    const GLuint program_inside = programs.get({{"a.comp"}, {{"N", "2"}}})->id();
    const ComputeSetting before, inside;
    before.apply(program_before);
    check_errors("setting the state before");
    const GlState expected = read_compute_state();
    {
        const ComputeStateGuard guard;
        CHECK(read_compute_state() == expected); // sets nothing itself
        inside.apply(program_inside);
        // Each item must differ inside, or restoring it is not tested.
        for (const auto& [name, value] : read_compute_state()) {
            CAPTURE(name);
            CHECK(value != expected.at(name));
        }
    }
    const GlState after = read_compute_state();
    for (const auto& [name, value] : expected) {
        CAPTURE(name);
        CHECK(after.at(name) == value);
    }
    CHECK(ComputeStateGuard::storage_bindings == 8);
    check_errors("guarding the state");
    CHECK(context.take_debug_errors().empty());
}

TEST_CASE("the compute state guard leaves unbound what was unbound") {
    Context context = debug_context();
    if (!has_compute(context))
        return;
    const GlState expected = read_compute_state();
    const ComputeSetting inside;
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    {
        const ComputeStateGuard guard;
        inside.apply(0);
    }
    CHECK(read_compute_state() == expected);
    check_errors("guarding a new context");
    CHECK(context.take_debug_errors().empty());
}

TEST_CASE("a buffer that is deleted under the compute state guard is left unbound") {
    Context context = debug_context();
    if (!has_compute(context))
        return;
    for (std::size_t deleted = 0; deleted < ComputeStateGuard::storage_bindings + guarded_buffers.size();
         ++deleted) {
        CAPTURE(deleted);
        ComputeSetting before;
        before.apply(0);
        GlState expected = read_compute_state();
        const std::string name = deleted < ComputeStateGuard::storage_bindings
                                     ? "storage buffer " + std::to_string(deleted)
                                     : guarded_buffers[deleted - ComputeStateGuard::storage_bindings].name;
        {
            const ComputeStateGuard guard;
            before.buffer(deleted) = Buffer();
        }
        for (double& value : expected.at(name))
            value = 0;
        CHECK(read_compute_state() == expected);
    }
    check_errors("deleting buffers");
    CHECK(context.take_debug_errors().empty());
}

TEST_CASE("compute state guards nest") {
    Context context = debug_context();
    if (!has_compute(context))
        return;
    const ComputeSetting before, middle, inside;
    before.apply(0);
    const GlState expected = read_compute_state();
    {
        const ComputeStateGuard outer;
        middle.apply(0);
        const GlState between = read_compute_state();
        {
            const ComputeStateGuard inner;
            inside.apply(0);
        }
        CHECK(read_compute_state() == between);
    }
    CHECK(read_compute_state() == expected);
    check_errors("nesting guards");
    CHECK(context.take_debug_errors().empty());
}

} // namespace compute_state_guard_gl_test
