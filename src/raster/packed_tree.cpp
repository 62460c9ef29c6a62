#include "scanline/raster/packed_tree.h"

#include "scanline/raster/passes.h"

#include <algorithm>

namespace scanline::raster {

namespace {

std::vector<StreamTexture> make_levels(const Engine& engine, const PackedLayout& layout) {
    std::vector<StreamTexture> levels;
    levels.reserve(layout.levels.size());
    for (const PackedLayout::Array& level : layout.levels)
        levels.push_back(engine.make_stream(level.width, level.height));
    return levels;
}

float inverse(int size) {
    return 1.0f / static_cast<float>(size);
}

} // namespace

PackedTree::Sum::Sum(Engine& engine, bool leaves)
    : program(engine, "raster/packed_sum.frag", {"u_source"}, {{"LEAVES", leaves ? "1" : "0"}}),
      source_width(program.uniform("u_source_width")), source_texels(program.uniform("u_source_texels")) {}

PackedTree::PackedTree(Engine& engine, const PackedLayout& layout)
    : engine_(engine), leaf_sum_(engine, true), node_sum_(engine, false),
      node_starts_program_(engine, "raster/packed_node_starts.frag",
                           {"u_level1", "u_level2", "u_level3", "u_level4"}),
      leaf_starts_program_(engine, "raster/packed_leaf_starts.frag", {"u_leaves", "u_node_starts"}),
      node_starts_uniforms_{node_starts_program_.uniform("u_inverse_heights"),
                            node_starts_program_.uniform("u_siblings")},
      leaf_starts_uniforms_{leaf_starts_program_.uniform("u_leaf_width"),
                            leaf_starts_program_.uniform("u_node_inverse_size"),
                            leaf_starts_program_.uniform("u_siblings")},
      levels_(make_levels(engine, layout)),
      node_starts_(engine.make_stream(layout.levels.front().width, layout.levels.front().height)),
      leaf_starts_(engine.make_stream(layout.leaves.width, layout.leaves.height)) {}

const StreamTexture& PackedTree::operator()(const StreamTexture& leaves) const {
    reduce(leaves);
    start(leaves);
    return leaf_starts_;
}

void PackedTree::reduce(const StreamTexture& leaves) const {
    const StageScope scope(engine_.observer(), stage::reduction);
    const StreamTexture* source = &leaves;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const Sum& sum = i == 0 ? leaf_sum_ : node_sum_;
        sum.program.use(*source);
        glUniform2f(sum.source_width, static_cast<float>(source->width()), inverse(source->width()));
        glUniform1f(sum.source_texels, static_cast<float>(source->area().texels()));
        engine_.fill(pass::packed_sum, static_cast<int>(i) + 1, {{"children", *source}},
                     {"nodes", levels_[i]}, packed_siblings);
        source = &levels_[i];
    }
}

void PackedTree::start(const StreamTexture& leaves) const {
    const StageScope scope(engine_.observer(), stage::prefix_sum);
    const auto level = [this](std::size_t i) -> const StreamTexture& {
        return levels_[std::min(i, levels_.size() - 1)];
    };
    node_starts_program_.use(node_starts_);
    glUniform4f(node_starts_uniforms_.inverse_heights, inverse(level(0).height()), inverse(level(1).height()),
                inverse(level(2).height()), inverse(level(3).height()));
    glUniform1i(node_starts_uniforms_.siblings, packed_siblings);
    engine_.fill(pass::packed_node_starts, 0,
                 {{"level-1", level(0)}, {"level-2", level(1)}, {"level-3", level(2)}, {"level-4", level(3)}},
                 {"node-starts", node_starts_}, std::nullopt);

    leaf_starts_program_.use(leaves);
    glUniform1f(leaf_starts_uniforms_.leaf_width, static_cast<float>(leaves.width()));
    glUniform2f(leaf_starts_uniforms_.node_inverse_size, inverse(node_starts_.width()),
                inverse(node_starts_.height()));
    glUniform1i(leaf_starts_uniforms_.siblings, packed_siblings);
    engine_.fill(pass::packed_leaf_starts, 0, {{"leaves", leaves}, {"node-starts", node_starts_}},
                 {"leaf-starts", leaf_starts_}, std::nullopt);
}

std::int64_t PackedTree::scratch_bytes() const {
    std::int64_t bytes = node_starts_.bytes() + leaf_starts_.bytes();
    for (const StreamTexture& level : levels_)
        bytes += level.bytes();
    return bytes;
}

} // namespace scanline::raster
