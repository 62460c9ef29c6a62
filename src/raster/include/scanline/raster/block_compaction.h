#pragma once
#include "scanline/raster/fill_program.h"
#include "scanline/raster/options.h"

#include <memory>

namespace scanline::raster {

/// Where an algorithm leaves the number of survivors of each block: in texel (x + stride * i, y) of a texture
/// for block i of row y, as scale * texel + bias.
struct BlockCounts {
    const StreamTexture* texture = nullptr;
    int x = 0;
    int stride = 1;
    float scale = 1.0f;
    float bias = 0.0f;
};

/// The counts where the last element of each block holds the number of its invalid elements.
BlockCounts count_valid(const StreamLayout& layout, const StreamTexture& sums);

/// A compaction of every block on its own: what the block-wise algorithms have in common. An algorithm is
/// constructed for one layout, compiles and allocates then, and runs any number of times without doing
/// either.
class BlockCompaction {
public:
    BlockCompaction() = default;
    BlockCompaction(const BlockCompaction&) = delete;
    BlockCompaction& operator=(const BlockCompaction&) = delete;
    virtual ~BlockCompaction() = default;

    /// Which flags it works on.
    virtual Mark mark() const = 0;
    /// Whether the survivors keep their order.
    virtual bool monotonic() const { return true; }
    /// Packs the survivors of every block at its left in `output`, empty_element behind them. Nothing
    /// aliases.
    virtual BlockCounts operator()(const StreamTexture& values, const StreamTexture& flags,
                                   const StreamTexture& output) = 0;
    /// Bytes of texture memory it keeps.
    virtual std::int64_t scratch_bytes() const = 0;
};

/// The algorithm of that name; a usage error where it does not compact blocks, see is_blockwise().
std::unique_ptr<BlockCompaction> make_block_compaction(Engine& engine, const StreamLayout& layout,
                                                       const CompactionOptions& options);

/// The last stage that the algorithms share: for every output position below its block's count, a search for
/// the source position, which each does in a fragment program of its own. Stage: search.
class Search {
public:
    /// The most iterations of the search's loop, as an int uniform: compilers unroll constant loops, and an
    /// unrolled search cannot end early.
    struct LoopBound {
        const char* name = nullptr;
        int value = 0;
    };

    /// samplers: in the order of the inputs, u_values first. `constants` are added to the specialisation for
    /// the payload.
    Search(Engine& engine, const StreamLayout& layout, Payload payload, const std::string& fragment,
           std::initializer_list<const char*> samplers, LoopBound bound, gl::Specialization constants = {});

    /// inputs: the values first.
    void operator()(std::initializer_list<Engine::Input> inputs, const StreamTexture& output) const;

private:
    Engine& engine_;
    StreamLayout layout_;
    FillProgram program_;
    GLint width_, bound_;
    int bound_value_;
};

} // namespace scanline::raster
