#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/chart/drawing.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// What of a chart is under the mouse.
struct ChartHit {
    enum class Kind { spot, bar, key };
    Kind kind = Kind::spot;
    std::size_t index = 0; ///< in ChartGeometry::spots, bars or keys

    bool operator==(const ChartHit&) const = default;
};

/// A key or a bar at the point, else the spot nearest to it within `reach`.
std::optional<ChartHit> hit(const chart::ChartGeometry& geometry, chart::Point at, double reach);

/// What it says when the mouse rests on it, line by line; the first is its name.
std::vector<std::string> describe(const bench::Chart& chart, const chart::ChartGeometry& geometry,
                                  const ChartHit& hit);

} // namespace scanline::view
