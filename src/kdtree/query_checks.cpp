#include "query_checks.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::kdtree {

template <Coordinate C>
void require_queries(const Tree<C>& tree, const Points<C>& queries, const char* what) {
    require_points(queries, what);
    if (queries.dimensions != tree.dimensions)
        throw usage_error(fmt::format("{}: queries of {} dimensions cannot be put to a tree of {}", what,
                                      queries.dimensions, tree.dimensions));
}

void require_radius(double radius, const char* what) {
    // So written that it holds for what is no number.
    if (!(radius >= 0))
        throw usage_error(fmt::format("{}: a radius of {} cannot be: give 0 or more", what, radius));
}

template void require_queries(const Tree<std::int32_t>&, const Points<std::int32_t>&, const char*);
template void require_queries(const Tree<float>&, const Points<float>&, const char*);

} // namespace scanline::kdtree
