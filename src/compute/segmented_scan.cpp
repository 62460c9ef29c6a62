#include "scanline/compute/segmented_scan.h"

namespace scanline::compute::detail {

SegmentHeads::SegmentHeads(Engine& engine)
    : fill_(engine, ElementType::uint32), mark_(engine, "compute/segment_heads") {}

void SegmentHeads::run(const BufferRange& offsets, const BufferRange& heads) const {
    fill_.run(heads, {0, 0}, std::nullopt);
    mark_.run(offsets.size, {.pass = "segment-heads",
                             .bindings = {{"offsets", offsets}, {"flags", heads}},
                             .uniforms = {static_cast<std::uint32_t>(heads.size)}});
}

SegmentedScanKernels::SegmentedScanKernels(Engine& engine, ElementType type, const ScanOptions& options)
    : engine_(&engine), heads_(engine), scan_(engine, type, options, true) {}

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
    heads_.run(offsets, flags);
    scan_.run(input, flags, output, std::nullopt);
}

} // namespace scanline::compute::detail
