#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/gl/capabilities.h"

#include <array>
#include <span>

namespace scanline::compute {

/// Copies large arrays to the GPU: threads fill pieces of memory that the GPU reads, and the GPU fetches one
/// while they fill the next. The driver's own copy has one thread (H100: 6 to 14 GB/s; this way 38). Needs
/// buffer storage, see is_offered(), and memory for four pieces. The context that it was made in must be
/// current on every use, and when it is destroyed.
class Uploader {
public:
    struct Options {
        std::int64_t piece = std::int64_t{4} << 20; ///< bytes
        int threads = 0;                            ///< 0: as many as processors, up to 8
    };
    explicit Uploader(const Options& options);
    Uploader() : Uploader(Options{}) {}
    ~Uploader();
    Uploader(const Uploader&) = delete;
    Uploader& operator=(const Uploader&) = delete;

    /// True with OpenGL 4.4 or ARB_buffer_storage.
    static bool is_offered(const gl::Capabilities& capabilities);

    /// Waits for earlier work on the GPU, not for the copy of the last pieces. Errors: usage if the lengths
    /// differ; failure if the GPU does not copy a piece within some seconds.
    void operator()(const BufferRange& range, std::span<const std::byte> bytes);

private:
    static constexpr std::size_t slots = 4;

    void wait_for(std::size_t slot);
    void fill(std::size_t slot, std::span<const std::byte> bytes);

    std::int64_t piece_;
    cpu::ThreadTeam team_;
    gl::Buffer staging_;
    std::byte* memory_ = nullptr;
    std::array<gl::Sync, slots> copied_{}; ///< signaled once the slot may be filled again; null: it may
};

} // namespace scanline::compute
