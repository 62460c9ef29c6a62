#pragma once
#include "compaction_small/compaction_small_model.h"

#include <optional>
#include <vector>

namespace scanline::view {

struct Box {
    float x = 0, y = 0, width = 0, height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    float middle() const { return x + width / 2; }
    bool contains(float at_x, float at_y) const {
        return at_x >= x && at_x < right() && at_y >= y && at_y < bottom();
    }
};

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
    Box block(int number) const;
    Box row(std::size_t row) const; ///< as wide as the sheet
    Box cell(CellId cell) const;
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
