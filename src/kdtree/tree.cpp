#include "scanline/kdtree/tree.h"

namespace scanline::kdtree {
namespace {

std::int32_t node_of(const Subtree& subtree) {
    return subtree.empty() ? -1 : static_cast<std::int32_t>(subtree.root());
}

void link(const Subtree& subtree, int dimensions, Links& links) {
    if (subtree.empty())
        return;
    const auto root = static_cast<std::size_t>(subtree.root());
    links.left[root] = node_of(subtree.left());
    links.right[root] = node_of(subtree.right());
    links.axis[root] = subtree.axis(dimensions);
    link(subtree.left(), dimensions, links);
    link(subtree.right(), dimensions, links);
}

} // namespace

Links make_links(std::int64_t size, int dimensions) {
    const auto nodes = static_cast<std::size_t>(size);
    Links links{-1, std::vector<std::int32_t>(nodes), std::vector<std::int32_t>(nodes),
                std::vector<std::int32_t>(nodes)};
    const Subtree whole{0, size, 0};
    links.root = node_of(whole);
    link(whole, dimensions, links);
    return links;
}

} // namespace scanline::kdtree
