#pragma once
#include "scanline/raster/engine.h"
#include "scanline/raster/options.h"
#include "scanline/systems/experiment.h"

#include <map>
#include <span>
#include <string_view>

namespace scanline::systems {

/// What a copy roof is called in Plan::roof.
inline constexpr std::string_view copy_roof = "full-screen copy pass";

/// A stream to be compacted and where it stands on the axes: {"image", "hand"}, {"elements", "1048576"} ...
struct InputStream {
    std::vector<float> values;
    raster::Discriminator discriminator{};
    std::uint64_t seed = 0; ///< of the values; 0 if nothing is random
    AxisValues axes{};
};

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

/// One way to compact it: {"algorithm", "bt"}, {"block", "256"} ...
struct CompactionVariant {
    raster::CompactionOptions options; ///< the discriminator is the stream's
    int block = 256;
    AxisValues axes{};
};

/// Every way on one stream, with a copy pass over the texture of the first that has one as the roof.
/// Compiles, allocates and uploads; what it made lives as long as the group, whose size in memory is that of
/// all its variants. What cannot be (a block over the era limits, a stream over the texture's) becomes a
/// skipped variant with the reason. The axes are the stream's, then the variant's. Bytes: the values read and
/// the survivors written, four each.
///
///     gl::Context context = gl::Context::headless();
///     raster::Engine engine(context.capabilities());
///     Plan plan{"small", "A small stream", std::string(copy_roof), {}};
///     plan.groups.push_back({"zeros", 1, [&engine] {
///         const std::vector<CompactionVariant> variants(1);
///         return compaction_group(engine, {.values = std::vector<float>(1000)}, variants);
///     }});
///     const Results results = measure(engine, gl::TimerKind::wall_clock, plan, {}, {});
///     results.rows[0].milliseconds().median;
Group compaction_group(raster::Engine& engine, const InputStream& stream,
                       std::span<const CompactionVariant> variants);

} // namespace scanline::systems
