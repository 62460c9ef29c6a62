#pragma once
#include <GL/glew.h>

/// OpenGL functions whose name depends on the driver. Framebuffer objects are core in 3.0 and
/// ARB_framebuffer_object, and carry the suffix EXT on a 2.1 driver with only EXT_framebuffer_object; the
/// enumerants are the same. All functions need a current context made by gl::Context.
namespace scanline::gl {

void gen_framebuffers(GLsizei count, GLuint* ids);
void delete_framebuffers(GLsizei count, const GLuint* ids) noexcept;
void bind_framebuffer(GLenum target, GLuint id);
void framebuffer_texture_2d(GLenum target, GLenum attachment, GLenum texture_target, GLuint texture,
                            GLint level);
GLenum check_framebuffer_status(GLenum target);

/// The result of a query; waits until it is finished. glGetQueryObjectui64v is core in 3.3 and
/// ARB_timer_query, and carries the suffix EXT with only EXT_timer_query.
GLuint64 query_result(GLuint query);

/// Throws an Error naming the operation if glGetError() reports one. Bounded: a lost context reports errors
/// forever.
void check_errors(const char* operation);

} // namespace scanline::gl
