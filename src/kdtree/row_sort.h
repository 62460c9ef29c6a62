#pragma once
#include "device_orders.h"

#include "scanline/compute/gather.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/segmented_sort.h"
#include "scanline/kdtree/device_distance.h"
#include "scanline/kdtree/radius_search.h"

#include <array>

namespace scanline::kdtree {

/// Sorts rows of nodes that queries have found, as the points that they are. Where all rows are short, a
/// group sorts each; otherwise all are sorted by segmented sorts. Waits for the GPU to know. Stage:
/// sort-rows.
template <DeviceCoordinate C>
class RowSort {
public:
    using Squared = DeviceDistance<C>;

    /// max_rows: of one call. Rows without distances are in the order of the points.
    RowSort(compute::Engine& engine, std::int64_t max_rows, bool with_distances);

    struct Rows {
        compute::ArrayView<const std::uint32_t> offset; ///< where each begins, and behind the last one
        compute::ArrayView<const std::uint32_t> index;  ///< which point each node is
        Order nodes, points;                            ///< the first become the second
        compute::ArrayView<Squared> distances{}, sorted_distances{};
    };
    /// Keys take the place of nodes.
    void run(const Rows& rows, RowOrder order) const;

private:
    bool sort_short(const Rows& rows, RowOrder order) const;
    void sort_long(const Rows& rows, RowOrder order) const;

    compute::Engine* engine_;
    bool with_distances_;
    std::array<compute::Kernel, 2> short_rows_; ///< by RowOrder
    ElementwiseKernel take_word_;
    compute::SegmentedSortPositions<std::uint32_t> sort_;
    compute::Gather<std::uint32_t> gather_;
    compute::Gather<Squared> gather_distances_;
};

} // namespace scanline::kdtree
