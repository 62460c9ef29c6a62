#pragma once
#include "scanline/core/hidden.h"
#include "scanline/kdtree/box_search.h"
#include "scanline/kdtree/device_tree.h"

namespace scanline::kdtree {

/// All points inside of boxes, those on the sides included, on the GPU: the results of box_search().
///
/// Boxes are sorted by the part of the tree that their low corner falls into; each is walked for by an
/// invocation, which counts, and by another, which collects. Subtrees that lie inside as a whole are counted
/// at once. The rows are sorted then. Stages: sort-queries, count; and sort-queries, search, sort-rows.
///
/// One object is for trees of one type and number of dimensions. All wait for the GPU. Scratch: for each box
/// 20 bytes, for each point that is found 4, but 40 where some boxes have more than 512 inside. Errors: usage
/// for dimensions out of range, a tree or corners of other dimensions, arrays of other lengths, more than
/// 16,777,216 boxes at once, and arrays larger than a storage block.
///
///     const DeviceBoxSearch<float> search(engine, 2);
///     const PointsInside found = search(nodes, {{low, 2}, {high, 2}});
template <DeviceCoordinate C>
class DeviceBoxSearch {
public:
    DeviceBoxSearch(compute::Engine& engine, int dimensions);

    /// Corners on the GPU, one after the other. None is checked: a low one above the high one has nothing
    /// inside.
    struct Corners {
        compute::ArrayView<const C> low, high;
    };
    /// How many points are in each box.
    void count(const DeviceNodes<C>& tree, const Corners& boxes,
               compute::ArrayView<std::uint32_t> counts) const;

    /// Results that stay on the GPU, box after box. offset: where the row of each box begins, and behind the
    /// last one; the sums of their counts.
    struct Arrays {
        compute::ArrayView<const std::uint32_t> offset;
        compute::ArrayView<std::uint32_t> index;
    };
    void search(const DeviceNodes<C>& tree, const Corners& boxes, const Arrays& arrays) const;

    /// Of boxes in the memory of the program, which waits for the results; as many at a time as fit storage
    /// blocks. Errors besides: those of box_search() for the corners; failure where there is no memory, and
    /// for a box whose row alone is larger than a storage block; Cancelled.
    PointsInside operator()(const DeviceNodes<C>& tree, const Boxes<C>& boxes,
                            const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::kdtree
