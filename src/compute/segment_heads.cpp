#include "scanline/compute/segment_heads.h"
#include "scanline/compute/kernel.h"

namespace scanline::compute::detail {

SegmentHeads::MarkKernel::MarkKernel(Engine& engine) : SingleKernel(engine, "compute/segment_heads", {}) {}

void SegmentHeads::MarkKernel::run(const BufferRange& offsets, const BufferRange& heads) const {
    kernel().run(engine(), Length(offsets.size),
                 {.pass = "segment-heads",
                  .bindings = {{"offsets", offsets}, {"flags", heads}},
                  .uniforms = {static_cast<std::uint32_t>(heads.size)}});
}

SegmentHeads::SegmentHeads(Engine& engine) : fill_(engine, ElementType::uint32), mark_(engine) {}

void SegmentHeads::run(const BufferRange& offsets, const BufferRange& heads) const {
    fill_.run(heads, {0, 0}, std::nullopt);
    mark_.run(offsets, heads);
}

} // namespace scanline::compute::detail
