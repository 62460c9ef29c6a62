#include "scanline/compute/segmented_scan.h"

namespace scanline::compute::detail {

SegmentedScanKernels::SegmentedScanKernels(Engine& engine, ElementType type, const ScanOptions& options)
    : engine_(&engine), fill_(engine, ElementType::uint32), mark_heads_(engine, "compute/segment_heads"),
      scan_(engine, type, options, true) {}

void SegmentedScanKernels::by_flags(const BufferRange& input, const BufferRange& flags,
                                    const BufferRange& output,
                                    const std::optional<BufferRange>& count) const {
    scan_.run(input, flags, output, count);
}

void SegmentedScanKernels::by_offsets(const BufferRange& input, const BufferRange& offsets,
                                      const BufferRange& output) const {
    Operation operation(*engine_, "segmented scan");
    operation.require_fits(input, "input");
    operation.require_at_least(offsets, 1, "offsets");
    operation.require_apart(offsets, "offsets", output, "output");
    const BufferRange flags = operation.scratch().take(ElementType::uint32, input.size);
    fill_.run(flags, {0, 0}, std::nullopt);
    mark_heads_.run(offsets.size, {.pass = "segment-heads",
                                   .bindings = {{"offsets", offsets}, {"flags", flags}},
                                   .uniforms = {static_cast<std::uint32_t>(flags.size)}});
    scan_.run(input, flags, output, std::nullopt);
}

} // namespace scanline::compute::detail
