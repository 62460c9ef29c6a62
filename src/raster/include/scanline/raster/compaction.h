#pragma once
#include "scanline/raster/engine.h"
#include "scanline/raster/options.h"

#include <array>
#include <cstdint>
#include <memory>

/// The interface of all compactions. Each is constructed for one layout, compiles and allocates at
/// construction, and runs any number of times without doing either.
namespace scanline::raster {

/// Locates the number of survivors on the GPU after a run: bias + dot(weights, texel) of one texel. A vertex
/// shader can fetch it and a pixel buffer can copy it without a wait. For a one-channel texture only
/// weights[0] is nonzero, because formats differ in what the other channels return. Exact, because all terms
/// are integers of at most 2^24.
struct CountTexel {
    const StreamTexture* texture = nullptr;
    int x = 0, y = 0;
    std::array<float, 4> weights{1.0f, 0.0f, 0.0f, 0.0f};
    float bias = 0.0f;

    Area area() const { return {x, y, 1, 1}; }
};

/// Reads the number of survivors. Waits for the GPU.
std::int64_t read_count(const Engine& engine, const CountTexel& count);

/// A compaction of a whole stream, from its values to its survivors.
class StreamCompaction {
public:
    StreamCompaction() = default;
    StreamCompaction(const StreamCompaction&) = delete;
    StreamCompaction& operator=(const StreamCompaction&) = delete;
    virtual ~StreamCompaction() = default;

    /// True if the survivors keep their order.
    virtual bool monotonic() const { return true; }
    /// Writes the survivors to the front of `output` in the layout's rows, then empty_element. Both textures
    /// have the layout and must differ.
    virtual void operator()(const StreamTexture& values, const Discriminator& discriminator,
                            const StreamTexture& output) = 0;
    /// Where the last run left the number of survivors; the same texel for every run.
    virtual CountTexel count() const = 0;
    /// Bytes of texture and buffer memory that it keeps.
    virtual std::int64_t scratch_bytes() const = 0;
};

/// Makes the algorithm that the options name. Errors: usage if the options conflict.
std::unique_ptr<StreamCompaction> make_stream_compaction(Engine& engine, const StreamLayout& layout,
                                                         const CompactionOptions& options);

/// Locates the number of survivors of each block: for block i of row y, scale * texel (x + stride * i, y) +
/// bias.
struct BlockCounts {
    const StreamTexture* texture = nullptr;
    int x = 0;
    int stride = 1;
    float scale = 1.0f;
    float bias = 0.0f;
};

/// The counts if the last element of each block holds its number of invalid elements.
BlockCounts count_valid(const StreamLayout& layout, const StreamTexture& sums);

/// A compaction of every block on its own.
class BlockCompaction {
public:
    BlockCompaction() = default;
    BlockCompaction(const BlockCompaction&) = delete;
    BlockCompaction& operator=(const BlockCompaction&) = delete;
    virtual ~BlockCompaction() = default;

    /// Which flags it works on.
    virtual Mark mark() const = 0;
    /// True if the survivors keep their order.
    virtual bool monotonic() const { return true; }
    /// Packs the survivors of every block at its left in `output`, then empty_element. No texture may alias
    /// another.
    virtual BlockCounts operator()(const StreamTexture& values, const StreamTexture& flags,
                                   const StreamTexture& output) = 0;
    /// Bytes of texture memory it keeps.
    virtual std::int64_t scratch_bytes() const = 0;
};

/// Makes the algorithm that the options name. Errors: usage if it is not blockwise, see is_blockwise().
std::unique_ptr<BlockCompaction> make_block_compaction(Engine& engine, const StreamLayout& layout,
                                                       const CompactionOptions& options);

} // namespace scanline::raster
