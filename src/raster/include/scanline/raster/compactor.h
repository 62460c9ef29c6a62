#pragma once
#include "scanline/raster/compaction.h"
#include "scanline/raster/options.h"

#include <memory>
#include <vector>

namespace scanline::raster {

class AutoCompaction;
class BlockwiseCompaction;

/// Stream compaction by fragment shaders, by one of the algorithms of make_stream_compaction(). Construction
/// compiles and allocates for one layout; running does neither. Restores the OpenGL state it touches.
///
/// Limits: 2^24 elements; blocks of a power of two from 2 to 4096; values are 32-bit floats. monotonic() says
/// whether it is stable. Errors: usage where the options cannot go together, failure where the driver reports
/// an error.
///
///     gl::Context context = gl::Context::headless();
///     raster::Engine engine(context.capabilities());
///     const std::vector<float> values{0, 255, 255, 0, 0, 255};
///     const auto layout = raster::make_stream_layout(6, 4, engine.capabilities().max_texture_size);
///     raster::Compactor compact(engine, layout, {.payload = raster::Payload::index});
///     raster::StreamTexture stream = engine.make_stream(layout);
///     engine.upload(stream, layout, values);
///     compact(stream);
///     compact.read_elements();   // 1 2 5
class Compactor {
public:
    Compactor(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    /// Compacts a stream of the layout (a usage error where it has another); the results stay on the GPU
    /// until the next call.
    void operator()(const StreamTexture& values);

    /// Changes which elements are valid from the next call on.
    void set_discriminator(const Discriminator& discriminator) { options_.discriminator = discriminator; }

    const StreamLayout& layout() const { return layout_; }
    const CompactionOptions& options() const { return options_; }
    /// Whether survivors keep their order.
    bool monotonic() const { return algorithm_->monotonic(); }
    /// What lies between values and output where the algorithm compacts blocks, see is_blockwise(); null for
    /// the others.
    const BlockwiseCompaction* blockwise() const;
    /// What chooses an algorithm where the options leave that to auto; null for the others.
    const AutoCompaction* automatic() const;

    /// The compacted stream: elements [0, read_count()) in the layout's rows, empty_element behind them.
    const StreamTexture& output() const { return output_; }
    /// Where their number stands on the GPU.
    CountTexel count() const { return algorithm_->count(); }

    // These wait for the GPU.
    std::int64_t read_count() const;
    std::vector<float> read_elements() const;

    /// Bytes of texture and buffer memory that it keeps, the stream itself not counted.
    std::int64_t scratch_bytes() const;

private:
    Engine& engine_;
    StreamLayout layout_;
    CompactionOptions options_;
    std::unique_ptr<StreamCompaction> algorithm_;
    StreamTexture output_;
};

} // namespace scanline::raster
