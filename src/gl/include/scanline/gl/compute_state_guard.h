#pragma once
#include "scanline/gl/functions.h"

#include <array>

namespace scanline::gl {

/// Saves the OpenGL state that compute algorithms touch and restores it when the scope ends.
///
/// Saved and restored: program, storage buffers 0 to 7 with their ranges, the storage, dispatch indirect,
/// copy read and copy write buffer. Needs OpenGL 4.3. A buffer that was bound and has been deleted since is
/// left unbound, as OpenGL itself does when a bound buffer is deleted.
class ComputeStateGuard {
public:
    ComputeStateGuard();
    ~ComputeStateGuard();
    ComputeStateGuard(const ComputeStateGuard&) = delete;
    ComputeStateGuard& operator=(const ComputeStateGuard&) = delete;

    /// Indexed storage bindings that are saved: every shader uses those below.
    static constexpr int storage_bindings = 8;

private:
    struct Binding {
        GLint buffer;
        GLint64 offset, size; ///< size 0: the whole buffer
    };

    GLint program_ = 0;
    std::array<Binding, storage_bindings> bindings_{};
    GLint storage_buffer_ = 0, dispatch_buffer_ = 0, copy_read_buffer_ = 0, copy_write_buffer_ = 0;
};

} // namespace scanline::gl
