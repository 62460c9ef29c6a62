#include "scenes/compaction/small/canvas.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace scanline::view::compaction::small {

namespace {

// Lengths at scale 1.
constexpr float label_column = 140, cells_margin = 14, narrowest = 16, widest_cell = 64, lowest = 20,
                close_lowest = 16, highest = 52, channel_share = 0.8f, gap_share = 0.8f, closest_rows = 12,
                close_rows = 5, farthest_rows = 52, between_blocks = 12, heading_line = 17,
                unnumbered_margin = 4, lowest_arcs = 30, arc_distance = 3;

/// In heights of a cell.
float height_of(const Row& row) {
    return row.channels > 1 ? channel_share * static_cast<float>(row.channels) : 1;
}

int blocks_of(const Model& model) {
    return static_cast<int>(model.layout().padded_size()) / model.block();
}

/// Of the gaps between blocks, and of the margin.
float gaps_of(const Model& model, float scale) {
    return (between_blocks * static_cast<float>(blocks_of(model) - 1) + cells_margin) * scale;
}

/// Above the first row: numbers of blocks and elements.
float numbers_height(const Model& model, float scale, bool numbered = true) {
    if (!numbered)
        return unnumbered_margin * scale;
    return (cells_margin + heading_line * (blocks_of(model) > 1 ? 2.0f : 1.0f)) * scale;
}

/// Arcs of a block lie within one another, at most one for every two elements.
float arcs_height(const Model& model, float scale, float height) {
    const float wanted =
        std::max(0.1f * height, arc_distance * scale * static_cast<float>(model.block()) / 2);
    return std::clamp(wanted, lowest_arcs * scale, std::max(lowest_arcs * scale, 0.2f * height));
}

std::vector<bool> rows_that_fit(const Model& model, std::size_t current, float scale, float height,
                                bool arcs) {
    const std::vector<Row>& rows = model.rows();
    float room = height - numbers_height(model, scale) - (arcs ? 2 * arcs_height(model, scale, height) : 0);
    const auto height_with_gap = [&](const Row& row) {
        return (lowest * height_of(row) + closest_rows) * scale;
    };
    if (std::transform_reduce(rows.begin(), rows.end(), 0.0f, std::plus(), height_with_gap) <= room)
        return std::vector<bool>(rows.size(), true);
    room -= 2 * heading_line * scale; // that say what is folded
    std::vector<bool> shown(rows.size());
    const auto show = [&](std::size_t row) {
        if (!shown[row])
            room -= height_with_gap(rows[row]);
        shown[row] = true;
    };
    show(0);
    std::size_t first = current, last = current;
    while (first > 0 && rows[first - 1].stage == rows[current].stage)
        --first;
    while (last + 1 < rows.size() && rows[last + 1].stage == rows[current].stage)
        ++last;
    for (std::size_t row = first; row <= last; ++row) {
        show(row);
        std::ranges::for_each(rows[row].sources, show);
    }
    std::vector<std::size_t> others(rows.size());
    std::iota(others.begin(), others.end(), std::size_t{0});
    std::ranges::stable_sort(others, {},
                             [&](std::size_t row) { return row < first ? first - row : row - first; });
    for (const std::size_t row : others) {
        if (!shown[row] && room < height_with_gap(rows[row]))
            break;
        show(row);
    }
    return shown;
}

} // namespace

Layout layout_that_fits(const Model& model, std::size_t current, float scale, float height, Layout layout) {
    layout.shown = rows_that_fit(model, current, scale, height, layout.arcs);
    if (!layout.close)
        return layout;
    const std::vector<Row>& rows = model.rows();
    const auto is_too_high = [&] {
        float least = numbers_height(model, scale, layout.numbered);
        for (std::size_t row = 0; row < rows.size(); ++row)
            least += layout.shown[row] ? (close_lowest * height_of(rows[row]) + close_rows) * scale : 0;
        return least > height;
    };
    layout.numbered = !is_too_high();
    const auto importance = [&](std::size_t row) {
        const bool is_read = std::ranges::count(rows[current].sources, row) > 0;
        return std::pair(is_read, -std::abs(static_cast<std::ptrdiff_t>(row - current)));
    };
    while (is_too_high()) {
        std::optional<std::size_t> least;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (layout.shown[row] && row != current && (!least || importance(row) < importance(*least)))
                least = row;
        }
        if (!least)
            break;
        layout.shown[*least] = false;
    }
    return layout;
}

Geometry::Geometry(const Model& model, float scale, float width, float height, float zoom,
                   const Layout& layout)
    : model_(model), label_width_(label_width(scale)), index_height_(heading_line * scale),
      block_gap_(between_blocks * scale * zoom), blocks_(blocks_of(model)), numbered_(layout.numbered),
      shown_(layout.shown) {
    const float fraction =
        (width - label_width_ - gaps_of(model, scale)) / static_cast<float>(model.columns());
    const float default_width = std::floor(std::clamp(fraction, narrowest * scale, widest_cell * scale));
    cell_width_ = default_width * zoom;
    width_ = column_x(model.columns() - 1) + cell_width_ + cells_margin * scale;

    top_ = numbers_height(model, scale, numbered_);
    const std::size_t count = model.rows().size();
    float cells = 0, rows = 0, folds = 0;
    for (std::size_t row = 0; row < count; ++row) {
        cells += shows(row) ? height_of(model.rows()[row]) : 0;
        rows += shows(row) ? 1.0f : 0.0f;
        folds += !shows(row) && (row + 1 == count || shows(row + 1)) ? 1.0f : 0.0f;
    }
    const float arcs = layout.arcs ? arcs_height(model, scale, height) : 0,
                fold = layout.close ? 0 : heading_line * scale,
                room = height - top_ - 2 * arcs - folds * fold;
    arc_height_ = arcs * zoom;
    fold_height_ = fold * zoom;
    const float least = (layout.close ? close_lowest : lowest) * scale,
                closest = (layout.close ? close_rows : closest_rows) * scale;
    // Higher than wide would look odd, where the width is what is short.
    const float most = std::clamp(1.2f * default_width, 1.3f * lowest * scale, highest * scale);
    const float default_height = std::clamp(room / (cells + gap_share * rows), least, most);
    cell_height_ = default_height * zoom;
    row_gap_ = zoom * std::clamp((room - cells * default_height) / rows, closest, farthest_rows * scale);
    float y = top_ + arc_height_;
    for (std::size_t row = 0; row < count; ++row) {
        tops_.push_back(y);
        if (!shows(row) && (row + 1 == count || shows(row + 1)))
            y += fold_height_;
        else if (shows(row))
            y += cell_height_ * height_of(model.rows()[row]) + row_gap_;
        if (row == 0)
            y += arc_height_;
    }
    height_ = y;
}

float Geometry::label_width(float scale) {
    return label_column * scale;
}

float Geometry::min_width(const Model& model, float scale) {
    return label_width(scale) + gaps_of(model, scale) +
           narrowest * scale * static_cast<float>(model.columns());
}

float Geometry::column_x(int column) const {
    const int gaps = std::min(column / model_.block(), blocks_ - 1);
    return label_width_ + static_cast<float>(column) * cell_width_ + static_cast<float>(gaps) * block_gap_;
}

Rect Geometry::block(int number) const {
    const int first = number * model_.block();
    const float x = column_x(first);
    return {x, 0, column_x(first + model_.block() - 1) + cell_width_, height_};
}

Rect Geometry::row(std::size_t row) const {
    const float height = shows(row) ? cell_height_ * height_of(model_.rows()[row]) : 0;
    return {0, tops_[row], width_, tops_[row] + height};
}

Rect Geometry::cell(CellId cell) const {
    const Row& row = model_.rows()[cell.row];
    const auto texel = static_cast<double>(cell.index / row.channels);
    const float left = column_x(static_cast<int>(texel * row.columns));
    const float right = column_x(static_cast<int>(std::ceil((texel + 1) * row.columns)) - 1) + cell_width_;
    const Rect area = this->row(cell.row);
    const float height = area.height() / static_cast<float>(row.channels);
    return Rect::of(
        {(left + right - cell_width_) / 2, area.top + height * static_cast<float>(cell.index % row.channels)},
        {cell_width_, height});
}

std::optional<CellId> Geometry::cell_at(float x, float y, std::size_t last) const {
    for (std::size_t r = 0; r <= last && r < model_.rows().size(); ++r) {
        if (!row(r).contains(x, y))
            continue;
        for (std::size_t i = 0; i < model_.rows()[r].cells.size(); ++i)
            if (cell({r, i}).contains(x, y))
                return CellId{r, i};
    }
    return std::nullopt;
}

} // namespace scanline::view::compaction::small
