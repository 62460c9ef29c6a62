#include "raster_fixture.h"
#include "scanline/raster/blockwise_compaction.h"
#include "scanline/raster/discriminate.h"

namespace scanline::raster::block_compaction_gl_test {

using test::Stream;

namespace {

/// The numbers of survivors at the texels that an algorithm names.
Stream counts_in(const Stream& texels, const BlockCounts& counts, const StreamLayout& layout) {
    Stream list;
    for (int y = 0; y < layout.height; ++y) {
        for (int block = 0; block < layout.blocks_per_row(); ++block) {
            const int x = counts.x + counts.stride * block;
            list.push_back(counts.scale * texels[static_cast<std::size_t>(y * layout.width + x)] +
                           counts.bias);
        }
    }
    return list;
}

/// The passes of a whole compaction before it counts the survivors of its blocks.
std::span<const reference::TracedPass> block_passes(const reference::Trace& trace) {
    const auto& passes = trace.passes();
    const auto end = std::ranges::find(passes, pass::block_count, &reference::TracedPass::name);
    return {passes.begin(), end};
}

} // namespace

TEST_CASE_METHOD(test::RasterTest, "Each algorithm compacts its blocks as its CPU twin does, pass by pass") {
    const Algorithm algorithm = GENERATE(from_range(test::blockwise_algorithms()));
    constexpr std::uint64_t seed = 501;
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        CompactionOptions options;
        options.algorithm = algorithm;
        options.prefix_sum = test::turn_of(turn, enumerators<PrefixSumMethod>);
        options.run_lengths = test::turn_of(turn / 3, enumerators<RunLengthMethod>);
        options.payload = turn % 2 == 0 ? Payload::value : Payload::index;
        INFO(to_string(algorithm) << ", " << test::to_string(layout) << ", prefix sums "
                                  << to_string(options.prefix_sum) << ", run lengths "
                                  << to_string(options.run_lengths) << ", payload "
                                  << to_string(options.payload) << ", seed " << turn);
        Stream values = test::values_for(test::flags_for(layout, turn++));
        values.resize(static_cast<std::size_t>(layout.size));
        const StreamTexture stream = make_filled(layout, values);
        const auto compact_blocks = make_block_compaction(engine, layout, options);
        const Discriminate discriminate(engine, compact_blocks->mark());
        const StreamPair scratch = make_poisoned_pair(layout);
        const StreamTexture& flags = scratch.textures[0];
        const StreamTexture& output = scratch.textures[1];
        BlockCounts counts;
        const auto found = trace_of([&] {
            discriminate(layout, stream, options.discriminator, flags);
            counts = (*compact_blocks)(stream, flags, output);
        });

        reference::Trace twin;
        const reference::CompactionResult expected = reference::compact(values, layout, options, &twin);
        CHECK(test::difference(found.passes(), block_passes(twin)) == "");
        CHECK(test::difference(read(output), expected.blocks) == "");
        CHECK(test::difference(counts_in(read(*counts.texture), counts, layout), expected.counts) == "");
        CHECK(compact_blocks->monotonic() == test::keeps_order(algorithm));
        CHECK(compact_blocks->scratch_bytes() > 0);
    }
}

TEST_CASE_METHOD(test::RasterTest, "Each algorithm compacts all patterns of a block of 16 elements") {
    const Stream values = test::values_for(test::all_patterns_of_16());
    const StreamLayout layout = make_stream_layout(static_cast<std::int64_t>(values.size()), 16, 16384);
    for (const Algorithm algorithm : test::blockwise_algorithms()) {
        INFO(to_string(algorithm));
        CompactionOptions options;
        options.algorithm = algorithm;
        Compactor compactor(engine, layout, options);
        compactor(make_filled(layout, values));
        CHECK(test::difference(compactor.blockwise()->read_blocks(),
                               reference::compact(values, layout, options).blocks) == "");
    }
}

TEST_CASE_METHOD(test::RasterTest, "An algorithm that works on the whole stream compacts no blocks") {
    const StreamLayout layout = make_stream_layout(100, 16, 4096);
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        if (is_blockwise(algorithm))
            continue;
        INFO(to_string(algorithm));
        CompactionOptions options;
        options.algorithm = algorithm;
        CHECK_THROWS_WITH(
            make_block_compaction(engine, layout, options),
            Catch::Matchers::StartsWith(std::string(to_string(algorithm)) + " works on the whole stream"));
        CHECK(Compactor(engine, layout, options).blockwise() == nullptr);
    }
}

TEST_CASE_METHOD(test::RasterTest, "The longest searches of each algorithm reach their survivors") {
    for (int block = min_block; block <= max_block; block *= 2) {
        const auto size = static_cast<std::size_t>(block);
        std::vector<Stream> streams;
        // One survivor at each end of the block: the longest displacement; and in the middle: the longest
        // chain of jumps, alternating between both ends.
        for (const std::size_t place : {std::size_t{0}, size / 2 - 1, size / 2, size - 1}) {
            Stream inv(size, 1.0f);
            inv[place] = 0.0f;
            streams.push_back(inv);
        }
        // Runs that shrink by one: the most links of the forward search.
        Stream inv;
        int n = 0;
        while ((n + 1) * (n + 2) / 2 + n + 1 <= block)
            ++n;
        for (int length = n; length > 0; --length) {
            inv.insert(inv.end(), static_cast<std::size_t>(length), 1.0f);
            inv.push_back(0.0f);
        }
        inv.resize(size, 0.0f);
        streams.push_back(inv);
        // An invalid half before a valid one: the longest displacement of every output.
        Stream halves(size, 1.0f);
        std::fill(halves.begin() + block / 2, halves.end(), 0.0f);
        streams.push_back(halves);

        const StreamLayout layout{.size = block, .block = block, .width = block, .height = 1};
        for (const Algorithm algorithm : enumerators<Algorithm>) {
            for (const Stream& flags : streams) {
                INFO(to_string(algorithm) << ", block " << block << ", stream " << &flags - streams.data());
                CompactionOptions options;
                options.algorithm = algorithm;
                const Stream values = test::values_for(flags);
                const Compaction found = compact(layout, options, values);
                CHECK(test::difference(found.elements,
                                       reference::compact(values, layout, options).elements) == "");
            }
        }
    }
}

} // namespace scanline::raster::block_compaction_gl_test
