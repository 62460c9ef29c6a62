#include "kdtree/kdtree_setup.h"

#include "text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::view {

namespace {

constexpr std::array<std::string_view, 3> position_keys{"query-x", "query-y", "query-z"};

} // namespace

std::string_view to_string(KdShow show) {
    switch (show) {
    case KdShow::build: return "build";
    case KdShow::query: return "query";
    }
    return "";
}

std::string_view to_string(KdQuery query) {
    switch (query) {
    case KdQuery::nearest: return "nearest";
    case KdQuery::radius: return "radius";
    case KdQuery::box: return "box";
    }
    return "";
}

std::optional<points::PointDistribution> KdSetup::preset() const {
    const auto* const found =
        std::ranges::find(points::all_point_distributions, points,
                          [](points::PointDistribution preset) { return to_string(preset); });
    return found == points::all_point_distributions.end() ? std::nullopt : std::optional(*found);
}

bool KdSetup::same_points(const KdSetup& other) const {
    return points == other.points &&
           (!preset() || (dimensions == other.dimensions && count == other.count && seed == other.seed));
}

std::vector<Setting> settings_of(const KdSetup& setup) {
    const auto text = [](auto value) { return std::string(to_string(value)); };
    std::vector<Setting> settings{
        {"points", setup.points, names_of(points::all_point_distributions) + " or a file",
         "The points of the tree."},
        {"dimensions", std::to_string(setup.dimensions), "2, 3", "Coordinates of a point that no file has."},
        {"count", std::to_string(setup.count), fmt::format("1 .. {}", KdSetup::most_points),
         "How many points there are that no file has."},
        {"seed", std::to_string(setup.seed), fmt::format("0 .. {}", KdSetup::most_seed),
         "What points are drawn by that no file has."},
        {"show", text(setup.show), names_of(all_kd_shows), "What the steps go through."},
        {"query", text(setup.query), names_of(all_kd_queries), "What is searched for."},
        {"neighbors", std::to_string(setup.neighbors), fmt::format("1 .. {}", kdtree::max_neighbors),
         "How many points the search for the nearest finds."},
        {"reach", number_text(setup.reach), fmt::format("{} .. 1", KdSetup::least_reach),
         "The radius, or half a side of the box, as a part of the points' largest side."},
    };
    for (std::size_t axis = 0; axis < position_keys.size(); ++axis)
        settings.push_back({std::string(position_keys[axis]), number_text(setup.at[axis]), "0 .. 1",
                            "Where the query is, as a part of the points' extent."});
    settings.push_back({"follow", to_text(setup.follow), "true, false",
                        "Whether the query in the plane is where the mouse is, not where it is pressed."});
    settings.push_back(
        {"yaw", number_text(setup.yaw), "-360 .. 360", "The camera's turn around z, in degrees."});
    settings.push_back({"pitch", number_text(setup.pitch),
                        fmt::format("{} .. {}", -KdSetup::most_pitch, KdSetup::most_pitch),
                        "The camera's height over the points, in degrees."});
    settings.push_back({"zoom", number_text(setup.zoom),
                        fmt::format("{} .. {}", KdSetup::least_zoom, KdSetup::most_zoom),
                        "How much larger the points are than they have room for."});
    return settings;
}

void set(KdSetup& setup, std::string_view key, std::string_view value) {
    const auto* const position = std::ranges::find(position_keys, key);
    if (key == "points")
        setup.points = value;
    else if (key == "dimensions")
        setup.dimensions = parse_int(key, value, 2, 3);
    else if (key == "count")
        setup.count = parse_int(key, value, 1, KdSetup::most_points);
    else if (key == "seed")
        setup.seed = parse_int(key, value, 0, KdSetup::most_seed);
    else if (key == "show")
        setup.show = parse_choice(key, value, all_kd_shows);
    else if (key == "query")
        setup.query = parse_choice(key, value, all_kd_queries);
    else if (key == "neighbors")
        setup.neighbors = parse_int(key, value, 1, kdtree::max_neighbors);
    else if (key == "reach")
        setup.reach = parse_double(key, value, KdSetup::least_reach, 1);
    else if (position != position_keys.end())
        setup.at[static_cast<std::size_t>(position - position_keys.begin())] = parse_double(key, value, 0, 1);
    else if (key == "follow")
        setup.follow = parse_bool(key, value);
    else if (key == "yaw")
        setup.yaw = parse_double(key, value, -360, 360);
    else if (key == "pitch")
        setup.pitch = parse_double(key, value, -KdSetup::most_pitch, KdSetup::most_pitch);
    else if (key == "zoom")
        setup.zoom = parse_double(key, value, KdSetup::least_zoom, KdSetup::most_zoom);
    else
        throw_unknown_setting("kdtree", key, settings_of(setup));
}

} // namespace scanline::view
