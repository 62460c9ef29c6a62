#pragma once
#include "scanline/core/hidden.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/gl/context.h"
#include "scanline/kdtree/tree.h"

#include <array>
#include <string>

namespace scanline::kdtree {

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

    /// What the driver calls the GPUs.
    std::array<std::string, 2> renderers() const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::kdtree
