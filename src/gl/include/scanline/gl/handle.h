#pragma once
#include "scanline/gl/functions.h"

#include <utility>

namespace scanline::gl {

/// An OpenGL object owned by name: move-only, deleted with its owner, which must be destroyed while the
/// context (or one that shares with it) is current. A default-constructed handle owns nothing and its id() is
/// 0.
///
///     Texture texture = Texture::create();
///     GLuint id = std::move(texture).release();   // now the caller's to delete
///     Texture again = Texture::wrap(id);          // ... or to give back
template <class Traits>
class Handle {
public:
    Handle() noexcept = default;
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            reset();
            id_ = std::exchange(other.id_, 0);
        }
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { reset(); }

    /// Makes a new object with Traits::create(), whose arguments are enumerants (their macros are signed).
    template <class... Arguments>
    static Handle create(Arguments... arguments) {
        return wrap(Traits::create(static_cast<GLenum>(arguments)...));
    }

    /// Takes ownership of an existing object.
    static Handle wrap(GLuint id) noexcept {
        Handle handle;
        handle.id_ = id;
        return handle;
    }

    /// Gives ownership to the caller.
    [[nodiscard]] GLuint release() && noexcept { return std::exchange(id_, 0); }

    GLuint id() const noexcept { return id_; }
    explicit operator bool() const noexcept { return id_ != 0; }

private:
    void reset() noexcept {
        if (id_ != 0)
            Traits::destroy(std::exchange(id_, 0));
    }

    GLuint id_ = 0;
};

struct TextureTraits {
    static GLuint create();
    static void destroy(GLuint id) noexcept;
};
struct BufferTraits {
    static GLuint create();
    static void destroy(GLuint id) noexcept;
};
struct FramebufferTraits {
    static GLuint create();
    static void destroy(GLuint id) noexcept;
};
struct QueryTraits {
    static GLuint create();
    static void destroy(GLuint id) noexcept;
};
struct ShaderTraits {
    static GLuint create(GLenum type);
    static void destroy(GLuint id) noexcept;
};
struct ProgramTraits {
    static GLuint create();
    static void destroy(GLuint id) noexcept;
};

using Texture = Handle<TextureTraits>;
using Buffer = Handle<BufferTraits>;
using Framebuffer = Handle<FramebufferTraits>;
using Query = Handle<QueryTraits>;
using ShaderHandle = Handle<ShaderTraits>;
using ProgramHandle = Handle<ProgramTraits>;

} // namespace scanline::gl
