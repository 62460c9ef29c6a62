#include "scanline/raster/doubling.h"

namespace scanline::raster {

Doubling::Doubling(Engine& engine, const std::string& fragment, std::string_view pass)
    : engine_(engine), pass_(pass), program_(engine, fragment, {"u_source"}),
      offset_(program_.uniform("u_offset")) {}

const StreamTexture& Doubling::operator()(const StreamLayout& layout, const StreamTexture& input,
                                          const StreamPair& scratch) const {
    const StreamTexture* source = &input;
    for (int step = 1; step <= layout.levels(); ++step) {
        const StreamTexture& target = scratch.textures[step & 1];
        program_.use(layout);
        glUniform1f(offset_, static_cast<float>(1 << (step - 1)));
        engine_.fill(pass_, step, {{"doubled", *source}}, {"doubled", target}, 2);
        source = &target;
    }
    return *source;
}

} // namespace scanline::raster
