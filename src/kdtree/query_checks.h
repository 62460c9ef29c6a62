#pragma once
#include "scanline/kdtree/distance.h"
#include "scanline/kdtree/tree.h"

namespace scanline::kdtree {

// What queries refuse; `what` begins the message: "kdtree knn".

/// Errors: those of require_points(), usage for dimensions that the tree has not.
template <Coordinate C>
void require_queries(const Tree<C>& tree, const Points<C>& queries, const char* what);

/// Errors: usage for a radius that is negative or no number.
void require_radius(double radius, const char* what);

} // namespace scanline::kdtree
