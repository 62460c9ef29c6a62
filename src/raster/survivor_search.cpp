#include "scanline/raster/survivor_search.h"

#include "scanline/raster/payload.h"

namespace scanline::raster {

SurvivorSearch::SurvivorSearch(Engine& engine, const StreamLayout& layout, Payload payload,
                               const std::string& fragment, std::initializer_list<const char*> samplers,
                               Search::LoopBound bound, gl::Specialization constants)
    : layout_(layout), program_(engine, fragment, samplers, specialize(payload, std::move(constants))),
      pass_(engine, layout, samplers), width_(program_.uniform("u_width")),
      elements_(program_.uniform("u_elements")), bound_(bound.name ? program_.uniform(bound.name) : -1),
      bound_value_(bound.value) {}

void SurvivorSearch::operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                                const StreamTexture& output,
                                const std::function<void()>& set_uniforms) const {
    pass_(inputs, count, output, [&] {
        program_.use(layout_, count, layout_.width, layout_.height);
        glUniform1f(width_, static_cast<float>(layout_.width));
        glUniform1f(elements_, static_cast<float>(layout_.padded_size()));
        glUniform1i(bound_, bound_value_);
        if (set_uniforms)
            set_uniforms();
        program_.draw_reached();
    });
}

} // namespace scanline::raster
