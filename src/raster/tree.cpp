#include "scanline/raster/tree.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

namespace {

// The levels of the same texture below this one lie to its left.
int level_x(const StreamLayout& layout, int level) {
    int x = 0;
    for (int below = level - 2; below >= 1; below -= 2)
        x += layout.width >> below;
    return x;
}

} // namespace

Area up_sweep_area(const StreamLayout& layout, int level) {
    return {level_x(layout, level), 0, layout.width >> level, layout.height};
}

Area down_sweep_area(const StreamLayout& layout, int level) {
    return {level_x(layout, level + 1), 0, layout.width >> level, layout.height};
}

UpSweep::UpSweep(Engine& engine, Node node)
    : engine_(engine), node_(node),
      program_(engine, node == Node::sum ? "raster/up_sweep.frag" : "raster/run_up_sweep.frag", {"u_source"}),
      source_x_(program_.uniform("u_source_x")), target_x_(program_.uniform("u_target_x")),
      full_(program_.uniform("u_full")) {}

void UpSweep::operator()(const StreamLayout& layout, const StreamTexture& leaves, const StreamPair& tree,
                         int levels) const {
    const std::string_view name = node_ == Node::sum ? pass::up_sweep : pass::run_up_sweep;
    Engine::Input source{"leaves", leaves};
    for (int level = 1; level <= levels; ++level) {
        const Engine::Output target{"tree", tree.textures[up_sweep_texture(level)],
                                    up_sweep_area(layout, level)};
        program_.use(layout);
        glUniform1f(source_x_, static_cast<float>(source.area.x));
        glUniform1f(target_x_, static_cast<float>(target.area.x));
        glUniform1f(full_, static_cast<float>(1 << (level - 1)));
        engine_.fill(name, level, {source}, target, 2);
        source = target;
    }
}

} // namespace scanline::raster
