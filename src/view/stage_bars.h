#pragma once
#include "scanline/view/look.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace scanline::view {

/// The times of the stages of some variants, one column each.
struct StageTable {
    struct Row {
        std::string stage;
        std::vector<double> milliseconds; ///< of every variant; 0 where it has no such stage
        std::size_t series = 0;           ///< its colour in Palette::series
    };
    std::vector<Row> rows; ///< in the order in which stages run
    std::vector<double> totals;
};

/// As the figure 7 of Moreira et al., lying: a stacked bar for each variant, all on one scale, and what its
/// colours stand for with the times. Fills the width that there is. letters: "A", "B"; of one variant none is
/// shown.
void draw_stage_bars(const Look& look, const StageTable& table, std::span<const char* const> letters = {});

} // namespace scanline::view
