#pragma once
#include "kit/chart_choices.h"
#include "kit/look.h"

#include <optional>

namespace scanline::view {

/// The part of a chart under the mouse.
struct ChartHit {
    enum class Kind { spot, bar, key };
    Kind kind = Kind::spot;
    std::size_t index = 0; ///< in ChartGeometry::spots, bars or keys

    bool operator==(const ChartHit&) const = default;
};

/// The key or bar at the point, else the nearest spot within `reach`.
std::optional<ChartHit> hit(const chart::ChartGeometry& geometry, chart::Point at, double reach);

/// The lines of a hit's tooltip; the first is its name.
std::vector<std::string> describe(const bench::Chart& chart, const chart::ChartGeometry& geometry,
                                  const ChartHit& hit);

/// Draws a chart into the rest of the window, and scrolls if it needs more. The nearest point or bar has a
/// tooltip; a click on a key of the legend hides or shows its series in `choices`. Returns the point that was
/// clicked.
std::optional<chart::ChartPoint> draw_chart(const Look& look, const bench::Chart& chart,
                                            ChartChoices& choices);

} // namespace scanline::view
