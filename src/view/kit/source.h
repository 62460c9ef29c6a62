#pragma once
#include "scanline/core/choice.h"

#include <optional>
#include <string>

namespace scanline::view {

/// Where a scene's points or rows come from: a file, or a generator of one of some kinds.
///
///     Source<enumerators<points::PointDistribution>> points{"uniform"};
///     points.kind()                    // PointDistribution::uniform
///     points.source = "points.csv";    // a file: no kind
template <const auto& kinds>
struct Source {
    static constexpr int max_seed = 9999;

    std::string source; ///< the name of a kind, or a path
    // Settings of generators; a file ignores them.
    int dimensions = 2;
    int count = 1;
    int seed = 1;

    /// None for a file.
    auto kind() const { return find_choice(source, kinds); }
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
