#include "scanline/bench/stream_uploads.h"

namespace scanline::bench {

StreamUploads::Upload StreamUploads::in_blocks_of(int block) {
    const raster::StreamLayout layout =
        raster::make_stream_layout(static_cast<std::int64_t>(values_.size()), block, engine_.max_side());
    auto found = textures_.find(layout.width);
    if (found == textures_.end()) {
        raster::StreamTexture texture = engine_.make_stream(layout);
        engine_.upload(texture, layout, values_);
        found = textures_.emplace(layout.width, std::move(texture)).first;
    }
    return {layout, &found->second};
}

} // namespace scanline::bench
