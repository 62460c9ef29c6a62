#pragma once
#include "compaction_small/chains.h"
#include "compaction_small/geometry.h"
#include "kit/gesture.h"
#include "kit/zoom.h"

#include <optional>
#include <span>
#include <vector>

namespace scanline::view {

/// The state that the sheet shows.
struct SmallView {
    const SmallModel& model;
    std::vector<Probe> probes; ///< of the selected output
    std::size_t selected = 0;  ///< an output
    SmallStep step;
    std::optional<CellId> looked_at; ///< its path is highlighted
    bool pinned = false;             ///< as that of the pinned element, else of one under the mouse
    /// SmallModel::path() of that cell; empty without one.
    std::vector<std::vector<PathMark>> path;
    /// Shown at the row of the search, in place of its arrows; null for none.
    const Chains* chains = nullptr;
    std::optional<std::size_t> chain{}; ///< the one that is looked at
    /// One of two below or beside each other.
    bool compared = false;

    bool shows_chains() const { return chains && step.row == model.search_row(); }
};

/// Rows of cells below one another, with the arrows of the current pass. Zooms and pans; moves a new step
/// into view. Rows that have no room are folded; zoomed out, a single sheet shows all of them.
class SmallCanvas {
public:
    struct Result {
        std::optional<CellId> hovered;
        std::optional<std::size_t> chain; ///< whose arc is under the mouse
        Gesture gesture = Gesture::none;  ///< there
        std::size_t folded = 0;           ///< rows that are not shown for lack of room
    };

    /// Fills so much of the window, at its cursor; by default all that is left.
    Result draw(const Look& look, const SmallView& view, const char* id = "sheet", ImVec2 size = {0, 0});

private:
    void keep_in_view(const Look& look, const SmallGeometry& geometry, const SmallView& view, ImVec2 origin,
                      const Rect& canvas);

    Zoom zoom_;
    std::optional<SmallStep> shown_;
    std::size_t shown_selected_ = 0;
};

/// The controls. rows: of setup.
void draw_small_controls(const Look& look, const std::vector<Property>& rows, SmallSetup& setup);

/// The search, the counters and the legend of what is shown: one compaction, or A and B.
void draw_small_facts(const Look& look, std::span<const SmallView> views);

} // namespace scanline::view
