#pragma once
#include "kit/canvas.h"
#include "kit/legend.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanline::view {

/// How many elements go from which rank to which.
struct Traffic {
    explicit Traffic(int count) : ranks(static_cast<std::size_t>(count)), sent(ranks * ranks) {}

    std::int64_t moved() const; ///< what is sent to others

    std::size_t ranks;
    std::vector<std::int64_t> sent; ///< by sender, then by receiver; to itself: what stays
};

ImU32 rank_colour(const Look& look, int rank);
/// An entry of the legend for each rank.
void rank_keys(Legend& legend, int ranks);

/// Takes the lower end of a rectangle, if there is room, for a bar of each sender above one of each receiver,
/// and bands between them. False if there is none.
bool draw_traffic(const Look& look, Rect& area, const Traffic& traffic);

} // namespace scanline::view
