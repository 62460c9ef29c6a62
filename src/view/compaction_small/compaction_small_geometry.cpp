#include "compaction_small/compaction_small_geometry.h"

#include <algorithm>
#include <cmath>

namespace scanline::view {

namespace {

// Lengths at scale 1.
constexpr float label_column = 128, cells_margin = 14, narrowest = 21, widest = 40, cell_rise = 26,
                channel_share = 0.8f, closest_rows = 16, farthest_rows = 28, between_blocks = 12,
                heading_line = 17;

} // namespace

SmallGeometry::SmallGeometry(const SmallModel& model, float scale, float width, float height)
    : model_(model), label_width_(label_column * scale), index_height_(heading_line * scale),
      cell_height_(cell_rise * scale), block_gap_(between_blocks * scale),
      blocks_(static_cast<int>(model.layout().padded_size()) / model.block()) {
    const float gaps = block_gap_ * static_cast<float>(blocks_ - 1) + cells_margin * scale;
    const float share = (width - label_width_ - gaps) / static_cast<float>(model.columns());
    cell_width_ = std::floor(std::clamp(share, narrowest * scale, widest * scale));
    width_ = column_x(model.columns() - 1) + cell_width_ + cells_margin * scale;

    const float top = cells_margin * scale + index_height_ * (numbers_blocks() ? 2.0f : 1.0f);
    float cells = 0;
    for (const SmallRow& row : model.rows())
        cells += row_height(row);
    const float gaps_room = (height - top - cells) / static_cast<float>(model.rows().size());
    row_gap_ = std::clamp(gaps_room, closest_rows * scale, farthest_rows * scale);
    float y = top;
    for (const SmallRow& row : model.rows()) {
        tops_.push_back(y);
        y += row_height(row) + row_gap_;
    }
    height_ = y;
}

float SmallGeometry::row_height(const SmallRow& row) const {
    return row.channels > 1 ? cell_height_ * channel_share * static_cast<float>(row.channels) : cell_height_;
}

float SmallGeometry::column_x(int column) const {
    const int gaps = std::min(column / model_.block(), blocks_ - 1);
    return label_width_ + static_cast<float>(column) * cell_width_ + static_cast<float>(gaps) * block_gap_;
}

Box SmallGeometry::block(int number) const {
    const int first = number * model_.block();
    const float x = column_x(first);
    return {x, 0, column_x(first + model_.block() - 1) + cell_width_ - x, height_};
}

Box SmallGeometry::row(std::size_t row) const {
    return {0, tops_[row], width_, row_height(model_.rows()[row])};
}

Box SmallGeometry::cell(CellId cell) const {
    const SmallRow& row = model_.rows()[cell.row];
    const auto channels = static_cast<std::size_t>(row.channels);
    const auto texel = static_cast<double>(cell.index / channels);
    const float left = column_x(static_cast<int>(texel * row.columns));
    const float right = column_x(static_cast<int>(std::ceil((texel + 1) * row.columns)) - 1) + cell_width_;
    const Box area = this->row(cell.row);
    const float height = area.height / static_cast<float>(channels);
    return {(left + right - cell_width_) / 2, area.y + height * static_cast<float>(cell.index % channels),
            cell_width_, height};
}

std::optional<CellId> SmallGeometry::cell_at(float x, float y, std::size_t last) const {
    for (std::size_t r = 0; r <= last && r < model_.rows().size(); ++r) {
        if (!row(r).contains(x, y))
            continue;
        for (std::size_t i = 0; i < model_.rows()[r].cells.size(); ++i)
            if (cell({r, i}).contains(x, y))
                return CellId{r, i};
    }
    return std::nullopt;
}

} // namespace scanline::view
