#pragma once
#include "device_layout.h"

namespace scanline::cube {

/// What a tree is made of: rows, and in updates before them the leaves of the old tree.
struct Items {
    const DeviceRows& further;
    const DeviceTree* old; ///< none in builds
    Words words;           ///< see packed.glsl
    Words order;           ///< ascending
    Words rows_before{};   ///< each item in that order, and in all; only in updates

    std::int64_t size() const { return order.size(); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(size()); }
    std::int64_t leaves() const { return size() - further.size(); }
    std::int64_t rows() const { return further.size() + (old ? old->rows() : 0); }
};

} // namespace scanline::cube
