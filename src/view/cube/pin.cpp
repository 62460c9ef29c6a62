#include "cube/pin.h"

#include "cube/words.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace scanline::view {

Pinned cube_pinned(const CubeRun& run, const cube::Tree& tree, CubeNode at) {
    const cube::Level& level = tree.levels[at.level];
    Pinned pinned{fmt::format("Node {}", node_name(tree, at)), {}};
    const auto add = [&pinned](std::string name, std::string value) {
        pinned.facts.push_back({std::move(name), std::move(value)});
    };
    add("place", fmt::format("node {} of level {}", at.node, at.level));
    if (at.level > 0) {
        const CubeNode parent{at.level - 1, level.parent[at.node]};
        add("parent", fmt::format("{}, node {}", node_name(tree, parent), parent.node));
    }
    add("cell", cell_text(run, level.cell(at.node)));
    const auto [first, last] = places_below(tree, at);
    std::vector<std::uint32_t> rows(tree.row_order.begin() + first, tree.row_order.begin() + last);
    std::ranges::sort(rows);
    add("rows", fmt::format("{}", fmt::join(rows, ", ")));
    if (at.level + 1 < tree.levels.size()) {
        std::string children;
        for (std::uint32_t child = level.first_child[at.node]; child < level.first_child[at.node + 1];
             ++child)
            children += fmt::format("{}{}{}", children.empty() ? "" : ", ", run.level_name(at.level + 1),
                                    tree.levels[at.level + 1].key[child]);
        add("children", children);
    }
    if (at.level > 0) {
        const std::uint32_t key = level.key[at.node];
        const auto links = level.side_link.begin();
        add(fmt::format("side links, {} = {}", run.level_name(at.level), key),
            fmt::format("nodes {}", fmt::join(links + level.header_first[key],
                                              links + level.header_first[key + 1], ", ")));
    }
    return pinned;
}

std::string cube_tooltip(const CubeRun& run, const cube::Tree& tree, CubeNode at) {
    return fmt::format("{}\nnode {} of level {}\n{}", node_name(tree, at), at.node, at.level,
                       cell_text(run, tree.levels[at.level].cell(at.node)));
}

} // namespace scanline::view
