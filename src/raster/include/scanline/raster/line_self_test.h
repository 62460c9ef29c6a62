#pragma once
#include "scanline/raster/engine.h"

namespace scanline::raster {

/// Concatenates made-up blocks by lines, with empty, full and one-element blocks, lines that wrap and lines
/// that touch both ends of a row, in a small and in the widest layout, and compares every pixel with the
/// CPU's result. A driver whose lines miss or add a pixel gives false, and quads are used instead. end_bias:
/// see Concatenation::set_end_bias, for tests.
bool lines_are_exact(Engine& engine, float end_bias = 0.0f);

} // namespace scanline::raster
