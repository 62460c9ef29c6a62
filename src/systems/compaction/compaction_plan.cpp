#include "scanline/systems/compaction_plan.h"

#include "scanline/core/error.h"
#include "scanline/raster/compactor.h"
#include "scanline/raster/copy.h"

#include <algorithm>

namespace scanline::systems {

namespace {

// What the work of a group runs on.
struct CompactionResources {
    StreamUploads uploads;
    raster::Copy copy;
    raster::StreamTexture copy_target;
    std::vector<std::unique_ptr<raster::Compactor>> compactors;
};

Work compaction_work(raster::Engine& engine, CompactionResources& resources, const InputStream& stream,
                     const CompactionVariant& variant) {
    const StreamUploads::Upload upload = resources.uploads.in_blocks_of(variant.block);
    raster::CompactionOptions options = variant.options;
    options.discriminator = stream.discriminator;
    resources.compactors.push_back(std::make_unique<raster::Compactor>(engine, upload.layout, options));
    return
        [compactor = resources.compactors.back().get(), values = upload.texture] { (*compactor)(*values); };
}

Work copy_work(raster::Engine& engine, CompactionResources& resources, int block) {
    const StreamUploads::Upload upload = resources.uploads.in_blocks_of(block);
    resources.copy_target = engine.make_stream(upload.layout);
    return [&resources, upload] { resources.copy(upload.layout, *upload.texture, resources.copy_target); };
}

} // namespace

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

Group compaction_group(raster::Engine& engine, const InputStream& stream,
                       std::span<const CompactionVariant> variants) {
    const auto resources = std::make_shared<CompactionResources>(
        CompactionResources{StreamUploads(engine, stream.values), raster::Copy(engine), {}, {}});
    const auto items = static_cast<std::int64_t>(stream.values.size());
    const std::int64_t survivors = std::ranges::count_if(stream.values, stream.discriminator);

    Group group;
    group.resources = resources;
    for (const CompactionVariant& variant : variants) {
        Variant planned;
        planned.axes = with(stream.axes, variant.axes);
        planned.seed = stream.seed;
        planned.items = items;
        planned.bytes = (items + survivors) * std::int64_t{sizeof(float)};
        try {
            if (!group.roof)
                group.roof = copy_work(engine, *resources, variant.block);
            planned.work = compaction_work(engine, *resources, stream, variant);
        } catch (const Error& error) {
            planned.skipped = error.what();
        }
        group.variants.push_back(std::move(planned));
    }
    return group;
}

} // namespace scanline::systems
