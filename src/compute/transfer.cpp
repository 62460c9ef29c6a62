#include "scanline/compute/transfer.h"

#include "copy_binding.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/phases.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace scanline::compute {

namespace {

constexpr int max_threads = 8; ///< more are no faster
// Nanoseconds.
constexpr GLuint64 longest_copy = 10'000'000'000;  ///< of a few MB
constexpr GLuint64 longest_work = 600'000'000'000; ///< before a copy

int threads_of(const Transfer::Options& options) {
    return options.threads != 0 ? options.threads : std::min(cpu::ThreadTeam::all_processors(), max_threads);
}

} // namespace

bool Transfer::is_offered(const gl::Capabilities& capabilities) {
    return capabilities.supports({4, 4}, {"GL_ARB_buffer_storage"});
}

Transfer::Slots::Slots(std::int64_t piece, GLbitfield access) : piece_(piece), buffer_(gl::Buffer::create()) {
    const CopyBinding binding(GL_COPY_READ_BUFFER, buffer_.id());
    const auto bytes = static_cast<GLsizeiptr>(slots) * piece;
    access |= GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    glBufferStorage(GL_COPY_READ_BUFFER, bytes, nullptr, access | GL_CLIENT_STORAGE_BIT);
    memory_ = static_cast<std::byte*>(glMapBufferRange(GL_COPY_READ_BUFFER, 0, bytes, access));
    if (glGetError() != GL_NO_ERROR || memory_ == nullptr)
        throw Error(fmt::format("copying to or from the GPU: the driver has no {} bytes of memory that both "
                                "reach: free some arrays first",
                                bytes));
}

Transfer::Slots::~Slots() {
    for (const GLsync fence : copied_)
        if (fence != nullptr)
            glDeleteSync(fence);
}

void Transfer::Slots::fence(std::size_t slot) {
    copied_[slot] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
}

void Transfer::Slots::wait(std::size_t slot, std::uint64_t longest) {
    if (copied_[slot] == nullptr)
        return;
    const GLenum state = glClientWaitSync(copied_[slot], GL_SYNC_FLUSH_COMMANDS_BIT, longest);
    if (state == GL_TIMEOUT_EXPIRED || state == GL_WAIT_FAILED)
        throw Error(
            fmt::format("copying to or from the GPU: it did not copy a piece within {} s: see whether it "
                        "still responds",
                        longest / 1'000'000'000));
    glDeleteSync(std::exchange(copied_[slot], nullptr));
}

// Not pinned: engines on threads of their own transfer at the same time.
Transfer::Transfer(const Options& options) : piece_(options.piece), team_(threads_of(options), false) {}

void Transfer::copy(std::byte* to, const std::byte* from, std::size_t size) {
    cpu::share_parts(team_, size, static_cast<std::size_t>(team_.size()),
                     [&](std::size_t /*thread*/, std::size_t first, std::size_t last) {
                         std::memcpy(to + first, from + first, last - first);
                     });
}

void Transfer::upload(const BufferRange& range, std::span<const std::byte> bytes) {
    require_same(range, bytes.size(), "uploading");
    if (bytes.empty())
        return;
    gl::check_caller("uploading an array");
    const PhaseSpan span(Phase::upload);
    if (!filled_)
        filled_.emplace(piece_, GL_MAP_WRITE_BIT);
    const CopyBinding from(GL_COPY_READ_BUFFER, filled_->buffer()), to(GL_COPY_WRITE_BUFFER, range.buffer);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glFinish();
    const auto piece = static_cast<std::size_t>(piece_);
    for (std::size_t first = 0, slot = 0; first < bytes.size(); first += piece, slot = (slot + 1) % slots) {
        const std::size_t size = std::min(piece, bytes.size() - first);
        filled_->wait(slot, longest_copy);
        copy(filled_->memory(slot), bytes.data() + first, size);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, filled_->offset(slot),
                            range.first_byte() + static_cast<GLintptr>(first), static_cast<GLsizeiptr>(size));
        filled_->fence(slot);
    }
    gl::check_errors("uploading an array");
}

void Transfer::download(const BufferRange& range, std::span<std::byte> bytes) {
    require_same(range, bytes.size(), "downloading");
    if (bytes.empty())
        return;
    gl::check_caller("downloading an array");
    if (!emptied_)
        emptied_.emplace(piece_, GL_MAP_READ_BIT);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    const CopyBinding from(GL_COPY_READ_BUFFER, range.buffer), to(GL_COPY_WRITE_BUFFER, emptied_->buffer());
    const auto piece = static_cast<std::size_t>(piece_);
    // One piece waits once, for its copy and the work before it, which takes nearly all of the time.
    std::optional<PhaseSpan> span;
    if (bytes.size() > piece) {
        glFinish();
        span.emplace(Phase::download);
    }
    const auto size_of = [&](std::size_t number) { return std::min(piece, bytes.size() - number * piece); };
    through_slots(
        divide_rounding_up(bytes.size(), piece), slots,
        [&](std::size_t number, std::size_t slot) {
            glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                                range.first_byte() + static_cast<GLintptr>(number * piece),
                                emptied_->offset(slot), static_cast<GLsizeiptr>(size_of(number)));
            emptied_->fence(slot);
        },
        [&](std::size_t number, std::size_t slot) {
            emptied_->wait(slot, span ? longest_copy : longest_work);
            if (!span)
                span.emplace(Phase::download);
            copy(bytes.data() + number * piece, emptied_->memory(slot), size_of(number));
        });
    gl::check_errors("downloading an array");
}

} // namespace scanline::compute
