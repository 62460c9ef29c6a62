#include "scanline/raster/block_compaction.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/payload.h"

namespace scanline::raster {

Search::Search(Engine& engine, const StreamLayout& layout, Payload payload, const std::string& fragment,
               std::initializer_list<const char*> samplers, LoopBound bound, gl::Specialization constants)
    : engine_(engine), layout_(layout),
      program_(engine, fragment, samplers, specialize(payload, std::move(constants))),
      width_(program_.uniform("u_width")), bound_(bound.name ? program_.uniform(bound.name) : -1),
      bound_value_(bound.value) {}

void Search::operator()(std::initializer_list<Engine::Input> inputs, const StreamTexture& output) const {
    const StageScope scope(engine_.observer(), stage::search);
    program_.use(layout_);
    glUniform1f(width_, static_cast<float>(layout_.width));
    glUniform1i(bound_, bound_value_);
    engine_.fill(pass::search, 0, inputs, {"compacted", output}, std::nullopt);
}

} // namespace scanline::raster
