#include "scanline/raster/compactor.h"

#include "scanline/core/error.h"
#include "scanline/gl/state_guard.h"

#include <fmt/format.h>

namespace scanline::raster {

Compactor::Compactor(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : engine_(engine), layout_(layout), options_(options),
      algorithm_(make_block_compaction(engine, layout, options)), discriminate_(engine, algorithm_->mark()),
      block_scan_(engine, layout, options.prefix_sum), concatenate_(engine, layout, options.concatenation),
      flags_(engine.make_stream(layout)), compacted_(engine.make_stream(layout)),
      output_(engine.make_stream(layout)) {}

void Compactor::operator()(const StreamTexture& values) {
    if (values.width() != layout_.width || values.height() != layout_.height || values.channels() != 1)
        throw usage_error(fmt::format(
            "a stream of {} x {} texels with {} channels cannot be compacted in a layout of {} x {}: "
            "make the texture for the layout",
            values.width(), values.height(), values.channels(), layout_.width, layout_.height));
    const gl::StateGuard guard;
    discriminate_(layout_, values, options_.discriminator, flags_);
    const BlockCounts counts = (*algorithm_)(values, flags_, compacted_);
    concatenate_(compacted_, block_scan_(counts), layout_.blocks(), output_);
    gl::check_errors("compacting a stream");
}

std::int64_t Compactor::read_count() const {
    const std::int64_t last = layout_.blocks() - 1;
    const int width = block_scan_.layout().width;
    const std::vector<float> descriptor = engine_.read(
        block_scan_.descriptors(), {static_cast<int>(last % width), static_cast<int>(last / width), 1, 1});
    return static_cast<std::int64_t>(descriptor[2]) + static_cast<std::int64_t>(descriptor[3]);
}

std::vector<float> Compactor::read_elements() const {
    return engine_.read_front(output_, read_count());
}

std::vector<float> Compactor::read_blocks() const {
    return engine_.read(compacted_, compacted_.area());
}

std::vector<int> Compactor::read_block_counts() const {
    const StreamTexture& descriptors = block_scan_.descriptors();
    const std::vector<float> texels = engine_.read(descriptors, descriptors.area());
    std::vector<int> counts(static_cast<std::size_t>(layout_.blocks()));
    for (std::size_t block = 0; block < counts.size(); ++block)
        counts[block] = static_cast<int>(texels[4 * block + 3]);
    return counts;
}

std::int64_t Compactor::scratch_bytes() const {
    return algorithm_->scratch_bytes() + block_scan_.scratch_bytes() + concatenate_.scratch_bytes() +
           flags_.bytes() + compacted_.bytes() + output_.bytes();
}

} // namespace scanline::raster
