#pragma once
#include "compaction_small/model.h"
#include "kit/canvas.h"

#include <optional>
#include <vector>

namespace scanline::view {

/// What of a model is laid out, and how.
struct SmallLayout {
    std::vector<bool> shown{}; ///< by row; empty: all rows
    bool close = false;        ///< lower cells and rows closer to one another, for half of the room
    bool arcs = false;         ///< with room for arcs above and below the input
    bool numbered = true;      ///< with the numbers of blocks and elements above the input
};

/// Chooses the rows to show where not all fit: those of the stage of row `current`, what these
/// read, the input, and the next ones before and behind the stage that fit. A close layout that is too high
/// even so loses its numbers, then rows: first those that `current` does not read, the farthest of them.
SmallLayout layout_that_fits(const SmallModel& model, std::size_t current, float scale, float height,
                             SmallLayout layout);

/// The positions of a model's cells, in pixels from the top left of a sheet that may be larger than its room.
/// Row names are at the left, label_width() wide whatever the zoom.
class SmallGeometry {
public:
    /// At zoom 1 the cells fill `width` and `height` as far as their least and largest sizes allow.
    SmallGeometry(const SmallModel& model, float scale, float width, float height, float zoom = 1,
                  const SmallLayout& layout = {});

    float label_width() const { return label_width_; }
    static float label_width(float scale, bool close);
    /// The least width of a sheet, with the row names.
    static float least_width(const SmallModel& model, float scale, bool close);
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

    const SmallModel& model_;
    float label_width_, index_height_, cell_width_, cell_height_, block_gap_, row_gap_;
    float width_ = 0, height_ = 0, top_ = 0, arc_height_ = 0, fold_height_ = 0;
    int blocks_;
    bool numbered_;
    std::vector<bool> shown_;
    std::vector<float> tops_;
};

} // namespace scanline::view
