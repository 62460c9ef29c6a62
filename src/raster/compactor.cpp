#include "scanline/raster/compactor.h"

#include "scanline/core/error.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/blockwise_compaction.h"

#include <fmt/format.h>

namespace scanline::raster {

Compactor::Compactor(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : engine_(engine), layout_(layout), options_(options),
      algorithm_(make_stream_compaction(engine, layout, options)), output_(engine.make_stream(layout)) {}

void Compactor::operator()(const StreamTexture& values) {
    if (values.width() != layout_.width || values.height() != layout_.height || values.channels() != 1)
        throw usage_error(fmt::format(
            "a stream of {} x {} texels with {} channels cannot be compacted in a layout of {} x {}: "
            "make the texture for the layout",
            values.width(), values.height(), values.channels(), layout_.width, layout_.height));
    gl::check_caller("compacting a stream");
    const gl::StateGuard guard;
    (*algorithm_)(values, options_.discriminator, output_);
    gl::check_errors("compacting a stream");
}

const BlockwiseCompaction* Compactor::blockwise() const {
    return is_blockwise(options_.algorithm) ? static_cast<const BlockwiseCompaction*>(algorithm_.get())
                                            : nullptr;
}

CompactionChoice Compactor::choice() const {
    if (options_.algorithm == Algorithm::automatic)
        return static_cast<const AutoCompaction&>(*algorithm_).choice();
    return {options_.algorithm, is_blockwise(options_.algorithm) ? layout_.block : 0};
}

std::int64_t Compactor::read_count() const {
    return raster::read_count(engine_, count());
}

std::vector<float> Compactor::read_elements() const {
    return engine_.read_front(output_, read_count());
}

std::int64_t Compactor::scratch_bytes() const {
    return algorithm_->scratch_bytes() + output_.bytes();
}

} // namespace scanline::raster
