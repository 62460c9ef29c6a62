#pragma once
#include "scanline/kdtree/distance.h"
#include "scanline/kdtree/points.h"

namespace scanline::kdtree {

// What queries refuse; `what` begins the message: "kdtree knn".

/// Errors: those of require_points(), usage for other dimensions than the tree's.
template <Coordinate C>
void require_queries(int dimensions, const Points<C>& queries, const char* what);

/// Errors: usage for a number of neighbors that cannot be asked for.
void require_k(int k, const char* what);

/// Errors: usage for a radius that is negative or no number.
void require_radius(double radius, const char* what);

} // namespace scanline::kdtree
