#pragma once
#include "scanline/gl/handle.h"

#include <cstdint>

namespace scanline::gl {

/// Gives a buffer without storage at least so many bytes in whole pages of 2 MiB; false, and the buffer as it
/// was, where that cannot be had. OpenGL drivers of NVIDIA allocate in pages of 64 KiB, whose translations do
/// not fit the GPU's caches where kernels go through more than about half a gigabyte: on an H200 a copy then
/// runs at half its speed. Memory that the driver's CUDA side allocates, exported and imported through
/// GL_EXT_memory_object_fd, has large pages. libcuda comes with the driver and is looked for at run time;
/// nothing of CUDA is needed to build, and no CUDA context is made. SCANLINE_LARGE_PAGES=0 in the environment
/// turns it off.
///
/// The storage is immutable: it can be written by shaders, copies and clears, but not by glBufferSubData.
bool allocate_large_pages(const Buffer& buffer, std::int64_t bytes);

} // namespace scanline::gl
