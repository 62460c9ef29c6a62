#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/gl/capabilities.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace scanline::compute {

/// Passes pieces through a few slots: begin(piece, slot) starts one, end(piece, slot) waits for it and
/// empties the slot. Pieces end in order, each before its slot takes another, and as many as there are slots
/// are under way at a time.
template <class Begin, class End>
void through_slots(std::size_t pieces, std::size_t slots, Begin begin, End end) {
    for (std::size_t piece = 0; piece < pieces + slots; ++piece) {
        if (piece >= slots && piece - slots < pieces)
            end(piece - slots, (piece - slots) % slots);
        if (piece < pieces)
            begin(piece, piece % slots);
    }
}

/// Copies large arrays to the GPU and back in pieces of memory that both reach: threads fill or empty one
/// while the GPU copies the next. The driver's own copies have one thread (H100: 6 to 14 GB/s there and 1.6
/// back; this way 38, and 7 back into memory that the system hands out meanwhile). Needs buffer storage, see
/// is_offered(), and memory for four pieces each way. The context that it was made in must be current on
/// every use, and when it is destroyed.
class Transfer {
public:
    struct Options {
        std::int64_t piece = std::int64_t{4} << 20; ///< bytes
        int threads = 0;                            ///< 0: as many as processors, up to 8
    };
    explicit Transfer(const Options& options);
    Transfer() : Transfer(Options{}) {}
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// True with OpenGL 4.4 or ARB_buffer_storage.
    static bool is_offered(const gl::Capabilities& capabilities);

    // Both wait for earlier work on the GPU. Errors: usage if the lengths differ; failure if the GPU does not
    // copy a piece within some seconds.

    /// Does not wait for the copy of the last pieces.
    void upload(const BufferRange& range, std::span<const std::byte> bytes);
    void download(const BufferRange& range, std::span<std::byte> bytes);

private:
    static constexpr std::size_t slots = 4;

    /// Memory that the GPU and the CPU reach.
    class Slots {
    public:
        Slots(std::int64_t piece, unsigned access);
        ~Slots();
        Slots(const Slots&) = delete;
        Slots& operator=(const Slots&) = delete;

        unsigned buffer() const { return buffer_.id(); }
        std::byte* memory(std::size_t slot) const { return memory_ + offset(slot); }
        std::int64_t offset(std::size_t slot) const { return static_cast<std::int64_t>(slot) * piece_; }
        /// Call after the copy of a slot.
        void fence(std::size_t slot);
        /// Waits until the last copy of the slot is done, for so many nanoseconds at most.
        void wait(std::size_t slot, std::uint64_t longest);

    private:
        std::int64_t piece_;
        gl::Buffer buffer_;
        std::byte* memory_ = nullptr;
        std::array<gl::Sync, slots> copied_{}; ///< null: nothing to wait for
    };

    void copy(std::byte* to, const std::byte* from, std::size_t size);

    std::int64_t piece_;
    cpu::ThreadTeam team_;
    std::optional<Slots> filled_, emptied_;
};

} // namespace scanline::compute
