#include "scanline/raster/discriminate.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

Discriminate::Discriminate(Engine& engine, Mark mark)
    : engine_(engine), program_(engine, "raster/discriminate.frag", {"u_values"},
                                {{"MARK_VALID", mark == Mark::valid ? "1.0" : "0.0"}}),
      threshold_(program_.uniform("u_threshold")), negate_(program_.uniform("u_negate")),
      width_(program_.uniform("u_width")), size_(program_.uniform("u_size")) {}

void Discriminate::operator()(const StreamLayout& layout, const StreamTexture& values,
                              const Discriminator& discriminator, const StreamTexture& flags) const {
    const StageScope scope(engine_.observer(), stage::discriminate);
    program_.use(layout);
    glUniform1f(threshold_, discriminator.threshold);
    glUniform1f(negate_, discriminator.negate ? 1.0f : 0.0f);
    glUniform1f(width_, static_cast<float>(layout.width));
    glUniform1f(size_, static_cast<float>(layout.size));
    engine_.fill(pass::discriminate, 0, {{"values", values}}, {"flags", flags}, 1);
}

} // namespace scanline::raster
