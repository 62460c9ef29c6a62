#pragma once
#include <vector>

namespace scanline::kdtree::test {

/// The six points in the plane that textbooks use for k-d trees.
inline const std::vector<float> textbook{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};

} // namespace scanline::kdtree::test
