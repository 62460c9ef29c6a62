#pragma once
#include "scanline/compute/radix_sort.h"

namespace scanline::compute {

inline constexpr int key_bits = 32;

/// Errors: usage where the options ask for no range of bits of a key.
void require_bits(const RadixSortOptions& options);

} // namespace scanline::compute
