#pragma once
#include "scanline/raster/engine.h"
#include "support/shader_folder.h"

namespace scanline::test {

/// Deliberately broken shaders of the raster room.
class BrokenShaders : public ShaderFolder {
public:
    /// An engine that draws with these shaders. It reads them on demand, so the folder must outlive it.
    raster::Engine make_engine(const gl::Capabilities& capabilities) const {
        const EnvironmentVariable override("SCANLINE_SHADER_DIR", path());
        return raster::Engine(capabilities);
    }
};

} // namespace scanline::test
