#pragma once
#include "device_layout.h"

namespace scanline::cube {

/// What a tree is made of: rows, or cells of several rows; in updates, the leaves of the old tree before
/// them.
struct Items {
    Words words; ///< see packed.glsl
    Words order; ///< ascending
    compute::ArrayView<const compute::Pair>
        measures;                    ///< of items that are no leaves, the first measure, the second ...
    std::int64_t rows;               ///< of all
    Words rows_before{};             ///< each item in that order, and in all; none if items are single rows
    const DeviceTree* old = nullptr; ///< in updates
    std::int64_t leaves = 0;         ///< of it

    std::int64_t size() const { return order.size(); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(size()); }
};

} // namespace scanline::cube
