#pragma once
#include "compaction_small/model.h"
#include "compaction_small/search.h"
#include "scanline/view/look.h"

#include <imgui.h>
#include <optional>
#include <vector>

namespace scanline::view {

/// What the middle shows.
struct SmallView {
    const SmallModel& model;
    std::vector<Probe> probes; ///< of the selected output
    std::size_t selected = 0;  ///< an output
    SmallStep step;
    std::optional<CellId> looked_at; ///< whose way is lit
    /// What the cells have to do with that one; empty without.
    std::vector<std::vector<PathMark>> path;
};

/// Rows of cells below one another, with the arrows of the pass that is shown. Keeps the row that is shown in
/// view.
class SmallCanvas {
public:
    struct Result {
        std::optional<CellId> hovered, clicked;
        std::optional<CellId> followed; ///< clicked with the right button
    };

    /// Fills the rest of the window.
    Result draw(const Look& look, const SmallView& view);

private:
    void keep_in_view(const Look& look, const SmallGeometry& geometry, const SmallView& view);

    std::optional<SmallStep> shown_;
    std::size_t shown_selected_ = 0;
};

} // namespace scanline::view
