#pragma once
#include "compaction_small/setup.h"
#include "compaction_small/words.h"
#include "kit/canvas.h"
#include "scanline/raster/engine.h"
#include "scanline/raster/reference/trace.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

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
    int channels = 1;
    std::vector<SmallCell> cells; ///< texel by texel
    /// How many columns of the stream a texel stands under: 2^level in a tree.
    double columns = 1;
    int fetches = 0; ///< of the pass, see SmallModel::fetches()

    std::size_t texels() const { return cells.size() / static_cast<std::size_t>(channels); }
};

/// What a cell has to do with the one that is looked at.
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
    /// Cells of the longest row side by side.
    int columns() const { return columns_; }
    /// Elements of a block as drawn: of a whole-stream algorithm all.
    int block() const { return block_; }
    int survivors() const { return survivors_; }
    /// The row of the search; every algorithm has one.
    std::size_t search_row() const { return search_row_; }

    /// What an element of the source is called: letters in the stream's order, numbers where there are too
    /// many. Empty for an invalid one.
    const std::string& label(std::size_t position) const { return labels_[position]; }

    /// What a cell was computed from, in the order of the fetches. None for the input.
    std::vector<CellId> reads(CellId cell) const;
    /// The cell that it holds a copy of, where it does: the last read of a search or of the joining.
    /// Otherwise the cell itself.
    CellId copied_from(CellId cell) const;
    /// Where a copy was first: an element of the source. Of what is no copy the cell itself.
    CellId origin_of(CellId cell) const;
    /// The cell's texel fetches: reads of the same texel one after the other are one.
    std::vector<CellId> fetches(CellId cell) const;

    struct SearchCost {
        double mean = 0;
        int most = 0;
    };
    /// Fetches of the outputs that find an element; zeros where there is none.
    SearchCost search_cost() const;

    /// What every cell has to do with this one, by row and index.
    std::vector<std::vector<PathMark>> path(CellId cell) const;

    /// The compacted stream as labels; empty texts behind the last.
    const SmallRow& result() const { return rows_.back(); }

private:
    void make_labels(const SmallSetup& setup);
    void add_input(const SmallSetup& setup);
    void add_pass(const raster::reference::TracedPass& traced, PassText text);
    std::size_t used_texels(const SmallRow& row) const;
    SmallCell cell_of(const PassText& text, std::size_t channel, float value) const;
    bool copies(std::size_t row) const;

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

/// Where the cells of a model lie: in pixels from the top left of a sheet that may be larger than the room
/// there is. Names stand left of the rows, in label_width().
class SmallGeometry {
public:
    /// The sheet fits into `width` and `height` if cells can be that narrow and rows that close.
    SmallGeometry(const SmallModel& model, float scale, float width, float height);

    float label_width() const { return label_width_; }
    float width() const { return width_; }
    float height() const { return height_; }
    /// Above the input: the numbers of the blocks, where there are several, and those of the elements.
    bool numbers_blocks() const { return blocks_ > 1; }
    float index_height() const { return index_height_; }
    float cell_width() const { return cell_width_; }

    int blocks() const { return blocks_; }
    /// From the first to the last element of a block, as high as the sheet.
    Rect block(int number) const;
    Rect row(std::size_t row) const; ///< as wide as the sheet
    Rect cell(CellId cell) const;
    /// In rows up to `last`.
    std::optional<CellId> cell_at(float x, float y, std::size_t last) const;

private:
    float column_x(int column) const;
    float row_height(const SmallRow& row) const;

    const SmallModel& model_;
    float label_width_, index_height_, cell_width_, cell_height_, block_gap_, row_gap_;
    float width_ = 0, height_ = 0;
    int blocks_;
    std::vector<float> tops_;
};

} // namespace scanline::view
