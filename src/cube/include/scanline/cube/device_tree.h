#pragma once
#include "scanline/compute/engine.h"
#include "scanline/core/cancellation.h"
#include "scanline/cube/tree.h"

#include <functional>
#include <memory>

namespace scanline::cube {

/// Rows on the GPU. Measures are 64-bit values as pairs of words, the low one first.
struct DeviceRows {
    Shape shape;
    std::int64_t rows = 0;
    compute::DeviceArray<std::uint32_t> codes;    ///< the first dimension, the second ...
    compute::DeviceArray<compute::Pair> measures; ///< the first, the second ...

    std::int64_t size() const { return rows; }
};

/// Uploads rows. Errors: usage, naming row and limit, for columns of different lengths and codes beyond their
/// cardinality; usage, naming the bytes, if all codes or all measures are larger than a storage block;
/// failure, naming the bytes, if the GPU is out of memory; Cancelled.
///
///     const DeviceRows rows = upload_rows(engine, {{{2, 2}, {}}, {{0, 1, 0}, {0, 1, 1}}, {}});
DeviceRows upload_rows(compute::Engine& engine, const Rows& rows, const CallLimits& limits = {});

/// The memory of all arrays of a tree. Its maker recycles it.
using TreeMemory = std::unique_ptr<compute::DeviceArray<std::uint32_t>,
                                   std::function<void(compute::DeviceArray<std::uint32_t>*)>>;

/// A tree on the GPU: the arrays of Level, concatenated over all levels from the root down.
struct DeviceTree {
    Shape shape;
    std::vector<int> path;
    /// [level] first node; then the number of nodes.
    std::vector<std::int64_t> first_node;

    compute::ArrayView<std::uint32_t> levels; ///< see shaders/cube/levels.glsl
    compute::ArrayView<std::uint32_t> key, parent, count;
    compute::ArrayView<std::uint32_t> first_child;  ///< one more for each level
    compute::ArrayView<std::uint32_t> side_link;    ///< the root's is 0
    compute::ArrayView<std::uint32_t> header_first; ///< from level 1 on
    compute::ArrayView<std::uint32_t> row_order;
    compute::ArrayView<compute::Pair> values; ///< the first measure, the second ...
    TreeMemory memory;

    std::int64_t nodes() const { return first_node.empty() ? 0 : first_node.back(); }
    std::int64_t nodes_of(int level) const {
        return first_node[static_cast<std::size_t>(level) + 1] - first_node[static_cast<std::size_t>(level)];
    }
    std::int64_t rows() const { return row_order.size(); }
    std::int64_t first_leaf() const { return first_node.end()[-2]; }
};

/// Downloads a tree. Waits for the GPU.
Tree download_tree(compute::Engine& engine, const DeviceTree& tree);

/// Uploads a tree built on the CPU. Errors: usage, naming the bytes, if an array of all levels together is
/// larger than a storage block; failure, naming the bytes, if the GPU is out of memory.
DeviceTree upload_tree(compute::Engine& engine, const Tree& tree);

} // namespace scanline::cube
