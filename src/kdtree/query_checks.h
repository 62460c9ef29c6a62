#pragma once
#include "scanline/kdtree/box_search.h"
#include "scanline/kdtree/distance.h"
#include "scanline/kdtree/points.h"

#include <cstddef>

namespace scanline::kdtree {

// What queries refuse; `what` begins the message: "kdtree knn".

/// Errors: those of require_points(), usage for other dimensions than the tree's.
template <Coordinate C>
void require_queries(int dimensions, const Points<C>& queries, const char* what,
                     const CancelHook& cancelled = {});

/// Errors: usage for a radius that is negative or no number.
void require_radius(double radius, const char* what);

/// Errors: usage for k out of 1 to max_neighbors.
void require_k(int k, const char* what);

/// Errors: those of require_numbers() for the corners, usage for other dimensions than the tree's and not as
/// many low as high ones, failure for a low corner above the high one.
template <Coordinate C>
void require_boxes(int dimensions, const Boxes<C>& boxes, const char* what, const CancelHook& cancelled = {});

/// Errors: usage for a number of coordinates that is not that of one query.
void require_one_query(int dimensions, std::size_t coordinates, const char* what);

} // namespace scanline::kdtree
