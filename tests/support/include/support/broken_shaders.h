#pragma once
#include "scanline/raster/engine.h"
#include "support/shader_folder.h"

namespace scanline::test {

/// Shaders of the raster room that are broken on purpose.
class BrokenShaders : public ShaderFolder {
public:
    /// An engine that draws with these shaders. They are read as they are needed, so the folder must outlive
    /// it.
    raster::Engine make_engine(const gl::Capabilities& capabilities) const {
        const EnvironmentVariable override("SCANLINE_SHADER_DIR", path());
        return raster::Engine(capabilities);
    }
};

} // namespace scanline::test
