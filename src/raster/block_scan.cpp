#include "scanline/raster/block_scan.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

BlockScan::BlockScan(Engine& engine, const StreamLayout& stream, PrefixSumMethod method)
    : engine_(engine), stream_(stream), blocks_(block_layout(stream)), totals_(row_total_layout(blocks_)),
      count_program_(engine, "raster/block_count.frag", {"u_source"}),
      total_program_(engine, "raster/row_total.frag", {"u_sums"}),
      descriptor_program_(engine, "raster/block_descriptor.frag", {"u_counts", "u_sums", "u_totals"}),
      count_{count_program_.uniform("u_target_width"),   count_program_.uniform("u_blocks"),
             count_program_.uniform("u_blocks_per_row"), count_program_.uniform("u_inverse_blocks_per_row"),
             count_program_.uniform("u_source_x"),       count_program_.uniform("u_stride"),
             count_program_.uniform("u_scale"),          count_program_.uniform("u_bias")},
      total_{total_program_.uniform("u_source_width"), total_program_.uniform("u_source_height")},
      descriptor_{descriptor_program_.uniform("u_totals_inverse_width"),
                  descriptor_program_.uniform("u_width"), descriptor_program_.uniform("u_stream_block"),
                  descriptor_program_.uniform("u_blocks_per_row"),
                  descriptor_program_.uniform("u_inverse_blocks_per_row")},
      row_scan_(engine, blocks_, method), total_scan_(engine, totals_, method),
      counts_(engine.make_stream(blocks_)), row_totals_(engine.make_stream(totals_)),
      descriptors_(engine.make_vectors(blocks_.width, blocks_.height)),
      row_scratch_(engine.make_pair(blocks_)), total_scratch_(engine.make_pair(totals_)) {}

const StreamTexture& BlockScan::operator()(const BlockCounts& counts) {
    const StageScope scope(engine_.observer(), stage::block_scan);
    const auto blocks_per_row = static_cast<float>(stream_.blocks_per_row());

    count_program_.use(stream_);
    glUniform1f(count_.target_width, static_cast<float>(blocks_.width));
    glUniform1f(count_.blocks, static_cast<float>(blocks_.size));
    glUniform1f(count_.blocks_per_row, blocks_per_row);
    glUniform1f(count_.inverse_blocks_per_row, 1.0f / blocks_per_row);
    glUniform1f(count_.source_x, static_cast<float>(counts.x));
    glUniform1f(count_.stride, static_cast<float>(counts.stride));
    glUniform1f(count_.scale, counts.scale);
    glUniform1f(count_.bias, counts.bias);
    engine_.fill(pass::block_count, 0, {{"counts", *counts.texture}}, {"counts", counts_}, 1);

    const StreamTexture& row_sums = row_scan_(counts_, row_scratch_);

    total_program_.use(blocks_);
    glUniform1f(total_.source_width, static_cast<float>(blocks_.width));
    glUniform1f(total_.source_height, static_cast<float>(blocks_.height));
    engine_.fill(pass::row_total, 0, {{"sums", row_sums}}, {"row-totals", row_totals_}, 1);

    const StreamTexture& totals = total_scan_(row_totals_, total_scratch_);

    descriptor_program_.use(blocks_);
    glUniform1f(descriptor_.totals_inverse_width, 1.0f / static_cast<float>(totals_.width));
    glUniform1f(descriptor_.width, static_cast<float>(blocks_.width));
    glUniform1f(descriptor_.stream_block, static_cast<float>(stream_.block));
    glUniform1f(descriptor_.blocks_per_row, blocks_per_row);
    glUniform1f(descriptor_.inverse_blocks_per_row, 1.0f / blocks_per_row);
    engine_.fill(pass::block_descriptor, 0, {{"counts", counts_}, {"sums", row_sums}, {"totals", totals}},
                 {"descriptors", descriptors_}, 3);
    return descriptors_;
}

std::int64_t BlockScan::scratch_bytes() const {
    return counts_.bytes() + row_totals_.bytes() + descriptors_.bytes() + row_scratch_.bytes() +
           total_scratch_.bytes();
}

} // namespace scanline::raster
