#include "scanline/raster/packed_layout.h"

#include "scanline/core/bits.h"

#include <algorithm>

namespace scanline::raster {

namespace {

/// An array of `texels` texels in rows of `width`.
PackedLayout::Array array(int width, std::int64_t texels) {
    return {width, static_cast<int>(divide_rounding_up<std::int64_t>(texels, width))};
}

} // namespace

int leaf_halvings(const PackedLayout& layout) {
    return log2_exact(power_of_two_ceiling(layout.leaves.texels()));
}

PackedLayout make_packed_layout(const StreamLayout& stream) {
    PackedLayout layout;
    const std::int64_t elements = stream.padded_size();
    layout.leaves = array(std::max(packed_siblings, stream.width / packed_leaf),
                          divide_rounding_up<std::int64_t>(elements, packed_leaf));
    for (int nodes = layout.leaves.texels() / packed_siblings;; nodes = layout.levels.back().height) {
        layout.levels.push_back(array(packed_siblings, nodes));
        if (nodes == 1)
            break;
    }
    layout.lookup = array(std::max(1, stream.width / packed_group),
                          divide_rounding_up<std::int64_t>(elements, packed_group));
    layout.short_rows = stream.width < packed_leaf;
    return layout;
}

} // namespace scanline::raster
