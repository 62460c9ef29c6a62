#include "scanline/compute/segmented_reduce.h"

namespace scanline::compute::detail {

SegmentedReduceKernels::SegmentedReduceKernels(Engine& engine, ElementType type, Operator op)
    : engine_(&engine), type_(type), scan_(engine, type, {.op = op}),
      ends_(engine, "compute/segment_ends", operator_constants(type, op)) {}

void SegmentedReduceKernels::run(const BufferRange& input, const BufferRange& offsets,
                                 const BufferRange& output) const {
    Operation operation(*engine_, "segmented reduce");
    operation.require_fits(input, "input");
    operation.require_fits(output, "output");
    operation.require_size(offsets, output.size + 1, "offsets");
    operation.require_apart(input, "input", output, "output");
    operation.require_apart(offsets, "offsets", output, "output");
    const BufferRange sums = operation.scratch().take(type_, input.size);
    scan_.by_offsets(input, offsets, sums);
    ends_.run(output.size, {.pass = "segment-ends",
                            .bindings = {{"sums", sums}, {"offsets", offsets}, {"results", output}},
                            .uniforms = {static_cast<std::uint32_t>(sums.size)}});
}

} // namespace scanline::compute::detail
