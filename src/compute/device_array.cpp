#include "scanline/compute/device_array.h"
#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::compute {
namespace {

// Binds a buffer for a copy, and what was bound before afterwards.
class CopyBinding {
public:
    CopyBinding(GLenum target, GLenum name, GLuint buffer) : target_(target) {
        glGetIntegerv(name, &before_);
        glBindBuffer(target, buffer);
    }
    ~CopyBinding() { glBindBuffer(target_, static_cast<GLuint>(before_)); }
    CopyBinding(const CopyBinding&) = delete;
    CopyBinding& operator=(const CopyBinding&) = delete;

private:
    GLenum target_;
    GLint before_ = 0;
};

void require_same(const BufferRange& range, std::size_t bytes, std::string_view what) {
    if (static_cast<std::size_t>(range.bytes()) != bytes)
        throw usage_error(
            fmt::format("{}: the array has {} elements ({} bytes) and {} bytes were given: make "
                        "them as long as each other",
                        what, range.size, range.bytes(), bytes));
}

} // namespace

gl::Buffer make_buffer(std::int64_t bytes) {
    if (bytes < 0)
        throw usage_error(fmt::format("an array on the GPU cannot have {} bytes", bytes));
    if (bytes == 0)
        return {};
    gl::check_errors("before allocating on the GPU");
    gl::Buffer buffer = gl::Buffer::create();
    const CopyBinding binding(GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING, buffer.id());
    glBufferData(GL_COPY_WRITE_BUFFER, bytes, nullptr, GL_DYNAMIC_COPY);
    if (glGetError() != GL_NO_ERROR)
        throw Error(fmt::format("the GPU has no room for an array of {} bytes: use smaller arrays, or free "
                                "others first",
                                bytes));
    return buffer;
}

void upload_bytes(const BufferRange& range, std::span<const std::byte> bytes) {
    require_same(range, bytes.size(), "uploading");
    if (bytes.empty())
        return;
    const CopyBinding binding(GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING, range.buffer);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBufferSubData(GL_COPY_WRITE_BUFFER, range.first_byte(), range.bytes(), bytes.data());
    gl::check_errors("uploading an array");
}

void download_bytes(const BufferRange& range, std::span<std::byte> bytes) {
    require_same(range, bytes.size(), "downloading");
    if (bytes.empty())
        return;
    const CopyBinding binding(GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING, range.buffer);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetBufferSubData(GL_COPY_READ_BUFFER, range.first_byte(), range.bytes(), bytes.data());
    gl::check_errors("downloading an array");
}

} // namespace scanline::compute
