#pragma once
#include "device_memory.h"

#include <span>

namespace scanline::cube {

using Words = compute::ArrayView<std::uint32_t>;
using Pairs = compute::ArrayView<compute::Pair>;

/// A number as shaders take it.
inline std::uint32_t word(std::int64_t number) {
    return static_cast<std::uint32_t>(number);
}

/// The number of levels of a tree, with the root.
inline std::int64_t levels_of(const Shape& shape) {
    return static_cast<std::int64_t>(shape.cardinalities.size()) + 1;
}

/// Bits of the packed codes of a row, without padding; each dimension has 1 or more.
int bits_of_row(const Shape& shape);

/// Entries of the header tables of all levels.
std::int64_t header_entries(const Shape& shape);

/// The records of levels.glsl. first_node: see DeviceTree; empty if it is not known yet.
std::vector<std::uint32_t> level_records(const Shape& shape, std::span<const int> path, std::int64_t rows,
                                         std::span<const std::int64_t> first_node);

/// The constants of measures.glsl.
gl::Specialization measure_constants(const Shape& shape);

/// Checks that the arrays of a tree fit storage blocks. Errors: usage, naming the bytes.
void require_fits(const compute::Operation& operation, const Shape& shape, std::int64_t nodes);

/// Checks that rows or a tree have the shape that something is for. Errors: usage; `what` starts the message.
void require_shape_of(const DeviceRows& rows, const Shape& shape, const char* what);
void require_shape_of(const DeviceTree& tree, const Shape& shape, const char* what);

/// A tree whose arrays are undefined but for the levels.
DeviceTree make_tree(compute::Engine& engine, const SpareMemory& spare, const Shape& shape,
                     std::span<const int> path, std::vector<std::int64_t> first_node, std::int64_t rows);

} // namespace scanline::cube
