#pragma once
#include "kit/orbit.h"
#include "kit/source.h"
#include "scanline/core/named.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/search.h"
#include "scanline/points/point_distribution.h"

#include <glm/vec3.hpp>
#include <string_view>
#include <vector>

namespace scanline::view::kdtree_scene {

/// The operation that the steps show.
enum class Show { build, query };
constexpr auto table_of(Show) {
    using enum Show;
    return named<Show>({{build, "build"}, {query, "query"}});
}
using scanline::to_string;

enum class Query { nearest, radius, box };
constexpr auto table_of(Query) {
    using enum Query;
    return named<Query>({{nearest, "nearest"}, {radius, "radius"}, {box, "box"}});
}

/// The settings of the scene of k-d trees.
struct Setup : Source<enumerators<points::PointDistribution>> {
    static constexpr std::string_view scene = "kdtree";
    static constexpr int max_points = 1 << 20, min_queries = 1000, max_queries = 1 << 20;
    static constexpr double min_reach = 0.01;

    Setup() : Source{.source = "uniform", .count = 24} {}

    Show show = Show::build;
    bool tree = true; ///< drawn beside the points
    int ranks = 1;    ///< that build the tree
    Query query = Query::nearest;
    int neighbors = 3;
    double reach = 0.15; ///< radius, or half a side of the box, as a fraction of the points' largest side
    glm::dvec3 at{0.62, 0.45, 0.5}; ///< the query, from 0 to 1 of the points' extent
    bool follow = true;             ///< in the plane, the query follows the mouse

    bool many = false; ///< queries of this kind are asked all over the bounds, and timed
    int queries = 100'000;

    kdtree::BuildVariant variant = kdtree::BuildVariant::sort_all; ///< of the GPU

    int pinned = -1; ///< a point; -1: none

    Orbit camera; ///< in space

    bool draws() const { return drawing && is_plane() && show == Show::build; }
    /// True if both have the same tree.
    bool same_run(const Setup& other) const { return same_source(other) && ranks == other.ranks; }
    void take_run_of(const Setup& other) { source = other.source; }
    /// True if both search for the same, wherever that is.
    bool same_search(const Setup& other) const;
    void unpin() { pinned = -1; }
};

std::vector<Property> properties_of(Setup& setup);

} // namespace scanline::view::kdtree_scene
