#include "query_checks.h"

#include "scanline/core/error.h"
#include "scanline/kdtree/knn.h"

#include <fmt/format.h>

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

template void require_queries(int, const Points<std::int32_t>&, const char*);
template void require_queries(int, const Points<float>&, const char*);

} // namespace scanline::kdtree
