#include "scanline/core/error.h"
#include "scanline/gl/context.h"
#include "scanline/gl/functions.h"
#include "support/error_message.h"

#include <GL/glew.h>
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <catch2/catch_all.hpp>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <thread>
#include <type_traits>

namespace context_gl_test {

using namespace scanline;
using namespace scanline::gl;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

static_assert(!std::is_copy_constructible_v<Context> && !std::is_copy_assignable_v<Context>);
static_assert(std::is_nothrow_move_constructible_v<Context> && std::is_nothrow_move_assignable_v<Context>);

namespace {

std::string usage_message(const ContextRequest& request) {
    try {
        Context::headless(request);
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        return error.what();
    }
    return "no error";
}

// What contexts are asked for by eglCreateContext(), below.
bool refuses_reset_notice = false, asked_for_reset_notice = false;

std::string driver_text(GLenum name) {
    return reinterpret_cast<const char*>(glGetString(name));
}

} // namespace

TEST_CASE("a context of the program's own is adopted as it is") {
    const Context context = Context::headless();
    const Capabilities adopted = adopt_current_context();
    CHECK(adopted.renderer == context.capabilities().renderer);
    CHECK(adopted.version == context.capabilities().version);
    CHECK(adopted.window_system == "adopted");
}

TEST_CASE("a thread without a context has none to adopt") {
    std::string message;
    std::thread([&] {
        message = test::error_message(ErrorKind::no_opengl, [] { adopt_current_context(); });
    }).join();
    CHECK(message == "no OpenGL context is current on this thread: make yours current before "
                     "adopt_current_context()");
}

TEST_CASE("a context of OpenGL ES is not adopted") {
    std::string message;
    std::thread([&] {
        const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
        if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE)
            return;
        eglBindAPI(EGL_OPENGL_ES_API);
        constexpr std::array<EGLint, 3> version{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE};
        EGLContext const context =
            eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version.data());
        if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE)
            message = test::error_message(ErrorKind::no_opengl, [] { adopt_current_context(); });
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
        eglReleaseThread();
    }).join();
    if (message.empty()) {
        WARN("not tried: EGL has no OpenGL ES without a surface here");
        return;
    }
    CHECK_THAT(message, StartsWith("the current context is of OpenGL ES ") &&
                            EndsWith("ask for one of desktop OpenGL (GLFW_OPENGL_API, or "
                                     "eglBindAPI(EGL_OPENGL_API))"));
}

TEST_CASE("a headless context is current and says what its driver says") {
    const Context context = Context::headless();
    const Capabilities& capabilities = context.capabilities();
    CHECK(capabilities.version_text == driver_text(GL_VERSION));
    CHECK(capabilities.renderer == driver_text(GL_RENDERER));
    CHECK(capabilities.vendor == driver_text(GL_VENDOR));
    CHECK(capabilities.glsl_text == driver_text(GL_SHADING_LANGUAGE_VERSION));
    CHECK_THAT(capabilities.version_text, StartsWith(to_string(capabilities.version)));
    CHECK_THAT(capabilities.glsl_text,
               StartsWith(fmt::format("{}.{:02}", capabilities.glsl.major, capabilities.glsl.minor)));
    CHECK_THAT(capabilities.window_system, StartsWith("EGL "));
    CHECK(context.native_window() == nullptr);
    CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("a context of the forced version 2.1 says so, and a free one is of the compatibility profile") {
    const Context context = Context::headless();
    const Capabilities& capabilities = context.capabilities();
    CHECK(capabilities.compatibility);
    const char* forced = std::getenv("MESA_GL_VERSION_OVERRIDE");
    const bool listens = capabilities.version_text.find("Mesa") != std::string::npos;
    if (forced && !listens)
        WARN("MESA_GL_VERSION_OVERRIDE means nothing to this driver: " << capabilities.version_text);
    if (forced && listens && std::string_view(forced) == "2.1") {
        CHECK(capabilities.version == Version{2, 1});
        CHECK(capabilities.glsl == Version{1, 20});
        CHECK_FALSE(capabilities.compute_shader);
        CHECK(capabilities.max_work_group_invocations == 0);
    } else {
        CHECK(capabilities.version >= Version{3, 2});
        CHECK(capabilities.compute_shader == (capabilities.version >= Version{4, 3}));
        CHECK((capabilities.max_shared_memory >= 32 * 1024) == capabilities.compute_shader);
        CHECK((capabilities.max_storage_block >= 1 << 24) == capabilities.compute_shader);
        CHECK((capabilities.max_work_groups_x >= 65'535) == capabilities.compute_shader);
        CHECK((capabilities.max_work_group_invocations >= 1024) == capabilities.compute_shader);
    }
}

TEST_CASE("what compute shaders may use is what the driver says, and nothing below OpenGL 4.3") {
    const Context context = Context::headless();
    const Capabilities& capabilities = context.capabilities();
    if (!capabilities.compute_shader) {
        CHECK(capabilities.max_storage_bindings == 0);
        CHECK(capabilities.storage_offset_alignment == 0);
        CHECK_FALSE(capabilities.shader_int64);
        CHECK_FALSE(capabilities.shader_ballot);
        CHECK_FALSE(capabilities.shader_subgroup);
        CHECK_FALSE(capabilities.compute_subgroups);
        CHECK(capabilities.subgroup_size == 0);
        return;
    }
    const auto integer = [](GLenum name) {
        GLint value = -1;
        glGetIntegerv(name, &value);
        return value;
    };
    // OpenGL 4.3 guarantees this many storage blocks; the compute room uses eight.
    CHECK(capabilities.max_storage_bindings >= 8);
    CHECK(capabilities.max_storage_bindings == integer(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS));
    const int alignment = capabilities.storage_offset_alignment;
    CHECK(alignment == integer(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT));
    CHECK(alignment >= 1);
    CHECK(alignment <= 256);
    CHECK((alignment & (alignment - 1)) == 0);
    GLint64 block = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
    CHECK(capabilities.max_storage_block == block);
    GLint groups = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &groups);
    CHECK(capabilities.max_work_groups_x == groups);
    CHECK(capabilities.max_shared_memory == integer(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE));
    CHECK(capabilities.max_work_group_invocations == integer(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS));

    CHECK(capabilities.shader_int64 == capabilities.has_extension("GL_ARB_gpu_shader_int64"));
    CHECK(capabilities.shader_ballot == capabilities.has_extension("GL_ARB_shader_ballot"));
    CHECK(capabilities.shader_subgroup == capabilities.has_extension("GL_KHR_shader_subgroup"));
    if (!capabilities.shader_subgroup)
        CHECK_FALSE(capabilities.compute_subgroups);
    // A power of two if there are subgroups.
    const int lanes = capabilities.subgroup_size;
    CHECK((lanes > 0) == capabilities.shader_subgroup);
    CHECK((lanes & (lanes - 1)) == 0);
}

TEST_CASE("the capabilities that the fragment programs need are there") {
    const Context context = Context::headless();
    const Capabilities& capabilities = context.capabilities();
    CHECK(capabilities.framebuffer_object);
    CHECK(capabilities.float_texture);
    CHECK(capabilities.max_texture_size >= 2048);
    CHECK(capabilities.max_viewport_width >= 2048);
    CHECK(capabilities.max_viewport_height >= 2048);
    CHECK(capabilities.max_vertex_texture_units >= 1);
    REQUIRE_FALSE(capabilities.extensions.empty());
    CHECK(capabilities.has_extension(capabilities.extensions.front()));
    CHECK(capabilities.has_extension(capabilities.extensions.back()));
    CHECK_FALSE(capabilities.has_extension("GL_NO_such_extension"));
    constexpr Version never{99, 0};
    CHECK(capabilities.supports(capabilities.version));
    CHECK(capabilities.supports(never, {"GL_NO_such_extension", capabilities.extensions.back().c_str()}));
    CHECK_FALSE(capabilities.supports(never, {"GL_NO_such_extension"}));
    CHECK_FALSE(capabilities.supports(never));
}

TEST_CASE("every device that is listed says what it is and can be asked for") {
    const std::vector<DeviceInfo> devices = list_devices();
    for (const DeviceInfo& device : devices) {
        CAPTURE(device.index, device.name);
        CHECK_FALSE(device.name.empty());
        CHECK(&device - devices.data() == device.index);
        if (!device.software)
            continue; // access may be denied; headless() returns the first that works
        ContextRequest request;
        request.device = device.index;
        const Context context = Context::headless(request);
        CHECK(context.capabilities().window_system == fmt::format("EGL device {}", device.index));
        CHECK(context.capabilities().software);
    }
}

TEST_CASE("a device that does not exist is a usage error that says how many there are") {
    const std::size_t count = list_devices().size();
    if (count == 0) {
        WARN("not tried: EGL lists no device here");
        return;
    }
    ContextRequest request;
    request.device = GENERATE(-1, 1000);
    CHECK_THAT(usage_message(request),
               StartsWith(fmt::format("there is no EGL device {}: this machine has {} device",
                                      *request.device, count)) &&
                   ContainsSubstring("see `scanline info`"));
}

TEST_CASE("a context is told of a reset, and does without where the driver cannot") {
    const Version version = Context::headless().capabilities().version;
    CHECK(asked_for_reset_notice);
    refuses_reset_notice = true;
    const Version without = Context::headless().capabilities().version;
    refuses_reset_notice = false;
    CHECK(without == version);
    CHECK_FALSE(asked_for_reset_notice);
}

TEST_CASE("a highest version below 2.1 is a usage error") {
    ContextRequest request;
    request.highest = {2, 0};
    CHECK(usage_message(request) ==
          "OpenGL 2.0 was asked for as the highest version, but at least 2.1 is needed");
}

TEST_CASE("every highest version gives a context") {
    ContextRequest request;
    request.highest = GENERATE(Version{2, 1}, Version{3, 0}, Version{3, 2}, Version{4, 2}, Version{4, 6});
    const Context context = Context::headless(request);
    CHECK(context.capabilities().version >= Version{2, 1});
    CHECK(context.capabilities().compatibility);
}

TEST_CASE("the end of one context leaves another on the same device alive") {
    Context first = Context::headless();
    {
        const Context second = Context::headless();
        CHECK(second.capabilities().renderer == first.capabilities().renderer);
    }
    first.make_current();
    CHECK(driver_text(GL_RENDERER) == first.capabilities().renderer);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    CHECK(texture != 0);
    glDeleteTextures(1, &texture);
    check_errors("using the first context");
}

TEST_CASE("a context moves, and an assignment ends the one before") {
    Context context = Context::headless();
    context = Context::headless();
    Context moved = std::move(context);
    moved.make_current();
    CHECK(driver_text(GL_RENDERER) == moved.capabilities().renderer);
}

TEST_CASE("a context can go to another thread") {
    Context first = Context::headless();
    const Context second = Context::headless(); // becomes current on this thread, which frees the first
    std::string renderer;
    GLuint framebuffer = 0;
    std::thread([&] {
        first.make_current();
        renderer = driver_text(GL_RENDERER);
        gen_framebuffers(1, &framebuffer);
        delete_framebuffers(1, &framebuffer);
    }).join();
    CHECK(renderer == first.capabilities().renderer);
    CHECK(framebuffer != 0);
}

TEST_CASE("errors of the driver are kept once, where a debug context was asked for") {
    ContextRequest request;
    request.debug = true;
    Context context = Context::headless(request);
    CHECK(context.take_debug_errors().empty());
    glEnable(0xdead);
    const std::vector<std::string> errors = context.take_debug_errors();
    CHECK(errors.size() == (context.capabilities().khr_debug ? 1u : 0u));
    for (const std::string& error : errors)
        CHECK_THAT(error, ContainsSubstring("GL_INVALID_ENUM") || ContainsSubstring("glEnable"));
    CHECK(context.take_debug_errors().empty());
    CHECK(glGetError() == GL_INVALID_ENUM);
}

TEST_CASE("the messages that are kept are bounded") {
    ContextRequest request;
    request.debug = true;
    Context context = Context::headless(request);
    for (int i = 0; i < 5000; ++i)
        glEnable(0xdead);
    CHECK(context.take_debug_errors().size() <= 1000);
    glGetError();
}

TEST_CASE("no messages are kept where no debug context was asked for") {
    Context context = Context::headless();
    glEnable(0xdead);
    CHECK(context.take_debug_errors().empty());
    CHECK(glGetError() == GL_INVALID_ENUM);
}

TEST_CASE("check_errors names the operation and the error, and nothing is left behind") {
    const Context context = Context::headless();
    CHECK_NOTHROW(check_errors("nothing"));
    glEnable(0xdead);
    CHECK_THROWS_WITH(check_errors("enabling what there is not"),
                      "enabling what there is not: OpenGL reports GL_INVALID_ENUM");
    CHECK_NOTHROW(check_errors("nothing"));
    glEnable(0xdead);
    CHECK_FALSE(context_is_lost());
    CHECK_NOTHROW(check_errors("nothing"));
}

} // namespace context_gl_test

// This one stands before the driver's.
extern "C" EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext shared,
                                       const EGLint* attributes) {
    using namespace context_gl_test;
    bool asks = false;
    for (const EGLint* at = attributes; at && *at != EGL_NONE; at += 2)
        asks = asks || (at[0] == EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY &&
                        at[1] == EGL_LOSE_CONTEXT_ON_RESET);
    if (asks && refuses_reset_notice)
        return EGL_NO_CONTEXT;
    asked_for_reset_notice = asks;
    static const auto real =
        reinterpret_cast<decltype(&eglCreateContext)>(dlsym(RTLD_NEXT, "eglCreateContext"));
    return real(display, config, shared, attributes);
}
