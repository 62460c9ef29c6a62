#pragma once
#include "explorer/choice.h"

#include <cstdint>
#include <vector>

namespace scanline::view {

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
    float share() const { return weight > 0 ? static_cast<float>(selected / weight) : 0; }
};

/// The tree below a node: in the first row this node, below it rows of its descendants.
struct Icicle {
    int level = 0;                              ///< of the first row
    std::vector<std::vector<IcicleBlock>> rows; ///< [level - first][block], from left to right
};

/// What the widths of nodes show of the selection, [level][node]; empty if nothing is selected.
using SelectedWeights = std::vector<std::vector<double>>;
SelectedWeights selected_weights(const ExplorerData& data, const ExplorerChoice& choice,
                                 const CancelHook& cancelled);

/// Lays out up to so many rows. Children share the width of their parent by sums of the measure, where it is
/// one and above 0, else by numbers of rows. Those below `least`, a part of the whole width, are merged.
Icicle lay_out(const ExplorerData& data, const std::vector<std::uint32_t>& drill,
               const SelectedWeights& selected, int most_rows, double least);

/// The block at a part of the width; null if there is none.
const IcicleBlock* block_at(const Icicle& icicle, std::size_t row, double x);

} // namespace scanline::view
