#pragma once
#include "kit/canvas.h"
#include "scenes/explorer/choice.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view::explorer {

/// A node of an icicle, or thin siblings as one block.
struct IcicleBlock {
    std::uint32_t node = 0;    ///< of its level; of merged ones the first
    std::int64_t merged = 0;   ///< so many nodes; 0 for one by itself
    double begin = 0, end = 1; ///< parts of the width
    double weight = 0;         ///< what its width shows
    double selected = 0;       ///< the same of the selection
    std::int64_t count = 0;    ///< rows
    /// Of merged ones meaningless, unless the measure is additive.
    cube::Aggregated measured{};
    int colour = -1; ///< place of the value in the first row, in the order shown; -1 for none

    double width() const { return end - begin; }
    /// The selected part. Rounded, since sums of everything may differ in their last bits.
    float fraction() const { return weight > 0 ? static_cast<float>(selected / weight) : 0; }
};

/// The tree below a node: in the first row this node, below it rows of its descendants.
struct Icicle {
    int level = 0;                              ///< of the first row
    std::vector<std::vector<IcicleBlock>> rows; ///< [level - first][block], from left to right
};

/// See SelectedWeights. Errors: Cancelled.
SelectedWeights selected_weights(const Data& data, const Choice& choice, const CancelHook& cancelled);

/// Lays out up to so many rows. Children share the width of their parent by sums of the measure, where it is
/// one and above 0, else by numbers of rows. Those below `least`, a part of the whole width, are merged.
Icicle lay_out(const Data& data, const std::vector<std::uint32_t>& drill, const SelectedWeights& selected,
               int max_rows, double least);

/// The block at a part of the width; null if there is none.
const IcicleBlock* block_at(const Icicle& icicle, std::size_t row, double x);

/// What the user did with an icicle.
struct IcicleAnswer {
    std::optional<std::vector<std::uint32_t>> drill{}; ///< another node
    std::optional<std::vector<std::string>> path{};    ///< another order of dimensions
};

/// An icicle, laid out again only when what it shows changes.
class IcicleView {
public:
    /// Fills a rectangle of the window. A click on a block drills down, a right click goes up a level; the
    /// title of a level is dragged to another one. selected: of `version`, which changes with it.
    IcicleAnswer draw(const Look& look, const Data& data, const Choice& choice,
                      const SelectedWeights& selected, int version, const Rect& area);
    void forget() { laid_out_ = {}; }

private:
    struct LaidOut {
        const cube::Tree* tree = nullptr;
        std::vector<std::uint32_t> drill;
        int version = 0, rows = 0;
        float width = 0;
        bool operator==(const LaidOut&) const = default;
    };
    LaidOut laid_out_;
    Icicle icicle_;
};

/// The path with the dimension at place `from` moved to place `to`.
std::vector<std::string> moved(std::vector<std::string> path, int from, int to);
/// Makes the last item the dimension at a place of the path, to be dragged onto others; returns the new path
/// once another is dropped on it.
std::optional<std::vector<std::string>> drag_in_path(const Data& data, int place);

/// The values on the way to a node, in one line: "All > Oslo > Tent". A click on one goes back to it.
std::optional<std::vector<std::uint32_t>> draw_breadcrumb(const Look& look, const Data& data,
                                                          const std::vector<std::uint32_t>& drill,
                                                          const Rect& line);

} // namespace scanline::view::explorer
