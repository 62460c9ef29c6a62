#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/gl/handle.h"

#include <vector>

namespace scanline::compute {

/// Scratch memory on the GPU that is used again and again: taken in the order of a stack, given back at the
/// end of a scope, kept for the next call. Once the largest call has been made nothing is allocated any more.
class Arena {
public:
    /// Ranges begin at multiples of this many bytes, which every driver takes as the offset of a binding.
    static constexpr std::int64_t alignment = 256;

    /// Gives back at its end what was taken since its beginning. Scopes nest.
    class Scope {
    public:
        explicit Scope(Arena& arena);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

        /// Elements with undefined values, until the end of the scope. Errors: failure, naming the bytes,
        /// where the driver has not the memory.
        template <class T>
        ArrayView<T> take(std::int64_t size) {
            return ArrayView<T>(arena_.take(element_type_of<T>, size));
        }
        BufferRange take(ElementType type, std::int64_t size) { return arena_.take(type, size); }

    private:
        Arena& arena_;
        std::size_t chunk_;
        std::int64_t used_;
    };

    std::int64_t bytes() const;                       ///< allocated now
    std::int64_t peak_bytes() const { return peak_; } ///< the most that was in use at once
    std::int64_t allocations() const {
        return allocations_;
    } ///< buffers made so far: constant in steady state

    /// Gives all memory back to the driver. Only between scopes.
    void clear();

private:
    struct Chunk {
        gl::Buffer buffer;
        std::int64_t bytes = 0;
        std::int64_t used = 0;
    };

    BufferRange take(ElementType type, std::int64_t size);
    void add_chunk(std::int64_t bytes);
    std::int64_t used() const;
    // Several chunks become one when nothing is in use.
    void merge();

    std::vector<Chunk> chunks_;
    std::size_t current_ = 0; ///< the chunk that is taken from
    int scopes_ = 0;
    std::int64_t peak_ = 0;
    std::int64_t allocations_ = 0;
};

} // namespace scanline::compute
