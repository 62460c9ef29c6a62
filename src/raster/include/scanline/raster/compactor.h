#pragma once
#include "scanline/raster/auto_model.h"
#include "scanline/raster/compaction.h"
#include "scanline/raster/options.h"

#include <memory>
#include <vector>

namespace scanline::raster {

class BlockwiseCompaction;

/// Stream compaction in fragment shaders, with one of the algorithms of make_stream_compaction().
/// Construction compiles and allocates for one layout; running does neither. Restores the OpenGL state it
/// touches.
///
/// Limits: 2^24 elements; blocks of a power of two from 2 to 4096; values are 32-bit floats. Stable if
/// monotonic(). Errors: usage if the options conflict, failure if the driver reports an error.
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

    /// Compacts a stream of the layout; the results stay on the GPU until the next call. Errors: usage for
    /// another layout.
    void operator()(const StreamTexture& values);

    /// Changes which elements are valid from the next call on.
    void set_discriminator(const Discriminator& discriminator) { options_.discriminator = discriminator; }

    const StreamLayout& layout() const { return layout_; }
    const CompactionOptions& options() const { return options_; }
    /// True if survivors keep their order.
    bool monotonic() const { return algorithm_->monotonic(); }
    /// The blockwise algorithm and its intermediate results; null unless is_blockwise().
    const BlockwiseCompaction* blockwise() const;
    /// The algorithm and block size that ran last; auto chooses them itself.
    CompactionChoice choice() const;

    /// The compacted stream: elements [0, read_count()) in the layout's rows, then empty_element.
    const StreamTexture& output() const { return output_; }
    /// Locates their number on the GPU.
    CountTexel count() const { return algorithm_->count(); }

    // These wait for the GPU.
    std::int64_t read_count() const;
    std::vector<float> read_elements() const;

    /// Bytes of texture and buffer memory that it keeps, without the stream itself.
    std::int64_t scratch_bytes() const;

private:
    Engine& engine_;
    StreamLayout layout_;
    CompactionOptions options_;
    std::unique_ptr<StreamCompaction> algorithm_;
    StreamTexture output_;
};

} // namespace scanline::raster
