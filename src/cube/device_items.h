#pragma once
#include "device_layout.h"

namespace scanline::cube {

/// The input of a tree: rows, or cells of several rows. In an update, the leaves of the old tree come first.
struct Items {
    Words words;                                      ///< see packed.glsl
    Words order;                                      ///< ascending
    compute::ArrayView<const compute::Pair> measures; ///< of rows or cells: the first measure, the second ...
    std::int64_t rows;                                ///< in all items
    Words rows_before{}; ///< before each item in that order, then the total; empty for single rows
    const DeviceTree* old = nullptr; ///< in an update
    std::int64_t leaves = 0;         ///< of the old tree

    std::int64_t size() const { return order.size(); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(size()); }
};

} // namespace scanline::cube
