#pragma once
#include "scanline/core/named.h"
#include "scanline/core/pimpl.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/gl/context.h"
#include "scanline/kdtree/device_tree.h"
#include "scanline/kdtree/tree.h"

#include <array>
#include <string>

namespace scanline::kdtree {

/// The coordinates sorted before the first split. Does not affect the tree.
enum class BuildVariant {
    sort_all,    ///< all coordinates, following Brown
    split_first, ///< the first; each half sorts the others itself, following Robinson's build on two
                 ///< devices: less scratch, but twice as many passes, so slower for few points
};
constexpr auto table_of(BuildVariant) {
    using enum BuildVariant;
    return named<BuildVariant>({{sort_all, "sort-all"}, {split_first, "split-first"}});
}
using scanline::to_string;

/// Builds the tree of points on the GPU, node for node like build(). Sorts the points by the super key of the
/// first coordinate and removes duplicates; of equal points, the first stays. Numbers them in that order,
/// then sorts by the super key of every other coordinate that splits a level. The order whose turn it is to
/// split a level tells on which side of the medians every point lies; it is partitioned only then, stably, by
/// the sides on all levels since its last turn, so every segment stays sorted. One group finishes small
/// segments in shared memory. So the time does not depend on the distribution of points, except that those
/// with equal first coordinates are sorted once more.
///
/// Stages: check (range of floats), sort (by the first coordinate), remove-duplicates, sort-others, build;
/// for split_first, the last two once per half. In the stage build, the passes of level l of what is split,
/// the whole or a half, have the step l + 1; those named "subtrees" split it and all levels below. A builder
/// is for one type and number of dimensions. It can be reused, and allocates nothing but the trees after it
/// has built the largest.
///
/// Maximum scratch per point: 4 bytes for each order (one per dimension, or per level to split if fewer) and
/// 20 more; for split_first, 2 for each order and 12. The first sort takes 21, or 33 if another point has the
/// same first coordinate, before the orders are made. Sorts also have tables, about 2 bytes per point below
/// 2^17 points and less than 1 beyond. If a storage block cannot hold the orders and one more together, add
/// the size of a block. Points take 4 bytes per coordinate besides, and the tree 4. Errors: usage for points
/// of other dimensions, columns of unequal length, or columns larger than a storage block; failure for a
/// coordinate that is NaN or out of CoordinateRange, with its row and column, both counted from 0, and,
/// naming the bytes, if the driver is out of memory; Cancelled. Source: Brown, "Building a Balanced k-d Tree
/// in O(kn log n) Time", 2015; Robinson, "An Implementation of a Balanced K-D Tree Builder Using GPUs".
///
///     DeviceBuilder<float> build(engine, 2);
///     const DeviceTree tree = build(points::upload_points<float>(engine, {xy, 2}));
template <DeviceCoordinate C>
class DeviceBuilder {
public:
    DeviceBuilder(compute::Engine& engine, int dimensions, BuildVariant variant = BuildVariant::sort_all);

    DeviceTree operator()(const DevicePoints<C>& points, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

/// Builds the tree of points on two GPUs, each with its own context and thread; or on one, with two contexts.
/// Node for node the tree of build().
///
/// Each GPU sorts half of the points by the super key of the first coordinate, and removes duplicates.
/// Bisection finds the median of both. Points below it go to the first GPU, the others to the second; each
/// merges the run it receives with its own. Equal points are now on the same GPU, which removes them; if that
/// moves the median, a few more points change sides. From then on each builds one subtree of the root on its
/// own. Points change sides through host memory, piece by piece, both ways at once.
///
/// Each GPU holds its own half only, one point more at most. Memory per point of a half: 4 bytes for each
/// coordinate and 8 more, the scratch of DeviceBuilder, and during the sort the coordinates once more. A
/// builder can be reused, one build at a time, and keeps its memory.
///
/// Stages, in wall-clock time: check, sort (including the upload), swap, merge, balance, build (including the
/// download). Errors: those of build() for the points; usage for points of other dimensions and for halves
/// larger than a storage block; failure, naming the bytes, if a GPU is out of memory; Cancelled. Uses one
/// thread per GPU. Source: Robinson, "An Implementation
/// of a Balanced K-D Tree Builder Using GPUs", section "Two GPU Sort"; Tanasic et al., "Comparison based
/// sorting for systems with multiple GPUs", 2013.
///
///     const auto devices = gl::spread_over_devices(2);
///     const TwoDeviceBuilder<float> build({devices[0], devices[1]}, 2);
///     const Tree<float> tree = build({xy, 2});
template <points::DeviceCoordinate C>
class TwoDeviceBuilder {
public:
    using Devices = std::array<gl::ContextRequest, 2>;

    /// Errors: those of gl::Context::headless() and compute::Engine; usage for dimensions out of range.
    /// piece: points that change sides at a time, coordinate by coordinate. 16 MiB take so long to copy that
    /// starting it does not count, and stay in a processor's cache from one GPU to the other.
    TwoDeviceBuilder(const Devices& devices, int dimensions, std::int64_t piece = std::int64_t{4} << 20);

    Tree<C> operator()(const Points<C>& points, const cpu::Options& options = {}) const;

    /// Names of the GPUs, as the driver reports them.
    std::array<std::string, 2> renderers() const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

} // namespace scanline::kdtree
