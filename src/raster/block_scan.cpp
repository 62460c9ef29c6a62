#include "scanline/raster/block_scan.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

BlockScan::BlockScan(Engine& engine, const StreamLayout& stream, PrefixSumMethod method)
    : engine_(engine), stream_(stream), blocks_(block_layout(stream)), totals_(row_total_layout(blocks_)),
      count_program_(engine, "raster/block_count.frag", {"u_source"}),
      total_program_(engine, "raster/row_total.frag", {"u_sums"}),
      descriptor_program_(engine, "raster/block_descriptor.frag", {"u_counts", "u_sums", "u_totals"}),
      row_scan_(engine, blocks_, method), total_scan_(engine, totals_, method),
      counts_(engine.make_stream(blocks_)), row_totals_(engine.make_stream(totals_)),
      descriptors_(engine.make_vectors(blocks_.width, blocks_.height)),
      row_scratch_(engine.make_pair(blocks_)), total_scratch_(engine.make_pair(totals_)) {}

const StreamTexture& BlockScan::operator()(const BlockCounts& counts) {
    const StageScope scope(engine_.observer(), stage::block_scan);
    const int blocks_per_row = stream_.blocks_per_row();

    count_program_.use(stream_);
    count_program_.set("u_target_width", blocks_.width);
    count_program_.set("u_blocks", blocks_.size);
    count_program_.set("u_blocks_per_row", blocks_per_row);
    count_program_.set("u_inverse_blocks_per_row", inverse(blocks_per_row));
    count_program_.set("u_source_x", counts.x);
    count_program_.set("u_stride", counts.stride);
    count_program_.set("u_scale", counts.scale);
    count_program_.set("u_bias", counts.bias);
    engine_.fill(pass::block_count, 0, {{"counts", *counts.texture}}, {"counts", counts_}, 1);

    const StreamTexture& row_sums = row_scan_(counts_, row_scratch_);

    total_program_.use(blocks_);
    total_program_.set("u_source_width", blocks_.width);
    total_program_.set("u_source_height", blocks_.height);
    engine_.fill(pass::row_total, 0, {{"sums", row_sums}}, {"row-totals", row_totals_}, 1);

    const StreamTexture& totals = total_scan_(row_totals_, total_scratch_);

    descriptor_program_.use(blocks_);
    descriptor_program_.set("u_totals_inverse_width", inverse(totals_.width));
    descriptor_program_.set("u_width", blocks_.width);
    descriptor_program_.set("u_stream_block", stream_.block);
    descriptor_program_.set("u_blocks_per_row", blocks_per_row);
    descriptor_program_.set("u_inverse_blocks_per_row", inverse(blocks_per_row));
    engine_.fill(pass::block_descriptor, 0, {{"counts", counts_}, {"sums", row_sums}, {"totals", totals}},
                 {"descriptors", descriptors_}, 3);
    return descriptors_;
}

std::int64_t BlockScan::scratch_bytes() const {
    return counts_.bytes() + row_totals_.bytes() + descriptors_.bytes() + row_scratch_.bytes() +
           total_scratch_.bytes();
}

} // namespace scanline::raster
