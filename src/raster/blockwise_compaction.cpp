#include "scanline/raster/blockwise_compaction.h"

namespace scanline::raster {

BlockwiseCompaction::BlockwiseCompaction(Engine& engine, const StreamLayout& layout,
                                         const CompactionOptions& options)
    : engine_(engine), layout_(layout), algorithm_(make_block_compaction(engine, layout, options)),
      discriminate_(engine, algorithm_->mark()), block_scan_(engine, layout, options.prefix_sum),
      concatenate_(engine, layout, options.concatenation), flags_(engine.make_stream(layout)),
      compacted_(engine.make_stream(layout)) {}

void BlockwiseCompaction::operator()(const StreamTexture& values, const Discriminator& discriminator,
                                     const StreamTexture& output) {
    discriminate_(layout_, values, discriminator, flags_);
    const BlockCounts counts = (*algorithm_)(values, flags_, compacted_);
    concatenate_(compacted_, block_scan_(counts), layout_.blocks(), output);
}

CountTexel BlockwiseCompaction::count() const {
    const std::int64_t last = layout_.blocks() - 1;
    const int width = block_scan_.layout().width;
    // The last block's offset and count.
    return {&block_scan_.descriptors(),
            static_cast<int>(last % width),
            static_cast<int>(last / width),
            {0.0f, 0.0f, 1.0f, 1.0f}};
}

std::vector<float> BlockwiseCompaction::read_blocks() const {
    return engine_.read(compacted_, compacted_.area());
}

std::vector<int> BlockwiseCompaction::read_block_counts() const {
    const StreamTexture& descriptors = block_scan_.descriptors();
    const std::vector<float> texels = engine_.read(descriptors, descriptors.area());
    std::vector<int> counts(static_cast<std::size_t>(layout_.blocks()));
    for (std::size_t block = 0; block < counts.size(); ++block)
        counts[block] = static_cast<int>(texels[4 * block + 3]);
    return counts;
}

std::int64_t BlockwiseCompaction::scratch_bytes() const {
    return algorithm_->scratch_bytes() + block_scan_.scratch_bytes() + concatenate_.scratch_bytes() +
           flags_.bytes() + compacted_.bytes();
}

} // namespace scanline::raster
