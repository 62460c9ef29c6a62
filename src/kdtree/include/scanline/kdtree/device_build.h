#pragma once
#include "scanline/core/hidden.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/gl/context.h"
#include "scanline/kdtree/device_tree.h"
#include "scanline/kdtree/tree.h"

#include <array>
#include <string>
#include <string_view>

namespace scanline::kdtree {

/// The coordinates that are sorted before the first split. The tree is the same.
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

/// Builds the tree of points on two GPUs, each of which has a context and a thread of its own; or on one, by
/// two contexts. Node for node the tree of build().
///
/// Each sorts half of the points by the super key of the first coordinate, and removes duplicates. The median
/// of both is found by bisection; what is less than it goes to the first, what is not to the second, as runs
/// that each merges with its own. Then equal points are on one of them, which removes them; where that has
/// moved the median, some points more go over. From there on each builds one of the subtrees of the root
/// alone. What goes over lies in the memory of the program on its way.
///
/// Stages, of the wall clock: check, sort (with the copy to the GPUs), swap, merge, balance, build (with the
/// copy back). Errors: those of build() for the points; usage for points of other dimensions and for
/// halves larger than a storage block; failure, naming the bytes, where a GPU has not the memory; Cancelled.
/// A thread for each GPU, and options.threads for the coordinates of the nodes. Source: Robinson, "An
/// Implementation of a Balanced K-D Tree Builder Using GPUs", section "Two GPU Sort"; Tanasic et al.,
/// "Comparison based sorting for systems with multiple GPUs", 2013.
///
///     const auto devices = gl::spread_over_devices(2);
///     const TwoDeviceBuilder<float> build({devices[0], devices[1]}, 2);
///     const Tree<float> tree = build({xy, 2});
template <points::DeviceCoordinate C>
class TwoDeviceBuilder {
public:
    using Devices = std::array<gl::ContextRequest, 2>;

    /// Errors: those of gl::Context::headless() and compute::Engine; usage for dimensions out of range.
    TwoDeviceBuilder(const Devices& devices, int dimensions);

    Tree<C> operator()(const Points<C>& points, const cpu::Options& options = {}) const;

    /// The names of the GPUs, from the driver.
    std::array<std::string, 2> renderers() const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::kdtree
