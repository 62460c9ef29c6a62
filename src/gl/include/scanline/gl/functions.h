#pragma once
#include <cstdint>
#include <string_view>

struct __GLsync; // NOLINT(bugprone-reserved-identifier): of OpenGL itself

/// OpenGL functions whose name depends on the driver. Framebuffer objects are core in 3.0 and
/// ARB_framebuffer_object, and carry the suffix EXT on a 2.1 driver with only EXT_framebuffer_object; the
/// enumerants are the same. All functions need a current context, made by gl::Context or adopted.
///
/// No header of the library includes one of OpenGL, so that a program may use any loader, or none. Names and
/// enumerants are `unsigned`, as GLuint and GLenum are.
namespace scanline::gl {

using Sync = __GLsync*; ///< GLsync

void gen_framebuffers(int count, unsigned* ids);
void delete_framebuffers(int count, const unsigned* ids) noexcept;
void bind_framebuffer(unsigned target, unsigned id);
void framebuffer_texture_2d(unsigned target, unsigned attachment, unsigned texture_target, unsigned texture,
                            int level);
unsigned check_framebuffer_status(unsigned target);

/// The result of a query; waits until it is finished. glGetQueryObjectui64v is core in 3.3 and
/// ARB_timer_query, and carries the suffix EXT with only EXT_timer_query.
std::uint64_t query_result(unsigned query);

/// Throws an Error naming the operation if glGetError() reports one. Bounded: a lost context reports errors
/// forever.
void check_errors(const char* operation);

/// True if the GPU was reset since the current context was made, and all that it held is lost. Clears errors.
bool context_is_lost();

/// Call it after an allocation. Throws an Error that names the bytes if the GPU is out of memory, and as
/// check_errors() for other errors. what: "an array".
void check_room(std::string_view what, std::int64_t bytes);

/// Called first by what reports errors of OpenGL as its own. Errors: no_opengl if no context is current on
/// this thread; failure, naming the operation, for an error that an earlier call of the program has left.
void check_caller(std::string_view operation);

} // namespace scanline::gl
