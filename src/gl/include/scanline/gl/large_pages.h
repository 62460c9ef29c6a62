#pragma once
#include "scanline/gl/handle.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace scanline::gl {

/// The memory of a buffer as CUDA sees it, in any of the process's CUDA contexts on the device. Keeps the
/// memory alive. Move-only.
class CudaMapping {
public:
    CudaMapping(std::uint64_t address, std::size_t bytes, int device)
        : address_(address), bytes_(bytes), device_(device) {}
    CudaMapping(CudaMapping&& other) noexcept
        : address_(std::exchange(other.address_, 0)), bytes_(other.bytes_), device_(other.device_) {}
    CudaMapping& operator=(CudaMapping&&) = delete;
    ~CudaMapping(); ///< waits, as wait()

    std::uint64_t address() const { return address_; }
    /// Waits for the work of the device's primary context, in which CUDA libraries run theirs.
    void wait() const;
    /// Copies the first bytes as CUDA sees them; false if it cannot.
    bool copy_to(std::span<std::byte> bytes) const;

private:
    std::uint64_t address_;
    std::size_t bytes_;
    int device_;
};

/// Allocates at least `bytes` bytes in whole 2 MiB pages for a buffer without storage. Returns false, leaving
/// the buffer unchanged, if that fails. NVIDIA's OpenGL drivers allocate 64 KiB pages, which exceed the GPU's
/// TLB reach once kernels access more than about half a gigabyte: on an H200 a copy then runs at half speed.
/// Memory allocated through the driver's CUDA interface, exported and imported through
/// GL_EXT_memory_object_fd, has large pages. libcuda comes with the driver and is looked up at run time;
/// building needs nothing of CUDA, and no CUDA context is created. The environment variable
/// SCANLINE_LARGE_PAGES=0 turns this off.
///
/// The storage is immutable: shaders, copies and clears can write it, but glBufferSubData cannot. mapping:
/// receives one if CUDA can map the memory too.
bool allocate_large_pages(const Buffer& buffer, std::int64_t bytes,
                          std::optional<CudaMapping>* mapping = nullptr);

/// Allows or forbids large pages below 512 MiB for the whole process; they are allowed by default. Forbid
/// them in a process that does little work: starting the CUDA interface takes 0.3 s and ending it 0.1 s
/// (H200).
void allow_large_pages(bool allowed);

} // namespace scanline::gl
