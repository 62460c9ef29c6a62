#include "scanline/compute/device_array.h"

#include "copy_binding.h"

#include "scanline/core/error.h"
#include "scanline/core/phases.h"
#include "scanline/gl/large_pages.h"

#include <fmt/format.h>

namespace scanline::compute {

BufferRange BufferRange::part(std::int64_t from, std::int64_t count) const {
    if (from < 0 || count < 0 || from > size || count > size - from)
        throw usage_error(fmt::format("the part of {} elements from {} on does not lie within an array of {}",
                                      count, from, size));
    return {buffer, first + from, count, type};
}

bool BufferRange::overlaps(const BufferRange& other) const {
    return buffer == other.buffer && bytes() > 0 && other.bytes() > 0 &&
           first_byte() < other.first_byte() + other.bytes() && other.first_byte() < first_byte() + bytes();
}

bool BufferRange::same_as(const BufferRange& other) const {
    return buffer == other.buffer && first_byte() == other.first_byte() && bytes() == other.bytes();
}

void require_in_buffer(const BufferRange& range) {
    gl::check_caller("wrapping a buffer");
    if (range.buffer == 0 && range.first == 0 && range.size == 0)
        return;
    if (glIsBuffer(range.buffer) == GL_FALSE)
        throw usage_error(fmt::format("wrapping a buffer: {} is not a buffer of the current context: create "
                                      "it there, and allocate it by glBufferData() first",
                                      range.buffer));
    const CopyBinding binding(GL_COPY_READ_BUFFER, range.buffer);
    GLint64 bytes = 0;
    glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &bytes);
    const std::int64_t present = bytes / element_bytes(range.type);
    if (range.first < 0 || range.size < 0)
        throw usage_error(fmt::format("wrapping a buffer: {} elements from {} on: neither may be negative",
                                      range.size, range.first));
    if (range.first <= present && range.size <= present - range.first)
        return;
    // As unsigned: the sum of two numbers of 63 bits fits.
    const auto elements = static_cast<std::uint64_t>(range.first) + static_cast<std::uint64_t>(range.size);
    throw usage_error(fmt::format(
        "wrapping a buffer: {} elements of {} from {} on need {:.0f} bytes, and buffer {} has {}: allocate "
        "more, or wrap fewer",
        range.size, to_string(range.type), range.first,
        static_cast<double>(elements) * static_cast<double>(element_bytes(range.type)), range.buffer, bytes));
}

namespace {

constexpr std::int64_t min_for_large_pages = std::int64_t{4} << 20;

// Immutable storage does not accept glBufferSubData, so fill a mutable buffer and copy from it.
void upload_by_copy(const BufferRange& range, std::span<const std::byte> bytes) {
    const gl::Buffer staging = gl::Buffer::create();
    const CopyBinding from(GL_COPY_READ_BUFFER, staging.id());
    glBufferData(GL_COPY_READ_BUFFER, range.bytes(), bytes.data(), GL_STREAM_COPY);
    gl::check_room("a copy", range.bytes());
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, range.first_byte(), range.bytes());
}

// A driver may read back a whole buffer for a part of it (NVIDIA's does: 115 ms for four bytes of 1.6 GB).
bool is_part_of_bound(const BufferRange& range) {
    GLint64 bytes = 0;
    glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &bytes);
    return range.bytes() < bytes;
}

void download_by_copy(const BufferRange& range, std::span<std::byte> bytes) {
    const gl::Buffer staging = gl::Buffer::create();
    const CopyBinding to(GL_COPY_WRITE_BUFFER, staging.id());
    glBufferData(GL_COPY_WRITE_BUFFER, range.bytes(), nullptr, GL_STREAM_READ);
    gl::check_room("a copy", range.bytes());
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, range.first_byte(), 0, range.bytes());
    glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, range.bytes(), bytes.data());
}

bool takes_sub_data() {
    GLint immutable = GL_FALSE, flags = 0;
    glGetBufferParameteriv(GL_COPY_WRITE_BUFFER, GL_BUFFER_IMMUTABLE_STORAGE, &immutable);
    glGetBufferParameteriv(GL_COPY_WRITE_BUFFER, GL_BUFFER_STORAGE_FLAGS, &flags);
    return immutable == GL_FALSE || (flags & GL_DYNAMIC_STORAGE_BIT) != 0;
}

} // namespace

void require_same(const BufferRange& range, std::size_t bytes, std::string_view what) {
    if (static_cast<std::size_t>(range.bytes()) != bytes)
        throw usage_error(
            fmt::format("{}: the array has {} elements ({} bytes) and {} bytes were given: make "
                        "them as long as each other",
                        what, range.size, range.bytes(), bytes));
}

gl::Buffer make_buffer(std::int64_t bytes, Pages pages, std::optional<gl::CudaMapping>* mapping) {
    if (bytes < 0)
        throw usage_error(fmt::format("an array on the GPU cannot have {} bytes", bytes));
    if (bytes == 0)
        return {};
    gl::check_caller("allocating on the GPU");
    gl::Buffer buffer = gl::Buffer::create();
    if (pages == Pages::large && bytes >= min_for_large_pages &&
        gl::allocate_large_pages(buffer, bytes, mapping))
        return buffer;
    const CopyBinding binding(GL_COPY_WRITE_BUFFER, buffer.id());
    glBufferData(GL_COPY_WRITE_BUFFER, bytes, nullptr, GL_DYNAMIC_COPY);
    gl::check_room("an array", bytes);
    return buffer;
}

void upload_bytes(const BufferRange& range, std::span<const std::byte> bytes) {
    const PhaseSpan span(Phase::upload);
    require_same(range, bytes.size(), "uploading");
    if (bytes.empty())
        return;
    gl::check_caller("uploading an array");
    const CopyBinding binding(GL_COPY_WRITE_BUFFER, range.buffer);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    // NVIDIA's driver does not wait for kernels that still read the buffer (580.159).
    glFinish();
    if (takes_sub_data())
        glBufferSubData(GL_COPY_WRITE_BUFFER, range.first_byte(), range.bytes(), bytes.data());
    else
        upload_by_copy(range, bytes);
    gl::check_errors("uploading an array");
}

void download_bytes(const BufferRange& range, std::span<std::byte> bytes) {
    require_same(range, bytes.size(), "downloading");
    if (bytes.empty())
        return;
    gl::check_caller("downloading an array");
    glFinish(); // until here it is work
    const PhaseSpan span(Phase::download);
    const CopyBinding binding(GL_COPY_READ_BUFFER, range.buffer);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    if (is_part_of_bound(range))
        download_by_copy(range, bytes);
    else
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, range.bytes(), bytes.data());
    gl::check_errors("downloading an array");
}

} // namespace scanline::compute
