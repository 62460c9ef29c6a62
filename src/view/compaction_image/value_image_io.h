#pragma once
#include "trace/run_trace.h"

#include <filesystem>

namespace scanline::view {

/// Reads what a compaction can be shown of: a picture as data::read_image(), by its grey values, or an NPY
/// array of two dimensions (or one, as a single row) of numbers as they are.
///
/// Errors, one line with the path: those of the readers; more than 2^24 elements; an array of none, or of
/// another number of dimensions; wider or higher than max_side, the longest side of a texture.
ValueImage read_value_image(const std::filesystem::path& path, int max_side);

} // namespace scanline::view
