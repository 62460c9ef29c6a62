#include "algorithms.h"
#include "scanline/core/bits.h"
#include "scanline/raster/discriminate.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/search.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::raster {

namespace {

int level_width(const StreamLayout& layout, int level) {
    return divide_rounding_up(layout.width, 1 << level);
}

int level_height(const StreamLayout& layout, int level) {
    return divide_rounding_up(layout.height, 1 << level);
}

} // namespace

int histopyramid_levels(const StreamLayout& layout) {
    return log2_exact(power_of_two_ceiling(std::max(layout.width, layout.height)));
}

Area histopyramid_area(const StreamLayout& layout, int level) {
    Area area{0, 0, level_width(layout, level), level_height(layout, level)};
    if (level > 2)
        area.y = level_height(layout, level % 2 == 1 ? 1 : 2);
    for (int below = level - 2; below > 2; below -= 2)
        area.x += level_width(layout, below);
    return area;
}

namespace {

constexpr int histopyramid_texture(int level) {
    return level & 1;
}

/// The size of the texture that holds a level and all others of its parity; one texel if there are none.
Area texture_area(const StreamLayout& layout, int lowest) {
    Area whole{0, 0, 1, 1};
    for (int level = lowest; level <= histopyramid_levels(layout); level += 2) {
        const Area area = histopyramid_area(layout, level);
        whole.width = std::max(whole.width, area.x + area.width);
        whole.height = std::max(whole.height, area.y + area.height);
    }
    return whole;
}

StreamTexture make_texture(Engine& engine, const StreamLayout& layout, int lowest) {
    const Area area = texture_area(layout, lowest);
    return engine.make_vectors(area.width, area.height);
}

std::string scale_of(const Area& area) {
    return fmt::format("vec2({:#.9g}, {:#.9g})", 1.0 / area.width, 1.0 / area.height);
}

gl::Specialization search_constants(const StreamLayout& layout) {
    std::string origins;
    for (int level = 1; level <= histopyramid_levels(layout); ++level) {
        const Area area = histopyramid_area(layout, level);
        origins += fmt::format("{}vec2({}.0, {}.0)", level > 1 ? ", " : "", area.x, area.y);
    }
    return {{"LEVELS", std::to_string(histopyramid_levels(layout))},
            {"LEVEL_ORIGINS", origins},
            {"ODD_SCALE", scale_of(texture_area(layout, 1))},
            {"EVEN_SCALE", scale_of(texture_area(layout, 2))}};
}

FillProgram level_program(Engine& engine, bool leaves) {
    return {engine, "raster/histopyramid_level.frag", {"u_source"}, {{"LEAVES", leaves ? "1" : "0"}}};
}

/// HistoPyramid: a quadtree of counts over the two-dimensional texture of the stream. Every texel of a level
/// holds the numbers of survivors below its four children, so an output position finds its element from the
/// root with one fetch per level. Not stable: survivors come in Z-order of their texture positions (x, y).
/// Stages: discriminate, reduction, search. Source: Ziegler, Tevs, Theobalt, Seidel, "On-the-fly point clouds
/// through histogram pyramids", VMV 2006.
///
///     elements  . a . .     level 1  (0 1 0 1) (0 0 0 1)     level 2, the root  (2 1 0 0)
///               . b . c
///
/// Output 2: the root's first two children hold 2 and 1, so it is survivor 0 of the second, whose only
/// survivor is below its fourth child: c. The order is a, b, c.
class HistoPyramid final : public StreamCompaction {
public:
    HistoPyramid(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
        : engine_(engine), layout_(layout), discriminate_(engine, Mark::valid),
          leaves_(level_program(engine, true)), inner_(level_program(engine, false)),
          search_(engine, layout, options.payload, "raster/histopyramid_search.frag",
                  {"u_values", "u_odd", "u_even"}, {"u_levels", histopyramid_levels(layout)},
                  search_constants(layout)),
          flags_(engine.make_stream(layout)), pyramid_{{make_texture(engine, layout, 2),
                                                        make_texture(engine, layout, 1)}} {}

    bool monotonic() const override { return false; }

    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override {
        discriminate_(layout_, values, discriminator, flags_);
        reduce();
        search_({{"values", values},
                 {"pyramid-odd", pyramid_.textures[histopyramid_texture(1)]},
                 {"pyramid-even", pyramid_.textures[histopyramid_texture(2)]}},
                count(), output);
    }

    CountTexel count() const override {
        const int root = histopyramid_levels(layout_);
        const Area area = histopyramid_area(layout_, root);
        return {.texture = &pyramid_.textures[histopyramid_texture(root)],
                .x = area.x,
                .y = area.y,
                .weights = {1.0f, 1.0f, 1.0f, 1.0f}};
    }

    std::int64_t scratch_bytes() const override {
        return flags_.bytes() + pyramid_.bytes() + search_.scratch_bytes();
    }

private:
    void reduce() const {
        const StageScope scope(engine_.observer(), stage::reduction);
        Engine::Input source("flags", flags_);
        for (int level = 1; level <= histopyramid_levels(layout_); ++level) {
            const Engine::Output target("pyramid", pyramid_.textures[histopyramid_texture(level)],
                                        histopyramid_area(layout_, level));
            const FillProgram& program = level == 1 ? leaves_ : inner_;
            program.use(*source.texture);
            program.set("u_source_origin", source.area.x, source.area.y);
            program.set("u_source_size", source.area.width, source.area.height);
            program.set("u_target_origin", target.area.x, target.area.y);
            engine_.fill(pass::histopyramid_level, level, {source}, target, 4);
            source = target;
        }
    }

    Engine& engine_;
    StreamLayout layout_;
    Discriminate discriminate_;
    FillProgram leaves_, inner_;
    SurvivorSearch search_;
    StreamTexture flags_;
    StreamPair pyramid_;
};

} // namespace

std::unique_ptr<StreamCompaction> make_histopyramid(Engine& engine, const StreamLayout& layout,
                                                    const CompactionOptions& options) {
    return std::make_unique<HistoPyramid>(engine, layout, options);
}

} // namespace scanline::raster
