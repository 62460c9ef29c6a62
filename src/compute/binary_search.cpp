#include "scanline/compute/binary_search.h"

namespace scanline::compute {

namespace detail {

BinarySearchKernel::BinarySearchKernel(Engine& engine, ElementType type, Bound bound)
    : ElementwiseKernel(engine, "compute/binary_search",
                        element_constants(type, {{"BOUND", constant(bound)}})) {}

void BinarySearchKernel::run(const BufferRange& sorted, const BufferRange& queries,
                             const BufferRange& positions, const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "binary search");
    operation.require_fits(sorted, "sorted array");
    operation.require_fits(queries, "query array");
    operation.require_size(positions, queries.size, "position array");
    operation.require_apart(sorted, "sorted array", positions, "position array");
    operation.require_same_or_apart(queries, "query array", positions, "position array");
    operation.require_count(count, positions);
    const StageScope stage(engine().observer(), "binary-search");
    ElementwiseKernel::run({queries.size, count},
                           {.pass = "binary-search",
                            .bindings = {{"sorted", sorted}, {"queries", queries}, {"positions", positions}},
                            .uniforms = {static_cast<std::uint32_t>(sorted.size)}});
}

} // namespace detail
} // namespace scanline::compute
