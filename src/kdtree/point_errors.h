#pragma once
#include "scanline/core/error.h"

#include <cstddef>

namespace scanline::kdtree {

/// Errors: usage for dimensions that no points have. `what` begins the message: "kdtree build".
void require_dimensions(int dimensions, const char* what);

/// For a coordinate that is none, at a row and column counted from 0.
Error not_a_number(const char* what, std::size_t row, std::size_t column);

} // namespace scanline::kdtree
