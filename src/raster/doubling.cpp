#include "scanline/raster/doubling.h"

namespace scanline::raster {

Doubling::Doubling(Engine& engine, const std::string& fragment, std::string_view pass, DoublingReach reach)
    : engine_(engine), pass_(pass), reach_(reach), program_(engine, fragment, {"u_source"}) {}

const StreamTexture& Doubling::operator()(const StreamLayout& layout, const StreamTexture& input,
                                          const StreamPair& scratch) const {
    const StreamTexture* source = &input;
    for (int step = 1; step <= steps(layout); ++step) {
        const StreamTexture& target = scratch.textures[step & 1];
        const int offset = 1 << (step - 1);
        program_.use(layout);
        if (reach_ == DoublingReach::block)
            program_.set("u_offset", offset);
        else
            program_.set("u_offset", offset % layout.width, offset / layout.width);
        program_.set("u_width", layout.width);
        engine_.fill(pass_, step, {{"doubled", *source}}, {"doubled", target}, 2);
        source = &target;
    }
    return result(layout, scratch);
}

int Doubling::steps(const StreamLayout& layout) const {
    return reach_ == DoublingReach::block ? layout.levels() : layout.stream_levels();
}

} // namespace scanline::raster
