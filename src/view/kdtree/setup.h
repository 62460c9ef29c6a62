#pragma once
#include "kit/orbit.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/search.h"
#include "scanline/points/point_distribution.h"

#include <array>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// What the steps show.
enum class KdShow { build, query };
inline constexpr std::array all_kd_shows{KdShow::build, KdShow::query};
std::string_view to_string(KdShow show);

enum class KdQuery { nearest, radius, box };
inline constexpr std::array all_kd_queries{KdQuery::nearest, KdQuery::radius, KdQuery::box};
std::string_view to_string(KdQuery query);

/// The settings of the scene of k-d trees.
struct KdSetup {
    static constexpr int most_points = 1 << 20, most_seed = 9999, least_queries = 1000,
                         most_queries = 1 << 20;
    static constexpr double least_reach = 0.01;

    std::string points = "uniform"; ///< one of points::all_point_distributions, or a path
    // For presets; a file has its own.
    int dimensions = 2;
    int count = 24;
    int seed = 1;

    KdShow show = KdShow::build;
    bool tree = true; ///< drawn beside the points
    KdQuery query = KdQuery::nearest;
    int neighbors = 3;
    double reach = 0.15; ///< radius, or half a side of the box, as a fraction of the points' largest side
    glm::dvec3 at{0.62, 0.45, 0.5}; ///< the query, from 0 to 1 of the points' extent
    bool follow = true;             ///< in the plane, the query follows the mouse

    bool many = false; ///< queries of this kind are asked all over the bounds, and timed
    int queries = 100'000;

    kdtree::BuildVariant variant = kdtree::BuildVariant::split_first; ///< of the GPU

    int pinned = -1; ///< a point; -1: none

    Orbit camera; ///< in space

    /// None if `points` is a path.
    std::optional<points::PointDistribution> preset() const;
    /// True if both have the same points.
    bool same_points(const KdSetup& other) const;
    /// True if both search for the same, wherever that is.
    bool same_search(const KdSetup& other) const;
};

std::vector<Property> properties_of(KdSetup& setup);
/// Like Scene::settings() and Scene::set(). Errors: usage, naming key, value and accepted values; nothing has
/// changed then.
std::vector<Setting> settings_of(KdSetup setup);
void set(KdSetup& setup, std::string_view key, std::string_view value);

} // namespace scanline::view
