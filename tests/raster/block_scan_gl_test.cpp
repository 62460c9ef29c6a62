#include "raster_fixture.h"
#include "scanline/raster/block_scan.h"

namespace scanline::raster::block_scan_gl_test {

using test::Stream;

namespace {

/// Counts of every kind: empty, full, one-element blocks and others.
Stream make_counts(const StreamLayout& stream, std::uint64_t seed) {
    Random random(seed);
    Stream counts;
    for (std::int64_t block = 0; block < stream.blocks(); ++block) {
        switch (random.below(5)) {
        case 0: counts.push_back(0.0f); break;
        case 1: counts.push_back(1.0f); break;
        case 2: counts.push_back(static_cast<float>(stream.block)); break;
        default: counts.push_back(static_cast<float>(random.between(0, stream.block)));
        }
    }
    return counts;
}

/// A stream texture's texels with the counts where the searches leave them; other texels are poisoned.
Stream place(const Stream& counts, const StreamLayout& stream, const BlockCounts& at) {
    Stream texels(static_cast<std::size_t>(stream.padded_size()), 7777.0f);
    for (std::size_t block = 0; block < counts.size(); ++block) {
        const auto per_row = static_cast<std::size_t>(stream.blocks_per_row());
        const std::size_t x =
            static_cast<std::size_t>(at.x) + static_cast<std::size_t>(at.stride) * (block % per_row);
        const std::size_t y = block / per_row;
        texels[y * static_cast<std::size_t>(stream.width) + x] = (counts[block] - at.bias) / at.scale;
    }
    return texels;
}

Stream rgba(const std::vector<reference::BlockDescriptor>& descriptors) {
    Stream texels;
    for (const reference::BlockDescriptor& block : descriptors)
        texels.insert(texels.end(), {block.source_x, block.source_y, block.offset, block.count});
    return texels;
}

} // namespace

TEST_CASE_METHOD(test::RasterTest,
                 "The block scan is that of its CPU twin, pass by pass, wherever the counts lie") {
    constexpr std::uint64_t seed = 601;
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        const Stream counts = make_counts(layout, turn);
        const PrefixSumMethod method = test::turn_of(turn, enumerators<PrefixSumMethod>);
        BlockScan scan(engine, layout, method);
        const StreamTexture sums = engine.make_stream(layout);
        BlockCounts at_ends = count_valid(layout, sums);
        // The roots of the binary trees lie side by side.
        const BlockCounts at_roots{&sums, layout.width - layout.blocks_per_row(), 1, 1.0f, 0.0f};
        for (const BlockCounts& at : {at_ends, at_roots}) {
            INFO(test::to_string(layout)
                 << ", " << to_string(method) << ", stride " << at.stride << ", seed " << turn);
            engine.upload(sums, layout, place(counts, layout, at));
            const StreamTexture* result = nullptr;
            const auto found = trace_of([&] { result = &scan(at); });
            reference::Trace twin;
            const auto descriptors = reference::block_scan(counts, layout, method, &twin);
            CHECK(test::difference(found, twin) == "");
            CHECK(test::difference(read(*result), rgba(descriptors)) == "");
            CHECK(result == &scan.descriptors());
        }
        CHECK(scan.layout() == block_layout(layout));
        CHECK(scan.scratch_bytes() > 0);
        ++turn;
    }
}

TEST_CASE_METHOD(test::RasterTest, "The counts 3 0 2 4 have the offsets 0 3 3 5") {
    const StreamLayout layout{.size = 16, .block = 4, .width = 8, .height = 2};
    BlockScan scan(engine, layout, PrefixSumMethod::automatic);
    const StreamTexture counts = make_filled(layout, {3, 0, 7, 7, 7, 7, 7, 7, 2, 4, 7, 7, 7, 7, 7, 7});
    const gl::StateGuard guard;
    CHECK(read(scan({&counts, 0, 1, 1.0f, 0.0f})) == Stream{0, 0, 0, 3, 4, 0, 3, 0, 0, 1, 3, 2, 4, 1, 5, 4});
}

TEST_CASE_METHOD(test::RasterTest, "Offsets are exact up to the largest stream") {
    const StreamLayout layout =
        make_stream_layout(max_stream_size, 16, engine.capabilities().max_texture_size);
    REQUIRE(layout.padded_size() == max_stream_size);
    const StreamTexture sums = engine.make_stream(layout);
    const gl::StateGuard guard;
    engine.clear(sums);
    // Every element is -1, so all blocks are full.
    BlockScan scan(engine, layout, PrefixSumMethod::automatic);
    const Stream texels = read(scan({&sums, 15, 16, -16.0f, 0.0f}));
    REQUIRE(texels.size() == 4 * static_cast<std::size_t>(layout.blocks()));
    std::size_t wrong = 0;
    for (std::size_t block = 0; block < static_cast<std::size_t>(layout.blocks()); ++block)
        wrong += texels[4 * block + 2] != static_cast<float>(16 * block) || texels[4 * block + 3] != 16.0f;
    CHECK(wrong == 0);
}

} // namespace scanline::raster::block_scan_gl_test
