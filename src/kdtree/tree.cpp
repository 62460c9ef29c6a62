#include "scanline/kdtree/tree.h"

#include "links.h"

#include "scanline/core/error.h"

#include <fmt/format.h>
#include <utility>

namespace scanline::kdtree {

Links make_links(std::int64_t size, int dimensions, const NodeRange& nodes) {
    const std::vector<std::int32_t> none(static_cast<std::size_t>(nodes.last - nodes.first));
    Links links{-1, none, none, none};
    links.root = node_of({0, size, 0});
    visit_all_subtrees(size, nodes, [&](const Subtree& subtree) {
        const auto root = static_cast<std::size_t>(subtree.root() - nodes.first);
        links.left[root] = node_of(subtree.left());
        links.right[root] = node_of(subtree.right());
        links.axis[root] = subtree.axis(dimensions);
    });
    return links;
}

std::int64_t level_places(std::int64_t size, int level) {
    if (level < 0 || level >= levels(size))
        throw usage_error(fmt::format("kdtree medians: a tree of {} nodes has no level {}: it has {}", size,
                                      level, levels(size)));
    return std::int64_t{1} << level;
}

std::vector<std::int32_t> medians(std::span<const std::int32_t> index, int level) {
    const std::int64_t places = level_places(static_cast<std::int64_t>(index.size()), level);
    std::vector<Subtree> subtrees{{0, static_cast<std::int64_t>(index.size()), 0}};
    while (static_cast<std::int64_t>(subtrees.size()) < places) {
        std::vector<Subtree> below;
        below.reserve(2 * subtrees.size());
        for (const Subtree& subtree : subtrees)
            below.insert(below.end(), {subtree.left(), subtree.right()});
        subtrees = std::move(below);
    }
    std::vector<std::int32_t> points;
    points.reserve(subtrees.size());
    for (const Subtree& subtree : subtrees)
        points.push_back(subtree.empty() ? -1 : index[static_cast<std::size_t>(subtree.root())]);
    return points;
}

} // namespace scanline::kdtree
