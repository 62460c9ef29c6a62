#include "compaction_image/pane_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scanline::view {

namespace {

int rows_of(int count, int columns) {
    return (count + columns - 1) / columns;
}

glm::vec2 cell_size(int count, int columns, const PaneRect& room, float gap) {
    const auto across = static_cast<float>(columns), down = static_cast<float>(rows_of(count, columns));
    return {std::floor((room.size.x - gap * (across - 1)) / across),
            std::floor((room.size.y - gap * (down - 1)) / down)};
}

} // namespace

int best_columns(std::span<const glm::vec2> contents, const PaneRect& room, float gap, float chrome) {
    const int count = static_cast<int>(contents.size());
    int best = 1;
    float largest = -1;
    for (int columns = count; columns >= 1; --columns) {
        const std::vector<PaneRect> cells = arrange_panes(count, columns, room, gap);
        float scale = std::numeric_limits<float>::max();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const glm::vec2 size = cells[i].size - glm::vec2(0, chrome);
            scale = std::min({scale, size.x / contents[i].x, size.y / contents[i].y});
        }
        if (scale > largest) {
            largest = scale;
            best = columns;
        }
    }
    return best;
}

std::vector<PaneRect> arrange_panes(int count, int columns, const PaneRect& room, float gap) {
    const glm::vec2 cell = cell_size(count, columns, room, gap);
    std::vector<PaneRect> rects;
    for (int i = 0; i < count; ++i) {
        const glm::vec2 place(static_cast<float>(i % columns), static_cast<float>(i / columns));
        rects.push_back({room.min + place * (cell + gap), cell});
    }
    if (const int last = count % columns; last != 0) {
        const float width = cell_size(last, last, room, gap).x;
        for (int i = 0; i < last; ++i) {
            PaneRect& rect = rects[static_cast<std::size_t>(count - last + i)];
            rect.min.x = room.min.x + static_cast<float>(i) * (width + gap);
            rect.size.x = width;
        }
    }
    return rects;
}

} // namespace scanline::view
