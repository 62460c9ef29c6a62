#pragma once
#include "scanline/gl/functions.h"

#include <utility>

namespace scanline::gl {

enum class ObjectKind { texture, buffer, framebuffer, query, shader, program };

/// Creates an OpenGL object; type: for shaders. Errors: failure if OpenGL creates none, for example without a
/// context.
unsigned create_object(ObjectKind kind, unsigned type = 0);
void destroy_object(ObjectKind kind, unsigned id) noexcept;

/// Owns an OpenGL object: move-only. The destructor deletes the object, so the context (or one that shares
/// with it) must be current then. A default-constructed handle owns nothing, and its id() is 0.
///
///     Texture texture = Texture::create();
///     unsigned id = std::move(texture).release();   // now the caller's to delete
///     Texture again = Texture::wrap(id);          // ... or to give back
template <ObjectKind kind>
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

    /// Creates an object; type: for shaders.
    static Handle create(unsigned type = 0) { return wrap(create_object(kind, type)); }

    /// Takes ownership of an existing object.
    static Handle wrap(unsigned id) noexcept {
        Handle handle;
        handle.id_ = id;
        return handle;
    }

    /// Releases ownership to the caller.
    [[nodiscard]] unsigned release() && noexcept { return std::exchange(id_, 0); }

    unsigned id() const noexcept { return id_; }
    explicit operator bool() const noexcept { return id_ != 0; }

private:
    void reset() noexcept {
        if (id_ != 0)
            destroy_object(kind, std::exchange(id_, 0));
    }

    unsigned id_ = 0;
};

using Texture = Handle<ObjectKind::texture>;
using Buffer = Handle<ObjectKind::buffer>;
using Framebuffer = Handle<ObjectKind::framebuffer>;
using Query = Handle<ObjectKind::query>;
using ShaderHandle = Handle<ObjectKind::shader>;
using ProgramHandle = Handle<ObjectKind::program>;

} // namespace scanline::gl
