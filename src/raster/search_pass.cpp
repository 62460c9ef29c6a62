#include "scanline/raster/search_pass.h"

#include "scanline/raster/passes.h"

#include <vector>

namespace scanline::raster {

SearchPass::SearchPass(Engine& engine, const StreamLayout& layout,
                       std::initializer_list<const char*> samplers)
    : engine_(engine), layout_(layout), behind_(engine, "raster/constant.frag", samplers),
      behind_value_(behind_.uniform("u_value")) {}

void SearchPass::operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                            const StreamTexture& output, const std::function<void()>& draw_reached) const {
    const StageScope scope(engine_.observer(), stage::search);
    std::vector<Engine::Input> all(inputs);
    all.emplace_back("count", *count.texture, count.area());
    const auto texels = static_cast<std::uint64_t>(output.area().texels());
    engine_.draw_pass(pass::search, 0, all, {"stream", output}, texels, std::nullopt, [&] {
        draw_reached();
        behind_.use(layout_, count, layout_.width, layout_.height);
        glUniform1f(behind_value_, empty_element);
        behind_.draw_behind();
    });
}

} // namespace scanline::raster
