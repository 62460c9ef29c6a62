#pragma once
#include "scanline/raster/engine.h"

namespace scanline::raster {

/// The places of the set bits of every 16-bit number, so that a shader without integers finds the k-th of
/// them in one fetch: texel (16 * low + k, high) for the number 256 * high + low, for k below the number of
/// its bits, 0 behind.
///
///     0x0106 has bits 1, 2 and 8: texels (96, 1) (97, 1) (98, 1) hold 1 2 8
///
/// 4096 x 256 texels, 4 MiB. Errors: no_opengl where textures cannot be as wide.
StreamTexture make_select_table(Engine& engine);

} // namespace scanline::raster
