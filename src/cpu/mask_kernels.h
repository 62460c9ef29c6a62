#pragma once
#include "scanline/cpu/mask_compaction.h"

#include <cstddef>
#include <cstdint>

namespace scanline::cpu {

/// How many of n values are valid, by the widest registers of this processor.
std::size_t count_valid(const std::uint8_t* values, std::size_t n, const MaskThreshold& valid);

/// Writes the valid ones of n values, or their positions, which count from `first`, and returns how many they
/// are.
std::size_t keep_valid(const std::uint8_t* values, std::size_t n, const MaskThreshold& valid,
                       MaskPayload payload, std::uint32_t first, std::uint32_t* output);

} // namespace scanline::cpu
