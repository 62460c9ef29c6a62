#pragma once
#include "kit/job.h"
#include "kit/scene.h"
#include "scanline/raster/engine.h"
#include "scanline/raster/reference/trace.h"
#include "scenes/compaction/run_trace.h"
#include "scenes/compaction/small/setup.h"
#include "scenes/compaction/words.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::compaction::small {

/// One number in a row: row 0 is the input, row p + 1 the output of pass p.
struct CellId {
    std::size_t row = 0, index = 0;
    friend auto operator<=>(const CellId&, const CellId&) = default;
};

enum class CellKind {
    survivor, ///< a valid element, or its copy
    hole,     ///< an invalid element, or an output without one
    marked,   ///< a number that marks an element as invalid
    number,
    zero,
    padding, ///< after the last element or the last block
};

struct Cell {
    CellKind kind = CellKind::number;
    std::string text; ///< shown in the cell; empty for holes
    std::string tip;  ///< full text, for the tooltip
};

/// A row of cells: the input, or a pass's output.
struct Row {
    PassText text;
    std::string_view stage{};           ///< see raster::stage; empty for the input
    std::vector<std::size_t> sources{}; ///< the rows that it was computed from
    std::size_t channels = 1;
    std::vector<Cell> cells; ///< texel by texel
    /// Number of stream columns that a texel covers: 2^level in a tree.
    double columns = 1;
    std::size_t fetches = 0; ///< of the pass, see Model::fetches()

    std::size_t texels() const { return cells.size() / channels; }
};

/// A cell's relation to the inspected cell.
enum class PathMark : std::uint8_t {
    none,
    influence, ///< one was computed from the other, through any number of passes
    copy,      ///< holds the same element: shows the element's path through the passes
};

/// All cells of a compaction and their data dependencies, as run by the CPU twin. Independent of drawing.
class Model {
public:
    explicit Model(const Setup& setup);

    const raster::reference::Trace& trace() const { return trace_; }
    raster::Algorithm algorithm() const { return algorithm_; }
    const raster::StreamLayout& layout() const { return layout_; }
    const std::vector<Row>& rows() const { return rows_; }
    const Cell& cell(CellId cell) const { return rows_[cell.row].cells[cell.index]; }
    /// Cells in the longest row.
    int columns() const { return columns_; }
    /// Elements of a block as drawn; the whole stream for a whole-stream algorithm.
    int block() const { return block_; }
    int survivors() const { return survivors_; }
    /// The row of the search; every algorithm has one.
    std::size_t search_row() const { return search_row_; }

    /// The name of a source element: letters in stream order, or numbers if there are too many. Empty if
    /// invalid.
    const std::string& label(std::size_t position) const { return labels_[position]; }

    /// The cells that a cell was computed from, in fetch order. None for the input.
    std::vector<CellId> reads(CellId cell) const;
    /// The cell that it copies: the last read of a search or of the concatenation. Itself if it is no copy.
    CellId copied_from(CellId cell) const;
    /// The source element that it is a copy of. Itself if it is no copy.
    CellId origin_of(CellId cell) const;
    /// The cell's texel fetches: consecutive reads of the same texel count as one.
    std::vector<CellId> fetches(CellId cell) const;

    struct SearchCost {
        double mean = 0;
        std::size_t most = 0;
    };
    /// Fetches of the outputs that find an element; zeros if there is none.
    SearchCost search_cost() const;

    /// The place of an element's copy in a row of survivors; none if it is not there.
    std::optional<std::size_t> place_of(std::size_t element, std::size_t row) const;
    /// The element of the input that a cell stands for: that which it copies, or that of its place in a row
    /// with a number for every element. None for others.
    std::optional<std::size_t> element_of(CellId cell) const;
    /// The cell of a row with numbers that counts an element: its own, its tree node's or its block's.
    std::optional<CellId> number_of(std::size_t element, std::size_t row) const;

    /// Every cell's relation to this one, by row and index.
    std::vector<std::vector<PathMark>> path(CellId cell) const;

private:
    void add_input(const Setup& setup);
    void add_pass(const raster::reference::TracedPass& traced, PassText text);
    std::string_view stage_of(std::string_view pass, RowScope scope) const;
    std::size_t used_texels(const Row& row) const;
    Cell cell_of(const PassText& text, std::size_t channel, float value) const;

    raster::reference::Trace trace_{raster::reference::Trace::Detail::reads};
    raster::Algorithm algorithm_;
    raster::StreamLayout layout_;
    std::vector<std::string> labels_;
    std::vector<Row> rows_;
    int columns_ = 0, block_ = 0, survivors_ = 0;
    std::size_t search_row_ = 0;
};

/// What the passes up to row `last` say of an element of the input, in their order: its place, its numbers,
/// and where it ends.
std::vector<Setting> facts_of(const Model& model, std::size_t element, std::size_t last);

/// The passes of a model, for a TimeLine.
std::vector<TraceStep> trace_steps(const Model& model);

/// How the results of two algorithms on the same stream differ, see difference_note().
std::string result_note(const Model& a, const Model& b);

/// Result of comparing the GPU's passes with those of the CPU twin.
struct Check : GpuComparison {
    std::size_t passes = 0; ///< of the twin
};

/// Compacts on the GPU and compares.
Check check_on_gpu(raster::Engine& engine, const Setup& setup, const raster::reference::Trace& twin);

/// One fetch in a search.
struct Probe {
    CellId cell;      ///< the cell read
    std::string text; ///< the value read and the decision made: "1 invalid up to element 0: ..."
    bool follows =
        false;         ///< the fetch before has led to it, and not only said that there is something to find
    bool copy = false; ///< it is the element written to the output
};

/// The search of one output, fetch by fetch, as done by the CPU twin. `output`: a cell of the search's row.
std::vector<Probe> probes_of(const Model& model, std::size_t output);

/// A step of the scene: a row, or a fetch of the search before the row of its results.
struct Step {
    std::size_t row = 0;
    std::optional<std::size_t> probe{};
    friend bool operator==(const Step&, const Step&) = default;
};

/// The input, every pass, and before the search's row each of the `probes` fetches of the followed output.
std::vector<Step> make_steps(const Model& model, std::size_t probes);

/// The position of a step among steps. A fetch that no longer exists maps to the last remaining fetch.
int position_of(const std::vector<Step>& steps, const Step& step);

/// The code of a step's pass with the numbers of the pinned element, or of the first texel of the row if
/// there is none; in a search, of the selected output up to the current fetch. Without lines for the input.
/// `probes`: of the selected output.
Listing listing_of(const Model& model, const std::vector<Probe>& probes, std::size_t selected,
                   const Step& step, std::optional<std::size_t> element);

/// The search of an output, place by place: its own place first, the element that it takes last.
struct Chain {
    std::vector<std::size_t> places;
    std::size_t series = 0; ///< its colour in Palette::series

    std::size_t jumps() const { return places.size() - 1; }
};

/// The chains of all outputs that find an element, in their order.
class Chains {
public:
    /// The algorithm has_chains().
    explicit Chains(const Model& model);

    const std::vector<Chain>& all() const { return chains_; }
    /// The chain that a place is part of, the first if there are several.
    std::optional<std::size_t> at(std::size_t place) const { return owners_[place]; }
    /// Places that several chains use.
    std::size_t shared() const { return shared_; }
    /// "8 chains, 17 jumps, no place used twice"; an output that finds its element in its place makes none.
    std::string text() const;

private:
    /// Gives chains with places side by side different colours, as far as there are enough.
    void colour();

    std::vector<Chain> chains_;
    std::vector<std::optional<std::size_t>> owners_; ///< by place
    std::size_t shared_ = 0;
};

/// What is seen of the chains of an algorithm, and why.
std::string chains_sentence(const Chains& chains, raster::Algorithm algorithm);

} // namespace scanline::view::compaction::small
