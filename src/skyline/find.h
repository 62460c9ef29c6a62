#pragma once
#include "scanline/skyline/skyline.h"

namespace scanline::skyline {

// The algorithms of find() that are fast. All equal rows of a skyline stay, whatever the options say.

/// Goes through the rows in the order of their keys, the first column first, and keeps those that are not
/// above the staircase: the least key of column 2 for each of column 1, of the rows so far. At most 3
/// columns. Source: Kung, Luccio, Preparata, "On Finding the Maxima of a Set of Vectors", 1975.
Skyline sweep(const Keys& keys, const Options& options);

/// Goes through the distinct rows in the order of the sums of their keys, in batches that double. Compares a
/// batch with the skyline so far, then what is left of it with itself, each time through a BoxTree of the
/// rows that may dominate. The codes of a tree divide each column into parts of equally many rows, and its
/// rows lie in the order of the interleaved bits of their codes: by their median masks, then by their
/// quartile masks, and so on. So the rows of a box are alike, and most boxes are skipped.
Skyline box_tree(const Keys& keys, const Options& options);

/// Finds which rows from `others` on no row before `others` dominates, or equals if options.keep is the
/// first. Rows from `others` on are not compared with each other.
Skyline box_tree_beside(const Keys& keys, std::size_t others, const Options& options);

} // namespace scanline::skyline
