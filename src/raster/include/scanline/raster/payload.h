#pragma once
#include "scanline/gl/shader_store.h"
#include "scanline/raster/options.h"

namespace scanline::raster {

/// The constants of shaders/raster/payload.glsl, added to those of a search's own.
gl::Specialization specialize(Payload payload, gl::Specialization constants);

} // namespace scanline::raster
