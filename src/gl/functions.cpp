#include "scanline/gl/functions.h"
#include "current_features.h"
#include "scanline/core/error.h"

#include <GL/glew.h>
#include <fmt/format.h>

#include <string>

namespace scanline::gl {
namespace {

// A context is current on one thread, so its features are per thread.
thread_local Features features_of_this_thread;

std::string error_name(GLenum error) {
    switch (error) {
    case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
    case GL_STACK_OVERFLOW: return "GL_STACK_OVERFLOW";
    case GL_STACK_UNDERFLOW: return "GL_STACK_UNDERFLOW";
    case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_CONTEXT_LOST: return "GL_CONTEXT_LOST";
    default: return fmt::format("error 0x{:04x}", error);
    }
}

constexpr int most_errors = 8; // OpenGL reports a lost context forever

/// Returns the names of all pending OpenGL errors and clears them; empty if there are none. Throws if the
/// context is lost.
std::string take_errors() {
    std::string errors;
    for (int i = 0; i < most_errors; ++i) {
        const GLenum error = glGetError();
        if (error == GL_NO_ERROR)
            break;
        if (error == GL_CONTEXT_LOST)
            throw Error(
                "the GPU was reset, and all that OpenGL held there is lost: start again, with a new context");
        errors += (errors.empty() ? "" : ", ") + error_name(error);
    }
    return errors;
}

// Calls a framebuffer object function by the name that the current context supports.
template <class Function, class... Arguments>
auto call_framebuffer(Function core, Function extension, Arguments... arguments) {
    return features_of_this_thread.framebuffer_object ? core(arguments...) : extension(arguments...);
}

} // namespace

Features features_of(const Capabilities& capabilities) {
    Features features;
    features.framebuffer_object = capabilities.supports({3, 0}, {"GL_ARB_framebuffer_object"});
    features.framebuffer_object_ext = capabilities.has_extension("GL_EXT_framebuffer_object");
    features.read_framebuffer =
        capabilities.supports({3, 0}, {"GL_ARB_framebuffer_object", "GL_EXT_framebuffer_blit"});
    features.vertex_array_object = capabilities.supports({3, 0}, {"GL_ARB_vertex_array_object"});
    features.integer_attributes = capabilities.supports({3, 0});
    features.attribute_divisor = capabilities.supports({3, 3});
    features.sampler_objects = capabilities.supports({3, 3}, {"GL_ARB_sampler_objects"});
    features.framebuffer_srgb =
        capabilities.supports({3, 0}, {"GL_ARB_framebuffer_sRGB", "GL_EXT_framebuffer_sRGB"});
    features.rasterizer_discard = capabilities.supports({3, 0});
    features.clamp_color = capabilities.supports({3, 0});
    features.clamp_color_arb = capabilities.has_extension("GL_ARB_color_buffer_float");
    features.compatibility = capabilities.compatibility;
    features.software = capabilities.software;
    features.timer_query = capabilities.timer_query;
    // Mesa's software renderers take no less time then.
    features.parallel_compile =
        !capabilities.software && (capabilities.has_extension("GL_KHR_parallel_shader_compile") ||
                                   capabilities.has_extension("GL_ARB_parallel_shader_compile"));
    features.unsuffixed_query_result = capabilities.supports({3, 3}, {"GL_ARB_timer_query"});
    return features;
}

const Features& current_features() {
    return features_of_this_thread;
}

void set_current_features(const Features& features) {
    features_of_this_thread = features;
}

void gen_framebuffers(int count, unsigned* ids) {
    call_framebuffer(glGenFramebuffers, glGenFramebuffersEXT, count, ids);
}

void delete_framebuffers(int count, const unsigned* ids) noexcept {
    call_framebuffer(glDeleteFramebuffers, glDeleteFramebuffersEXT, count, ids);
}

void bind_framebuffer(unsigned target, unsigned id) {
    call_framebuffer(glBindFramebuffer, glBindFramebufferEXT, target, id);
}

void framebuffer_texture_2d(unsigned target, unsigned attachment, unsigned texture_target, unsigned texture,
                            int level) {
    call_framebuffer(glFramebufferTexture2D, glFramebufferTexture2DEXT, target, attachment, texture_target,
                     texture, level);
}

unsigned check_framebuffer_status(unsigned target) {
    return call_framebuffer(glCheckFramebufferStatus, glCheckFramebufferStatusEXT, target);
}

std::uint64_t query_result(unsigned query) {
    GLuint64 result = 0;
    if (current_features().unsuffixed_query_result)
        glGetQueryObjectui64v(query, GL_QUERY_RESULT, &result);
    else
        glGetQueryObjectui64vEXT(query, GL_QUERY_RESULT, &result);
    return result;
}

void check_errors(const char* operation) {
    if (const std::string errors = take_errors(); !errors.empty())
        throw Error(fmt::format("{}: OpenGL reports {}", operation, errors));
}

bool context_is_lost() {
    glFlush(); // any command reports it again
    GLenum error = glGetError();
    for (int i = 1; i < most_errors && error != GL_NO_ERROR && error != GL_CONTEXT_LOST; ++i)
        error = glGetError();
    return error == GL_CONTEXT_LOST;
}

void check_room(std::string_view what, std::int64_t bytes) {
    const std::string errors = take_errors();
    if (errors.empty())
        return;
    if (errors.find(error_name(GL_OUT_OF_MEMORY)) == std::string::npos)
        throw Error(fmt::format("allocating {} of {} bytes: OpenGL reports {}", what, bytes, errors));
    throw Error(fmt::format(
        "the GPU has no room for {} of {} bytes: use smaller arrays, or free others first", what, bytes));
}

void check_caller(std::string_view operation) {
    // GLEW loads functions such as glCreateShader only once there has been a context.
    if (glGetString(GL_VERSION) == nullptr || !glCreateShader)
        throw Error(ErrorKind::no_opengl,
                    fmt::format("{}: no OpenGL context is current on this thread, or it has not been "
                                "adopted: make yours current, then call gl::adopt_current_context()",
                                operation));
    if (const std::string errors = take_errors(); !errors.empty())
        throw Error(fmt::format("{}: OpenGL reported {} before this call: find the earlier call of your "
                                "program that failed, by glGetError() or a debug context",
                                operation, errors));
}

} // namespace scanline::gl
