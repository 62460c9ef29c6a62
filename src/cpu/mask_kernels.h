#pragma once
#include "scanline/cpu/mask_compaction.h"

#include <cstddef>
#include <cstdint>

namespace scanline::cpu {

/// Counts the valid values among n, with this processor's widest registers.
std::size_t count_valid(const std::uint8_t* values, std::size_t n, const MaskThreshold& valid);

/// Writes the positions of the valid values among n, counted from `first`. Returns their number.
std::size_t keep_valid(const std::uint8_t* values, std::size_t n, const MaskThreshold& valid,
                       std::uint32_t first, std::uint32_t* output);

} // namespace scanline::cpu
