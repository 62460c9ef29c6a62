#include "scanline/cube/tree.h"

#include <algorithm>
#include <numeric>

namespace scanline::cube {

std::vector<int> default_path(const Shape& shape) {
    std::vector<int> path(shape.cardinalities.size());
    std::iota(path.begin(), path.end(), 0);
    std::ranges::stable_sort(path, {},
                             [&](int d) { return shape.cardinalities[static_cast<std::size_t>(d)]; });
    return path;
}

} // namespace scanline::cube
