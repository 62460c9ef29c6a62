#pragma once
#include "kit/gesture.h"
#include "kit/property.h"
#include "scanline/core/choice.h"
#include "scanline/points/points.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

inline constexpr std::size_t max_drawn_points = 300;

/// True for a text of points of the plane, "1,2; 3,4", which are drawn or typed, and for one that is meant as
/// such, "1,x", for parse_points() to say what is wrong with it.
bool is_points_text(std::string_view text);
/// Errors: usage for what is no number, points without two coordinates, and more than max_drawn_points.
points::PointCloud<float> parse_points(std::string_view text);

/// The source after a click, which adds a point, or a right click, which removes the `nearest`; -1: none. The
/// last point stays. shown: coordinates of the points of another source, which stay unless they are too many.
std::string draw_point(Gesture gesture, const std::string& source, std::vector<float> shown, double x,
                       double y, std::int64_t nearest);

/// The switch that lets clicks draw.
Property drawing_row(bool& drawing);
/// Its control, and a field for the points. remark: why clicks do not draw now, or null; problem: see
/// draw_own_row().
void draw_points_input(const Look& look, const std::vector<Property>& rows, std::string& source, bool drawing,
                       const char* remark, std::string& problem);

/// Where a scene's points or rows come from: a file, a generator of one of some kinds, or the user.
///
///     Source<enumerators<points::PointDistribution>> points{"uniform"};
///     points.kind()                    // PointDistribution::uniform
///     points.source = "points.csv";    // a file: no kind
///     points.source = "0.2,0.3; 0.5,0.7"; // drawn: no kind
template <const auto& kinds>
struct Source {
    static constexpr int max_seed = 9999;

    std::string source; ///< the name of a kind, a path, or drawn points
    // Settings of generators; others ignore them.
    int dimensions = 2;
    int count = 1;
    int seed = 1;
    bool drawing = false; ///< clicks draw points, in scenes of points

    /// None for a file or drawn points.
    auto kind() const { return find_choice(source, kinds); }
    bool is_drawn() const { return is_points_text(source); }
    /// True for points that clicks can change.
    bool is_plane() const { return is_drawn() || (kind() && dimensions == 2); }
    /// True of drawn points, too.
    bool is_file() const { return !kind(); }
    /// True if both come from the same file, or are generated alike.
    bool same_source(const Source& other) const {
        return source == other.source &&
               (is_file() || (dimensions == other.dimensions && count == other.count && seed == other.seed));
    }

    void draw_anew() { seed = seed == max_seed ? 0 : seed + 1; }
    void take_next_kind() {
        const std::size_t place = is_file() ? 0 : static_cast<std::size_t>(*kind()) + 1;
        source = to_string(kinds[place % kinds.size()]);
    }
};

} // namespace scanline::view
