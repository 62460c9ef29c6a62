#pragma once
#include "compaction_small/model.h"
#include "kit/gesture.h"
#include "kit/zoom.h"

#include <optional>
#include <vector>

namespace scanline::view {

/// The positions of a model's cells, in pixels from the top left of a sheet that may be larger than its room.
/// Row names are at the left, label_width() wide whatever the zoom.
class SmallGeometry {
public:
    /// At zoom 1 the cells fill `width` and `height` as far as their least and largest sizes allow.
    SmallGeometry(const SmallModel& model, float scale, float width, float height, float zoom = 1);

    float label_width() const { return label_width_; }
    static float label_width(float scale);
    float width() const { return width_; }
    float height() const { return height_; }
    /// Above the input: block numbers, if there are several blocks, and element numbers.
    bool numbers_blocks() const { return blocks_ > 1; }
    float index_height() const { return index_height_; }

    int blocks() const { return blocks_; }
    /// A block's elements from first to last, over the full height of the sheet.
    Rect block(int number) const;
    Rect row(std::size_t row) const; ///< as wide as the sheet
    Rect cell(CellId cell) const;
    /// The cell at a position, among rows up to `last`.
    std::optional<CellId> cell_at(float x, float y, std::size_t last) const;

private:
    float column_x(int column) const;
    /// In heights of a cell.
    static float height_of(const SmallRow& row);
    float row_height(const SmallRow& row) const { return cell_height_ * height_of(row); }

    const SmallModel& model_;
    float label_width_, index_height_, cell_width_, cell_height_, block_gap_, row_gap_;
    float width_ = 0, height_ = 0;
    int blocks_;
    std::vector<float> tops_;
};

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
};

/// Rows of cells below one another, with the arrows of the current pass. Zooms and pans; moves a new step
/// into view.
class SmallCanvas {
public:
    struct Result {
        std::optional<CellId> hovered;
        Gesture gesture = Gesture::none; ///< there
    };

    /// Fills the rest of the window.
    Result draw(const Look& look, const SmallView& view);

private:
    void keep_in_view(const Look& look, const SmallGeometry& geometry, const SmallView& view, ImVec2 origin,
                      const Rect& canvas);

    Zoom zoom_;
    std::optional<SmallStep> shown_;
    std::size_t shown_selected_ = 0;
};

} // namespace scanline::view
