#pragma once
#include "compaction_small/setup.h"
#include "scanline/raster/engine.h"
#include "scanline/raster/reference/trace.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// The kind of a row's numbers.
enum class RowKind {
    stream,    ///< the input
    flags,     ///< 1 or 0
    counts,    ///< sums, lengths, positions
    groups,    ///< elements as bits, see raster::Packed
    survivors, ///< elements that were moved, holes between them
};

/// What a row has a texel for: the same passes run over elements, their blocks and rows of blocks.
enum class RowScope { elements, blocks, block_rows };

/// A pass in words.
struct PassText {
    RowKind kind = RowKind::counts;
    std::string_view name{};                      ///< "prefix sums"
    std::string detail{};                         ///< "doubling, offset 2"
    std::string meaning{};                        ///< what it does, one or two sentences
    std::span<const std::string_view> channels{}; ///< of a texel: "offset", "count"; empty for one
    RowScope scope = RowScope::elements;
};

/// The passes of a trace in words.
std::vector<PassText> describe_passes(const raster::reference::Trace& trace, raster::Algorithm algorithm);

/// One number of one row: row 0 is the input, row p + 1 what pass p wrote.
struct CellId {
    std::size_t row = 0, index = 0;
    friend auto operator<=>(const CellId&, const CellId&) = default;
};

enum class CellKind {
    survivor, ///< a valid element, or its copy
    hole,     ///< an invalid element, or an output without one
    marked,   ///< a number that says that an element is invalid
    number,
    zero,
    padding, ///< behind the last element, or the last block
};

struct SmallCell {
    CellKind kind = CellKind::number;
    std::string text; ///< what stands in it; empty for holes
    std::string tip;  ///< all of it, for the tooltip
};

/// A row of cells: the input, or what a pass wrote.
struct SmallRow {
    PassText text;
    std::size_t channels = 1;
    std::vector<SmallCell> cells; ///< texel by texel
    /// How many columns of the stream a texel stands under: 2^level in a tree.
    double columns = 1;
    std::size_t fetches = 0; ///< of the pass, see SmallModel::fetches()

    std::size_t texels() const { return cells.size() / channels; }
};

/// The relation of a cell to the one that is looked at.
enum class PathMark : std::uint8_t {
    none,
    influence, ///< that one was computed from it, or it from that one, through any number of passes
    copy,      ///< it holds the same element: the element's way through the passes
};

/// All cells of a compaction and what was computed from what, as the CPU twin has run it. Knows nothing of
/// drawing.
class SmallModel {
public:
    explicit SmallModel(const SmallSetup& setup);

    const raster::reference::Trace& trace() const { return trace_; }
    raster::Algorithm algorithm() const { return algorithm_; }
    const raster::StreamLayout& layout() const { return layout_; }
    const std::vector<SmallRow>& rows() const { return rows_; }
    const SmallCell& cell(CellId cell) const { return rows_[cell.row].cells[cell.index]; }
    /// Cells of the longest row side by side.
    int columns() const { return columns_; }
    /// Elements of a block as drawn: of a whole-stream algorithm all.
    int block() const { return block_; }
    int survivors() const { return survivors_; }
    /// The row of the search; every algorithm has one.
    std::size_t search_row() const { return search_row_; }

    /// The name of an element of the source: letters in the stream's order, or numbers if there are too many.
    /// Empty for an invalid one.
    const std::string& label(std::size_t position) const { return labels_[position]; }

    /// The cells that a cell was computed from, in the order of the fetches. None for the input.
    std::vector<CellId> reads(CellId cell) const;
    /// The cell that it holds a copy of: the last read of a search or of the joining. Itself where it is no
    /// copy.
    CellId copied_from(CellId cell) const;
    /// The element of the source that a copy was made of. Itself where it is no copy.
    CellId origin_of(CellId cell) const;
    /// The cell's texel fetches: reads of the same texel one after the other are one.
    std::vector<CellId> fetches(CellId cell) const;

    struct SearchCost {
        double mean = 0;
        std::size_t most = 0;
    };
    /// Fetches of the outputs that find an element; zeros where there is none.
    SearchCost search_cost() const;

    /// The relation of every cell to this one, by row and index.
    std::vector<std::vector<PathMark>> path(CellId cell) const;

private:
    void add_input(const SmallSetup& setup);
    void add_pass(const raster::reference::TracedPass& traced, PassText text);
    std::size_t used_texels(const SmallRow& row) const;
    SmallCell cell_of(const PassText& text, std::size_t channel, float value) const;

    raster::reference::Trace trace_{raster::reference::Trace::Detail::reads};
    raster::Algorithm algorithm_;
    raster::StreamLayout layout_;
    std::vector<std::string> labels_;
    std::vector<SmallRow> rows_;
    int columns_ = 0, block_ = 0, survivors_ = 0;
    std::size_t search_row_ = 0;
};

/// How the passes of the GPU compare with those of the CPU twin.
struct SmallCheck {
    std::size_t passes = 0; ///< of the twin
    std::optional<raster::reference::TraceDifference> difference;
};

/// Compacts on the GPU and compares.
SmallCheck check_on_gpu(raster::Engine& engine, const SmallSetup& setup,
                        const raster::reference::Trace& twin);

/// One fetch of a search.
struct Probe {
    CellId cell;      ///< what was read
    std::string text; ///< what that says, and what is decided: "1 invalid up to element 0: ..."
    bool follows =
        false;         ///< the fetch before has led to it, and not only said that there is something to find
    bool copy = false; ///< it is the element that the output takes
};

/// The search of one output, fetch by fetch, as the CPU twin has done it. `output`: a cell of the search's
/// row.
std::vector<Probe> probes_of(const SmallModel& model, std::size_t output);

/// A step of the scene: a row, or a fetch of the search before the row of its results.
struct SmallStep {
    std::size_t row = 0;
    std::optional<std::size_t> probe{};
    friend bool operator==(const SmallStep&, const SmallStep&) = default;
};

/// The input, every pass, and before the search's row each of the `probes` fetches of the output that is
/// followed.
std::vector<SmallStep> make_steps(const SmallModel& model, std::size_t probes);

/// The position of a step among steps. For a fetch that is gone it is the last fetch that is left.
int position_of(const std::vector<SmallStep>& steps, const SmallStep& step);

} // namespace scanline::view
