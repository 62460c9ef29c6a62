#include "scanline/cube/tree.h"

#include <algorithm>
#include <numeric>

namespace scanline::cube {

std::optional<std::uint32_t> find_node(const Tree& tree, const std::vector<std::uint32_t>& codes) {
    if (codes.size() >= tree.levels.size())
        return std::nullopt;
    std::uint32_t node = 0;
    for (std::size_t level = 0; level < codes.size(); ++level) {
        const std::vector<std::uint32_t>&keys = tree.levels[level + 1].key,
              &first_child = tree.levels[level].first_child;
        const auto last = keys.begin() + first_child[node + 1],
                   found = std::lower_bound(keys.begin() + first_child[node], last, codes[level]);
        if (found == last || *found != codes[level])
            return std::nullopt;
        node = static_cast<std::uint32_t>(found - keys.begin());
    }
    return node;
}

std::vector<std::uint32_t> codes_of(const Tree& tree, std::size_t level, std::uint32_t node) {
    std::vector<std::uint32_t> codes(level);
    for (; level > 0; node = tree.levels[level--].parent[node])
        codes[level - 1] = tree.levels[level].key[node];
    return codes;
}

std::vector<int> default_path(const Shape& shape) {
    std::vector<int> path(shape.cardinalities.size());
    std::iota(path.begin(), path.end(), 0);
    std::ranges::stable_sort(path, {},
                             [&](int d) { return shape.cardinalities[static_cast<std::size_t>(d)]; });
    return path;
}

} // namespace scanline::cube
