#include "queries.h"

#include "scanline/points/points.h"

#include <fmt/format.h>
#include <string>

namespace scanline::kdtree {

namespace {

template <Coordinate C>
void require_same_dimensions(int dimensions, const Points<C>& queries, const char* what) {
    if (queries.dimensions != dimensions)
        throw usage_error(fmt::format("{}: queries of {} dimensions cannot be put to a tree of {}", what,
                                      queries.dimensions, dimensions));
}

} // namespace

template <Coordinate C>
void require_queries(int dimensions, const Points<C>& queries, const char* what,
                     const CancelHook& cancelled) {
    require_points(queries, what, cancelled);
    require_same_dimensions(dimensions, queries, what);
}

int require_k(int k, const char* what) {
    if (k < 1 || k > max_neighbors)
        throw usage_error(
            fmt::format("{}: {} neighbors cannot be asked for: ask for 1 to {}", what, k, max_neighbors));
    return k;
}

void require_radius(double radius, const char* what) {
    // Written to also catch NaN.
    if (!(radius >= 0))
        throw usage_error(fmt::format("{}: a radius of {} cannot be: give 0 or more", what, radius));
}

void require_as_many(std::int64_t low, std::int64_t high, const char* what) {
    if (low != high)
        throw usage_error(fmt::format("{}: {} low and {} high corners are no boxes: give as many of both",
                                      what, low, high));
}

template <Coordinate C>
void require_boxes(int dimensions, const Boxes<C>& boxes, const char* what, const CancelHook& cancelled,
                   std::int64_t first_box) {
    const auto require_corners = [&](const Points<C>& corners, std::string_view which) {
        const std::string which_of_what = fmt::format("{}, {} corners", what, which);
        require_numbers(corners, which_of_what.c_str(), cancelled);
        require_same_dimensions(dimensions, corners, which_of_what.c_str());
    };
    require_corners(boxes.low, "low");
    require_corners(boxes.high, "high");
    require_as_many(boxes.low.size(), boxes.high.size(), what);
    CancelPoll poll(cancelled);
    const auto size = static_cast<std::int64_t>(boxes.low.coordinates.size());
    in_pieces(size, 1, poll, [&](std::int64_t first, std::int64_t last) {
        for (auto at = static_cast<std::size_t>(first); at < static_cast<std::size_t>(last); ++at) {
            const C low = boxes.low.coordinates[at], high = boxes.high.coordinates[at];
            if (low > high)
                throw Error(fmt::format(
                    "{}: box {} on axis {} is from {} to {}: give the lower end first", what,
                    static_cast<std::size_t>(first_box) + at / static_cast<std::size_t>(dimensions),
                    at % static_cast<std::size_t>(dimensions), low, high));
        }
    });
}

void require_one_query(int dimensions, std::size_t coordinates, const char* what) {
    if (coordinates != static_cast<std::size_t>(dimensions))
        throw usage_error(
            fmt::format("{}: {} coordinates are not one query of {}", what, coordinates, dimensions));
}

#define SCANLINE_INSTANTIATE(C)                                                                              \
    template void require_queries(int, const Points<C>&, const char*, const CancelHook&);                    \
    template void require_boxes(int, const Boxes<C>&, const char*, const CancelHook&, std::int64_t);
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
SCANLINE_INSTANTIATE(double)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::kdtree
