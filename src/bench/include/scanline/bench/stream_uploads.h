#pragma once
#include "scanline/raster/engine.h"

#include <map>
#include <span>

namespace scanline::bench {

/// A stream on the GPU in the layouts that block sizes ask for, uploaded once for all layouts of the same
/// width.
class StreamUploads {
public:
    struct Upload {
        raster::StreamLayout layout;
        const raster::StreamTexture* texture; ///< lives as long as the uploads
    };

    StreamUploads(raster::Engine& engine, std::span<const float> values) : engine_(engine), values_(values) {}

    /// The values must still be there. Errors: those of make_stream_layout(), and of a driver short of
    /// memory.
    Upload in_blocks_of(int block);

private:
    raster::Engine& engine_;
    std::span<const float> values_;
    std::map<int, raster::StreamTexture> textures_; ///< by width
};

} // namespace scanline::bench
