#pragma once
#include "kit/orbit.h"
#include "kit/table_reading.h"
#include "scanline/core/named.h"
#include "scanline/skyline/generate.h"
#include "scanline/skyline/keys.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::skyline_scene {

/// What the middle shows.
enum class View {
    automatic, ///< points up to three columns, else parallel axes
    points,
    parallel,
    levels,
};
constexpr auto table_of(View) {
    using enum View;
    return named<View>({{automatic, "auto"}, {points, "points"}, {parallel, "parallel"}, {levels, "levels"}});
}
using scanline::to_string;

/// How a column takes part.
enum class Use { min, max, ignore };
constexpr auto table_of(Use) {
    using enum Use;
    return named<Use>({{min, "min"}, {max, "max"}, {ignore, "ignore"}});
}

/// A range of a column that rows must be in to stand out, as parts of the column's extent.
struct Brush {
    int column = 0;
    double low = 0, high = 1; ///< 0 <= low <= high <= 1

    bool operator==(const Brush&) const = default;
};

/// The settings of the scene of skylines.
struct Setup : TableSource<enumerators<skyline::Kind>> {
    static constexpr std::string_view scene = "skyline";
    static constexpr int max_rows = 1 << 20, max_generated = 16'384, max_columns = skyline::max_dimensions,
                         min_measured = 1 << 10, max_measured = 1 << 20;

    Setup() : TableSource{{.source = "anticorrelated", .count = 200}} {}

    /// The use of each column; further columns are min. Columns without numbers never take part.
    std::vector<Use> uses;

    int ranks = 1; ///< that find the skyline

    View view = View::automatic;
    /// The columns on x, y and z, counted among those that take part. A missing or repeated one is replaced.
    std::array<int, 3> axes{0, 1, 2};
    std::vector<Brush> brushes; ///< by column, at most one each

    bool timed = false;
    int measured = 1 << 14; ///< rows, of generated tables

    int pinned = -1; ///< a row of the table; -1: none
    Orbit camera;

    Use use_of(int column) const {
        return column < static_cast<int>(uses.size()) ? uses[static_cast<std::size_t>(column)] : Use::min;
    }
    void use(int column, Use use);
    bool draws() const { return drawing && is_plane() && view <= View::points; }
    /// True if both have the same skyline.
    bool same_run(const Setup& other) const {
        return same_source(other) && uses == other.uses && ranks == other.ranks;
    }
    void take_run_of(const Setup& other) {
        source = other.source;
        reading = other.reading;
        uses = other.uses;
    }
    void unpin() { pinned = -1; }
};

/// columns: titles of those that take part, which the controls of axes offer.
std::vector<Property> properties_of(Setup& setup, const std::vector<std::string>& columns = {});

} // namespace scanline::view::skyline_scene
