#pragma once
#include "scanline/raster/block_scan.h"
#include "scanline/raster/compaction.h"
#include "scanline/raster/concatenation.h"
#include "scanline/raster/discriminate.h"

#include <memory>
#include <vector>

namespace scanline::raster {

/// Compaction in four steps: discriminate every element, compact every block on its own with an algorithm of
/// make_block_compaction(), scan the block counts, and join the blocks. Source: GRAPP 2009, section 2.
class BlockwiseCompaction final : public StreamCompaction {
public:
    BlockwiseCompaction(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    bool monotonic() const override { return algorithm_->monotonic(); }
    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override;
    CountTexel count() const override;
    std::int64_t scratch_bytes() const override;

    /// The method in use; never `automatic`.
    ConcatenationMethod concatenation() const { return concatenate_.method(); }
    /// The blocks of the last run, each compacted on its own.
    const StreamTexture& blocks() const { return compacted_; }

    // These wait for the GPU.
    std::vector<float> read_blocks() const;
    std::vector<int> read_block_counts() const;

private:
    Engine& engine_;
    StreamLayout layout_;
    std::unique_ptr<BlockCompaction> algorithm_;
    Discriminate discriminate_;
    BlockScan block_scan_;
    Concatenation concatenate_;
    StreamTexture flags_, compacted_;
};

} // namespace scanline::raster
