#pragma once
#include "scanline/gl/handle.h"

#include <cstdint>

namespace scanline::gl {

/// Allocates at least `bytes` bytes in whole 2 MiB pages for a buffer without storage. Returns false, leaving
/// the buffer unchanged, if that fails. NVIDIA's OpenGL drivers allocate 64 KiB pages, which exceed the GPU's
/// TLB reach once kernels access more than about half a gigabyte: on an H200 a copy then runs at half speed.
/// Memory allocated through the driver's CUDA interface, exported and imported through
/// GL_EXT_memory_object_fd, has large pages. libcuda comes with the driver and is looked up at run time;
/// building needs nothing of CUDA, and no CUDA context is created. The environment variable
/// SCANLINE_LARGE_PAGES=0 turns this off.
///
/// The storage is immutable: shaders, copies and clears can write it, but glBufferSubData cannot.
bool allocate_large_pages(const Buffer& buffer, std::int64_t bytes);

/// Allows or forbids large pages below 512 MiB for the whole process; they are allowed by default. Forbid them
/// in a process that does little work: starting the CUDA interface takes 0.3 s and ending it 0.1 s (H200).
void allow_large_pages(bool allowed);

} // namespace scanline::gl
