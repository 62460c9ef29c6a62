#pragma once
#include "scanline/raster/fill_program.h"
#include "scanline/raster/options.h"

namespace scanline::raster {

/// Flags every element with 1 or 0 according to a Discriminator; padding is invalid. Stage: discriminate.
class Discriminate {
public:
    Discriminate(Engine& engine, Mark mark);

    void operator()(const StreamLayout& layout, const StreamTexture& values,
                    const Discriminator& discriminator, const StreamTexture& flags) const;

private:
    Engine& engine_;
    FillProgram program_;
};

} // namespace scanline::raster
