#include "query_checks.h"

#include "scanline/core/error.h"
#include "scanline/kdtree/knn.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace scanline::kdtree {

template <Coordinate C>
void require_queries(int dimensions, const Points<C>& queries, const char* what) {
    require_points(queries, what);
    if (queries.dimensions != dimensions)
        throw usage_error(fmt::format("{}: queries of {} dimensions cannot be put to a tree of {}", what,
                                      queries.dimensions, dimensions));
}

void require_k(int k, const char* what) {
    if (k < 1 || k > max_neighbors)
        throw usage_error(
            fmt::format("{}: {} neighbors cannot be asked for: ask for 1 to {}", what, k, max_neighbors));
}

void require_radius(double radius, const char* what) {
    // So written that it holds for what is no number.
    if (!(radius >= 0))
        throw usage_error(fmt::format("{}: a radius of {} cannot be: give 0 or more", what, radius));
}

template <Coordinate C>
void require_boxes(int dimensions, const Boxes<C>& boxes, const char* what) {
    require_queries(dimensions, boxes.low, fmt::format("{}, low corners", what).c_str());
    require_queries(dimensions, boxes.high, fmt::format("{}, high corners", what).c_str());
    if (boxes.low.size() != boxes.high.size())
        throw usage_error(fmt::format("{}: {} low and {} high corners are no boxes: give as many of both",
                                      what, boxes.low.size(), boxes.high.size()));
    const auto [low, high] =
        std::ranges::mismatch(boxes.low.coordinates, boxes.high.coordinates, std::less_equal<>());
    if (low == boxes.low.coordinates.end())
        return;
    const std::int64_t at = low - boxes.low.coordinates.begin();
    throw Error(fmt::format("{}: box {} on axis {} is from {} to {}: give the lower end first", what,
                            at / dimensions, at % dimensions, *low, *high));
}

template <Coordinate C>
void require_one_query(const Tree<C>& tree, std::span<const C> query, const char* what) {
    if (query.size() != static_cast<std::size_t>(tree.dimensions))
        throw usage_error(
            fmt::format("{}: {} coordinates are not one query of {}", what, query.size(), tree.dimensions));
    require_queries(tree.dimensions, Points<C>{query, tree.dimensions}, what);
}

template void require_queries(int, const Points<std::int32_t>&, const char*);
template void require_queries(int, const Points<float>&, const char*);
template void require_boxes(int, const Boxes<std::int32_t>&, const char*);
template void require_boxes(int, const Boxes<float>&, const char*);
template void require_one_query(const Tree<std::int32_t>&, std::span<const std::int32_t>, const char*);
template void require_one_query(const Tree<float>&, std::span<const float>, const char*);

} // namespace scanline::kdtree
