#pragma once
#include "scanline/cube/device_tree.h"

#include <span>

namespace scanline::cube {

using Words = compute::ArrayView<std::uint32_t>;
using Pairs = compute::ArrayView<compute::Pair>;

/// The number of levels of a tree, with the root.
inline std::int64_t levels_of(const Shape& shape) {
    return static_cast<std::int64_t>(shape.cardinalities.size()) + 1;
}

/// Bits that hold the codes of a dimension, 1 or more.
int bits_of_codes(std::uint32_t cardinality);

/// Entries of the header tables of all levels.
std::int64_t header_entries(const Shape& shape);

/// The records of levels.glsl. first_node: see DeviceTree; empty if it is not known yet.
std::vector<std::uint32_t> level_records(const Shape& shape, std::span<const int> path, std::int64_t rows,
                                         std::span<const std::int64_t> first_node);

/// Checks that the arrays of a tree fit storage blocks. Errors: usage, naming the bytes.
void require_fits(const compute::Operation& operation, const Shape& shape, std::int64_t nodes);

/// A tree whose other arrays are allocated, and undefined but for the levels.
DeviceTree make_tree(compute::Engine& engine, const Shape& shape, std::span<const int> path,
                     std::vector<std::int64_t> first_node, compute::DeviceArray<std::uint32_t> row_order);

} // namespace scanline::cube
