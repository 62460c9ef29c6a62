#include "scanline/raster/survivor_search.h"

#include "scanline/raster/passes.h"
#include "scanline/raster/payload.h"

#include <vector>

namespace scanline::raster {

SurvivorSearch::SurvivorSearch(Engine& engine, const StreamLayout& layout, Payload payload,
                               const std::string& fragment, std::initializer_list<const char*> samplers,
                               Search::LoopBound bound, gl::Specialization constants)
    : engine_(engine), layout_(layout),
      program_(engine, fragment, samplers, specialize(payload, std::move(constants))),
      // The same units, so that both draw with the textures of one pass.
      behind_(engine, "raster/constant.frag", samplers), width_(program_.uniform("u_width")),
      elements_(program_.uniform("u_elements")), bound_(bound.name ? program_.uniform(bound.name) : -1),
      behind_value_(behind_.uniform("u_value")), bound_value_(bound.value) {}

void SurvivorSearch::operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                                const StreamTexture& output,
                                const std::function<void()>& set_uniforms) const {
    const StageScope scope(engine_.observer(), stage::search);
    std::vector<Engine::Input> all(inputs);
    all.emplace_back("count", *count.texture, count.area());
    const auto texels = static_cast<std::uint64_t>(output.area().texels());
    engine_.draw_pass(pass::search, 0, all, {"stream", output}, texels, std::nullopt, [&] {
        program_.use(layout_, count, layout_.width, layout_.height);
        glUniform1f(width_, static_cast<float>(layout_.width));
        glUniform1f(elements_, static_cast<float>(layout_.padded_size()));
        glUniform1i(bound_, bound_value_);
        if (set_uniforms)
            set_uniforms();
        program_.draw_reached();
        behind_.use(layout_, count, layout_.width, layout_.height);
        glUniform1f(behind_value_, empty_element);
        behind_.draw_behind();
    });
}

} // namespace scanline::raster
