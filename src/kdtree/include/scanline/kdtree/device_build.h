#pragma once
#include "scanline/core/hidden.h"
#include "scanline/kdtree/device_tree.h"

#include <array>
#include <string_view>

namespace scanline::kdtree {

/// What is sorted before the first split. The tree is the same.
enum class BuildVariant {
    sort_all,    ///< all coordinates, as Brown has it
    split_first, ///< the first; the halves by themselves sort the others, as Robinson has it for two devices:
                 ///< faster, and less scratch
};
inline constexpr std::array all_build_variants{BuildVariant::sort_all, BuildVariant::split_first};
std::string_view to_string(BuildVariant variant); ///< "sort-all", "split-first"

/// Builds the tree of points on the GPU: node for node that of build(). Points are sorted by the super key of
/// the first coordinate; of those that are equal the first stays. From then on they are numbered by that
/// order, and sorted by the super key of every other coordinate that splits a level. Level by level the
/// orders are parted by the median of the one that splits it, stably, so that every segment stays sorted in
/// each of them; what is small enough is finished by one group in shared memory. So the time does not depend
/// on how the points lie, but for those that are equal in their first coordinate, which are sorted once more.
///
/// Stages: check (of the range of floats), sort (by the first coordinate), remove-duplicates, sort-others,
/// build; these two for each half, where that is the variant. One builder is for points of one type and
/// number of dimensions; it may build again and again, and allocates nothing but the trees once it has built
/// the largest.
///
/// Scratch, for each point, at most: 6 bytes for each order, of which there are as many as dimensions or,
/// where those are fewer, levels to split; 22 more, or 32 where coordinates are left over; and 12 where
/// another point has the same first coordinate. Where all is sorted first, 12 for each order and 24, or 34.
/// Besides the points take 4 bytes a coordinate, and the tree 4. Errors: usage for points of other
/// dimensions, columns of several lengths, or columns larger than a storage block; failure for a coordinate
/// that is no number or out of CoordinateRange, with its row and column, both counted from 0, and, naming the
/// bytes, where the driver has not the memory; Cancelled. Source: Brown, "Building a Balanced k-d Tree in
/// O(kn log n) Time", 2015; Robinson, "An Implementation of a Balanced K-D Tree Builder Using GPUs".
///
///     DeviceBuilder<float> build(engine, 2);
///     const DeviceTree tree = build(points::upload_points<float>(engine, {xy, 2}));
template <DeviceCoordinate C>
class DeviceBuilder {
public:
    DeviceBuilder(compute::Engine& engine, int dimensions, BuildVariant variant = BuildVariant::split_first);

    DeviceTree operator()(const DevicePoints<C>& points, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::kdtree
