#pragma once
#include "scanline/cube/device_tree.h"

#include <span>

namespace scanline::cube {

/// Recycles the memory of the last freed tree: drivers take milliseconds to allocate it.
class SpareMemory {
public:
    /// Takes memory that returns here when its tree is freed, if this still exists. Errors: failure, naming
    /// the bytes, if the GPU is out of memory.
    TreeMemory take(std::int64_t words) const;

private:
    std::shared_ptr<compute::DeviceArray<std::uint32_t>> spare_ =
        std::make_shared<compute::DeviceArray<std::uint32_t>>();
};

using Words = compute::ArrayView<std::uint32_t>;
using Pairs = compute::ArrayView<compute::Pair>;

/// Converts a number for shaders.
inline std::uint32_t word(std::int64_t number) {
    return static_cast<std::uint32_t>(number);
}

/// The number of levels of a tree, root included.
inline std::int64_t levels_of(const Shape& shape) {
    return static_cast<std::int64_t>(shape.cardinalities.size()) + 1;
}

/// The bits of the packed codes of a row, without padding; at least 1 for each dimension.
int bits_of_row(const Shape& shape);

/// The number of entries in the header tables of all levels.
std::int64_t header_entries(const Shape& shape);

constexpr std::size_t level_words = 4; ///< of a record of levels.glsl

/// Makes the records of levels.glsl. first_node: see DeviceTree; empty if not known yet.
std::vector<std::uint32_t> level_records(const Shape& shape, std::span<const int> path, std::int64_t rows,
                                         std::span<const std::int64_t> first_node);

/// The constants of measures.glsl.
gl::Specialization measure_constants(const Shape& shape);

/// Checks that the arrays of a tree fit storage blocks. Errors: usage, naming the bytes.
void require_fits(const compute::Operation& operation, const Shape& shape, std::int64_t nodes);

/// Checks that rows or a tree have the expected shape. Errors: usage; `what` prefixes the message.
void require_shape_of(const DeviceRows& rows, const Shape& shape, const char* what);
void require_shape_of(const DeviceTree& tree, const Shape& shape, const char* what);

/// Allocates a tree. Its arrays are undefined.
DeviceTree make_tree(const SpareMemory& spare, const Shape& shape, std::span<const int> path,
                     std::vector<std::int64_t> first_node, std::int64_t rows);

} // namespace scanline::cube
