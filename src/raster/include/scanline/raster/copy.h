#pragma once
#include "scanline/raster/fill_program.h"

namespace scanline::raster {

/// Copies a stream texture in one full-screen pass: the roof against which algorithms are measured.
class Copy {
public:
    explicit Copy(Engine& engine) : engine_(engine), program_(engine, "raster/copy.frag", {"u_source"}) {}

    /// Both textures have the layout. Stage: copy. Restores the OpenGL state it touches.
    void operator()(const StreamLayout& layout, const StreamTexture& source,
                    const StreamTexture& target) const;

private:
    Engine& engine_;
    FillProgram program_;
};

} // namespace scanline::raster
