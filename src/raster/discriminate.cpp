#include "scanline/raster/discriminate.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

Discriminate::Discriminate(Engine& engine, Mark mark)
    : engine_(engine), program_(engine, "raster/discriminate.frag", {"u_values"},
                                {{"MARK_VALID", mark == Mark::valid ? "1.0" : "0.0"}}) {}

void Discriminate::operator()(const StreamLayout& layout, const StreamTexture& values,
                              const Discriminator& discriminator, const StreamTexture& flags) const {
    const StageScope scope(engine_.observer(), stage::discriminate);
    program_.use(layout);
    set_discriminator(program_, discriminator);
    program_.set("u_width", layout.width);
    program_.set("u_size", layout.size);
    engine_.fill(pass::discriminate, 0, {{"values", values}}, {"flags", flags}, 1);
}

} // namespace scanline::raster
