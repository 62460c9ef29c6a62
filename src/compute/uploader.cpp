#include "scanline/compute/uploader.h"

#include "copy_binding.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace scanline::compute {

namespace {

constexpr int max_threads = 8;                    ///< more are no faster
constexpr GLuint64 longest_wait = 10'000'000'000; ///< nanoseconds, for a copy of a few MB
constexpr GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;

int threads_of(const Uploader::Options& options) {
    return options.threads != 0 ? options.threads : std::min(cpu::ThreadTeam::all_processors(), max_threads);
}

} // namespace

bool Uploader::is_offered(const gl::Capabilities& capabilities) {
    return capabilities.supports({4, 4}, {"GL_ARB_buffer_storage"});
}

Uploader::Uploader(const Options& options)
    : piece_(options.piece), team_(threads_of(options)), staging_(gl::Buffer::create()) {
    const CopyBinding from(GL_COPY_READ_BUFFER, staging_.id());
    const auto bytes = static_cast<GLsizeiptr>(slots) * piece_;
    glBufferStorage(GL_COPY_READ_BUFFER, bytes, nullptr, access | GL_CLIENT_STORAGE_BIT);
    memory_ = static_cast<std::byte*>(glMapBufferRange(GL_COPY_READ_BUFFER, 0, bytes, access));
    if (glGetError() != GL_NO_ERROR || memory_ == nullptr)
        throw Error(fmt::format("uploading: the driver has no {} bytes of memory that the GPU reads: free "
                                "some arrays first",
                                bytes));
}

Uploader::~Uploader() {
    for (const GLsync fence : copied_)
        if (fence != nullptr)
            glDeleteSync(fence);
}

void Uploader::wait_for(std::size_t slot) {
    if (copied_[slot] == nullptr)
        return;
    const GLenum state = glClientWaitSync(copied_[slot], GL_SYNC_FLUSH_COMMANDS_BIT, longest_wait);
    if (state == GL_TIMEOUT_EXPIRED || state == GL_WAIT_FAILED)
        throw Error("uploading: the GPU did not copy a piece within 10 s: see whether it still responds");
    glDeleteSync(std::exchange(copied_[slot], nullptr));
}

void Uploader::fill(std::size_t slot, std::span<const std::byte> bytes) {
    std::byte* const memory = memory_ + static_cast<std::int64_t>(slot) * piece_;
    const auto threads = static_cast<std::size_t>(team_.size());
    team_.run([&](int thread) {
        const auto part = static_cast<std::size_t>(thread);
        const std::size_t first = cpu::part_begin(bytes.size(), part, threads),
                          last = cpu::part_begin(bytes.size(), part + 1, threads);
        std::memcpy(memory + first, bytes.data() + first, last - first);
    });
}

void Uploader::operator()(const BufferRange& range, std::span<const std::byte> bytes) {
    require_same(range, bytes.size(), "uploading");
    if (bytes.empty())
        return;
    gl::check_caller("uploading an array");
    const CopyBinding from(GL_COPY_READ_BUFFER, staging_.id()), to(GL_COPY_WRITE_BUFFER, range.buffer);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glFinish();
    const auto piece = static_cast<std::size_t>(piece_);
    for (std::size_t first = 0, slot = 0; first < bytes.size(); first += piece, slot = (slot + 1) % slots) {
        const std::span<const std::byte> some = bytes.subspan(first, std::min(piece, bytes.size() - first));
        wait_for(slot);
        fill(slot, some);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(slot * piece),
                            range.first_byte() + static_cast<GLintptr>(first),
                            static_cast<GLsizeiptr>(some.size()));
        copied_[slot] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        glFlush();
    }
    gl::check_errors("uploading an array");
}

} // namespace scanline::compute
