#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/gl/handle.h"

#include <vector>

namespace scanline::compute {

/// Reusable scratch memory on the GPU: a stack allocator whose scopes release their memory for the next call.
/// Once the largest call has run, nothing is allocated any more.
class Arena {
public:
    /// Ranges begin at multiples of this many bytes, a binding offset that every driver accepts.
    static constexpr std::int64_t alignment = 256;

    /// Releases on destruction what was taken since construction. Scopes nest.
    class Scope {
    public:
        explicit Scope(Arena& arena);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

        /// Returns elements with undefined values, valid until the end of the scope. Errors: failure, naming
        /// the bytes, if the driver is out of memory.
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

    /// Frees all memory. Only between scopes.
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
    std::size_t current_ = 0; ///< the chunk to allocate from
    int scopes_ = 0;
    std::int64_t peak_ = 0;
    std::int64_t allocations_ = 0;
};

} // namespace scanline::compute
