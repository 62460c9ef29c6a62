#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/kdtree/device_tree.h"
#include "scanline/kdtree/distance.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::kdtree {

using Words = compute::ArrayView<std::uint32_t>;

/// A tree and the queries that are put to it, on the GPU: shaders/kdtree/tree.glsl.
struct AskedTree {
    compute::BufferRange nodes, queries; ///< coordinates, one point after the other
    std::int64_t nodes_size = 0, queries_size = 0;

    /// Errors: usage for a tree of other dimensions, coordinates that are not those of whole queries, and
    /// where they are larger than a storage block.
    template <DeviceCoordinate C>
    static AskedTree make(const compute::Operation& operation, const DeviceNodes<C>& tree,
                          compute::ArrayView<const C> queries, int dimensions);
};

/// The constants of shaders/kdtree/parts.glsl, of a walk in so many dimensions.
template <DeviceCoordinate C>
gl::Specialization walk_constants(int dimensions);

/// The uniforms of shaders/kdtree/ball_walk.glsl.
template <DeviceCoordinate C>
std::vector<compute::Kernel::Uniform> ball_uniforms(Distance<C> radius);

/// Some of the points of a call, on the GPU.
template <DeviceCoordinate C>
compute::ArrayView<C> upload_part(compute::Arena::Scope& scratch, const Points<C>& points, std::int64_t first,
                                  std::int64_t count) {
    const auto rows = scratch.take<C>(count * points.dimensions);
    compute::upload<C>(rows, part_of(points, first, count).coordinates);
    return rows;
}

/// Copies results of some queries from the GPU to their place among all, of which the first is number
/// `first`.
template <class T>
void fetch(const compute::BufferRange& results, std::int64_t first, std::vector<T>& all) {
    const auto place =
        std::span(all).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(results.size));
    compute::download_bytes(results, std::as_writable_bytes(place));
}

/// Sorts queries by the part of the tree that they fall into, so that neighbouring invocations take much the
/// same way. Stage: sort-queries.
class QueryOrder {
public:
    QueryOrder(compute::Engine& engine, const gl::Specialization& walk);
    void run(const AskedTree& asked, Words order) const;

private:
    compute::Engine* engine_;
    compute::Kernel locate_;
    compute::RadixSortPositions<std::uint32_t> sort_;
};

/// Puts queries to a tree by a kernel that includes shaders/kdtree/parts.glsl, an invocation each. Where one
/// of them has more to look at than an invocation may, all are put again, to a part of the tree after the
/// other.
class DeviceWalk {
public:
    /// iterations: of all loops together, the most that one node costs.
    DeviceWalk(compute::Engine& engine, std::string_view shader, gl::Specialization walk, int iterations);

    struct Run {
        Words order;
        std::vector<compute::Kernel::Binding> bindings;   ///< to storage bindings 4 ...
        std::vector<compute::Kernel::Uniform> uniforms{}; ///< to locations 16 ...
        std::function<void()> begin = [] {}; ///< does what is to be done whenever queries are put anew
    };
    void run(const AskedTree& asked, const Run& run) const;

private:
    compute::Engine* engine_;
    compute::Kernel kernel_;
    std::int64_t budget_; ///< the most nodes that a walk looks at
};

} // namespace scanline::kdtree
