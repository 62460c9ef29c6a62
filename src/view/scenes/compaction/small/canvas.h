#pragma once
#include "kit/canvas.h"
#include "kit/gesture.h"
#include "kit/legend.h"
#include "kit/motion.h"
#include "kit/prediction.h"
#include "kit/zoom.h"
#include "scenes/compaction/small/model.h"

#include <optional>
#include <span>
#include <vector>

namespace scanline::view::compaction::small {

/// What of a model is laid out, and how.
struct Layout {
    std::vector<bool> shown{}; ///< by row; empty: all rows
    bool close = false;        ///< lower cells and rows closer to one another, for half of the room
    bool arcs = false;         ///< with room for arcs above and below the input
    bool numbered = true;      ///< with the numbers of blocks and elements above the input
};

/// Chooses the rows to show where not all fit: those of the stage of row `current`, what these
/// read, the input, and the next ones before and after the stage that fit. A close layout that is too high
/// even so loses its numbers, then rows: first those that `current` does not read, the farthest of them.
Layout layout_that_fits(const Model& model, std::size_t current, float scale, float height, Layout layout);

/// The positions of a model's cells, in pixels from the top left of a sheet that may be larger than its room.
/// Row names are at the left, label_width() wide whatever the zoom.
class Geometry {
public:
    /// At zoom 1 the cells fill `width` and `height` as far as their least and largest sizes allow.
    Geometry(const Model& model, float scale, float width, float height, float zoom = 1,
             const Layout& layout = {});

    float label_width() const { return label_width_; }
    static float label_width(float scale);
    /// The least width of a sheet, with the row names.
    static float min_width(const Model& model, float scale);
    float width() const { return width_; }
    float height() const { return height_; }
    bool is_numbered() const { return numbered_; }
    /// Above the input: block numbers, if there are several blocks, and element numbers.
    bool numbers_blocks() const { return blocks_ > 1; }
    float index_height() const { return index_height_; }

    int blocks() const { return blocks_; }
    /// A block's elements from first to last, over the full height of the sheet.
    Rect block(int number) const;
    bool shows(std::size_t row) const { return shown_.empty() || shown_[row]; }
    Rect row(std::size_t row) const; ///< as wide as the sheet; without height unless shown
    float row_gap() const { return row_gap_; }
    /// Of the note that stands for rows that are not shown; 0 if there is no room for it.
    float fold_height() const { return fold_height_; }
    /// The height of arcs above and below the input.
    float arc_height() const { return arc_height_; }
    /// Between the numbers and what is below.
    float top() const { return top_; }
    Rect cell(CellId cell) const;
    /// The cell at a position, among rows up to `last`.
    std::optional<CellId> cell_at(float x, float y, std::size_t last) const;

private:
    float column_x(int column) const;

    const Model& model_;
    float label_width_, index_height_, cell_width_, cell_height_, block_gap_, row_gap_;
    float width_ = 0, height_ = 0, top_ = 0, arc_height_ = 0, fold_height_ = 0;
    int blocks_;
    bool numbered_;
    std::vector<bool> shown_;
    std::vector<float> tops_;
};

/// The state that the sheet shows.
struct View {
    const Model& model;
    std::vector<Probe> probes; ///< of the selected output
    std::size_t selected = 0;  ///< an output
    Step step;
    std::optional<CellId> looked_at; ///< its path is highlighted
    bool pinned = false;             ///< as that of the pinned element, else of one under the mouse
    /// Model::path() of that cell; empty without one.
    std::vector<std::vector<PathMark>> path;
    /// Shown at the row of the search, in place of its arrows; null for none.
    const Chains* chains = nullptr;
    std::optional<std::size_t> chain{}; ///< the one that is looked at
    /// One of two below or beside each other.
    bool compared = false;
    std::uint64_t side = 0;           ///< of two: 0 or 1
    Prediction* prediction = nullptr; ///< what the user predicts; null for nothing
    Motion* motion = nullptr;         ///< of the numbers that a step writes; null: they stay

    /// For Prediction and Motion.
    std::uint64_t number_of(CellId cell) const { return cell.row << 20 | cell.index << 1 | side; }
    bool hides(CellId cell) const { return prediction && prediction->hides(number_of(cell)); }
    /// The cell that the fetch shown reads is not known yet: the output's stands for it.
    bool hides_fetch() const { return step.probe && hides({step.row, selected}); }

    bool shows_chains() const { return chains && step.row == model.search_row(); }
};

/// Rows of cells below one another, with the arrows of the current pass. Zooms and pans; moves a new step
/// into view. Rows that have no room are folded; zoomed out, a single sheet shows all of them.
class CellCanvas {
public:
    struct Result {
        std::optional<CellId> hovered;
        std::optional<std::size_t> chain; ///< whose arc is under the mouse
        Gesture gesture = Gesture::none;  ///< there
        std::size_t folded = 0;           ///< rows that are not shown for lack of room
    };

    /// Fills so much of the window, at its cursor; by default all that is left.
    Result draw(const Look& look, const View& view, const char* id = "sheet", ImVec2 size = {0, 0});

private:
    void keep_in_view(const Look& look, const Geometry& geometry, const View& view, ImVec2 origin,
                      const Rect& canvas);

    Zoom zoom_;
    std::optional<Step> shown_;
    std::size_t shown_selected_ = 0;
};

/// What a step writes, at most 16 values: numbers that are computed, not only copied, letters of survivors,
/// and in a search what the fetch reads. None while chains are shown, which tell it.
std::vector<Written> written_in(const View& view);

/// The controls. rows: of setup; problem: see draw_own_row().
void draw_small_controls(const Look& look, const std::vector<Property>& rows, Setup& setup,
                         std::string& problem);

/// The search and the counters of what is shown: one compaction, or A and B.
void draw_small_facts(const Look& look, std::span<const View> views);
/// searches: the step is a fetch of a search.
void add_small_legend(Legend& legend, bool searches);

} // namespace scanline::view::compaction::small
