#include "scanline/raster/copy.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/passes.h"

namespace scanline::raster {

void Copy::operator()(const StreamLayout& layout, const StreamTexture& source,
                      const StreamTexture& target) const {
    const gl::StateGuard guard;
    const StageScope scope(engine_.observer(), stage::copy);
    program_.use(layout);
    engine_.fill(pass::copy, 0, {{"source", source}}, {"target", target}, 1);
}

} // namespace scanline::raster
