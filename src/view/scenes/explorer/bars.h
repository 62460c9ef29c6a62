#pragma once
#include "kit/canvas.h"
#include "scenes/explorer/choice.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::view::explorer {

/// A bar of a dimension's chart.
struct Bar {
    std::uint32_t code = 0;
    std::optional<double> total{}; ///< of all rows; none without values
    std::optional<double> now{};   ///< of those that are selected in every other dimension
    bool selected = true;
};

/// The chart of a dimension, its bars in the order shown.
struct Bars {
    std::vector<Bar> bars{};
    double low = 0, high = 1; ///< of all values, 0 among them
    bool upright = false;     ///< columns side by side, else rows, one below the other

    /// Maps a value from [low, high] to [0, 1].
    double place(double value) const { return (value - low) / (high - low); }
    /// The bar at a part of the chart along its bars.
    int at(double part) const;
};

/// now: those of data.histograms.
Bars bars_of(const Data& data, int dimension, const cube::Histogram& now, const Selected& selected);

/// The selection of a drag from one bar to another; none if it covers all bars.
Selected brushed(const Bars& bars, int one, int other);

/// A new selection of a dimension.
struct BarsAnswer {
    int dimension = 0;
    Selected selected;
};
/// Fills a rectangle with a chart for each dimension, in the order of the path, and scrolls if they need
/// more. A drag selects a range, a click toggles a value, a double click takes all. top: the dimension whose
/// values have colours of their own; -1 for none.
std::optional<BarsAnswer> draw_bars(const Look& look, const Data& data, const Choice& choice,
                                    const std::vector<cube::Histogram>& now, int top, const Rect& area);

/// The colour of a value of the dimension on top, by its place in the order shown; -1 for none.
ImU32 value_colour(const Look& look, int place);

} // namespace scanline::view::explorer
