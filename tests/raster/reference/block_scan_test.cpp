#include "scanline/raster/passes.h"
#include "streams.h"

#include <catch2/catch_all.hpp>
#include <numeric>

namespace scanline::raster::reference::block_scan_test {

using test::PassList;

namespace {

// Six blocks, two in a row; their numbers lie in two rows of four, of which two are past the last block.
const StreamLayout six_blocks{.size = 24, .block = 4, .width = 8, .height = 3};
const Stream six_counts{3, 0, 4, 1, 2, 4};

} // namespace

TEST_CASE("Blocks are laid out in rows of a power of two near the square root of their number") {
    const StreamLayout one{.size = 2, .block = 2, .width = 2, .height = 1};
    CHECK(block_layout(one) == StreamLayout{.size = 1, .block = 2, .width = 2, .height = 1});
    CHECK(block_layout(six_blocks) == StreamLayout{.size = 6, .block = 4, .width = 4, .height = 2});
    const StreamLayout most = make_stream_layout(max_stream_size, 2, 16384);
    CHECK(block_layout(most) ==
          StreamLayout{.size = max_stream_size / 2, .block = 4096, .width = 4096, .height = 2048});
}

TEST_CASE("The totals of the rows are one block of at least two") {
    CHECK(row_total_layout(block_layout(six_blocks)) ==
          StreamLayout{.size = 2, .block = 2, .width = 2, .height = 1});
    const StreamLayout one_row{.size = 3, .block = 4, .width = 4, .height = 1};
    CHECK(row_total_layout(one_row) == StreamLayout{.size = 1, .block = 2, .width = 2, .height = 1});
    const StreamLayout five_rows{.size = 40, .block = 8, .width = 8, .height = 5};
    CHECK(row_total_layout(five_rows) == StreamLayout{.size = 5, .block = 8, .width = 8, .height = 1});
}

TEST_CASE("The rows of blocks hold them all and are a block of a prefix sum") {
    for (int block = min_block; block <= max_block; block *= 2) {
        for (const std::int64_t size : {0, 1, 1000, 4096, 65'537, 1 << 20, 1 << 24}) {
            INFO("size " << size << ", block " << block);
            const StreamLayout stream = make_stream_layout(size, block, 16384);
            const StreamLayout layout = block_layout(stream);
            CHECK(layout.size == stream.blocks());
            CHECK(layout.block == layout.width);
            CHECK_NOTHROW(check_block(layout.block));
            CHECK(layout.padded_size() >= layout.size);
            CHECK(layout.padded_size() - layout.size < layout.width);
            CHECK(layout.height <= layout.width); // so the totals of the rows fit into one block as well
        }
    }
}

TEST_CASE("The block scan of six blocks takes these passes") {
    Trace trace;
    const auto descriptors = block_scan(six_counts, six_blocks, PrefixSumMethod::automatic, &trace);
    CHECK(descriptors == std::vector<BlockDescriptor>{{0, 0, 0, 3},
                                                      {4, 0, 3, 0},
                                                      {0, 1, 3, 4},
                                                      {4, 1, 7, 1},
                                                      {0, 2, 8, 2},
                                                      {4, 2, 10, 4},
                                                      {0, 3, 14, 0},
                                                      {4, 3, 14, 0}});
    REQUIRE(test::names_of(trace) == PassList{{pass::block_count, 0},
                                              {pass::doubling, 1},
                                              {pass::doubling, 2},
                                              {pass::row_total, 0},
                                              {pass::doubling, 1},
                                              {pass::block_descriptor, 0}});
    CHECK(trace.passes()[0].values == Stream{3, 0, 4, 1, 2, 4, 0, 0});
    CHECK(trace.passes()[2].values == Stream{3, 3, 7, 8, 2, 6, 6, 6});
    CHECK(trace.passes()[3].values == Stream{8, 6});
    CHECK(trace.passes()[4].values == Stream{8, 14});
    CHECK(trace.passes()[5].values == Stream{0, 0, 0, 3, 4, 0, 3,  0, 0, 1, 3,  4, 4, 1, 7,  1,
                                             0, 2, 8, 2, 4, 2, 10, 4, 0, 3, 14, 0, 4, 3, 14, 0});
}

TEST_CASE("A single row of blocks is scanned with a second, empty row of totals") {
    const StreamLayout stream{.size = 8, .block = 4, .width = 4, .height = 2};
    Trace trace;
    const auto descriptors = block_scan(Stream{4, 1}, stream, PrefixSumMethod::blelloch, &trace);
    CHECK(descriptors == std::vector<BlockDescriptor>{{0, 0, 0, 4}, {0, 1, 4, 1}});
    REQUIRE(test::names_of(trace) == PassList{{pass::block_count, 0},
                                              {pass::down_sweep, 0},
                                              {pass::row_total, 0},
                                              {pass::down_sweep, 0},
                                              {pass::block_descriptor, 0}});
    CHECK(trace.passes()[2].values == Stream{5, 0});
}

TEST_CASE("Automatic scans choose their method by the length of a row of blocks, not by the stream's block") {
    // 32768 blocks lie in 128 rows of 256, so both scans are long enough for the tree although a block is
    // not.
    const StreamLayout stream = make_stream_layout(65'536, 2, 16384);
    const Stream counts(static_cast<std::size_t>(stream.blocks()), 1.0f);
    Trace automatic;
    block_scan(counts, stream, PrefixSumMethod::automatic, &automatic);
    Trace tree;
    block_scan(counts, stream, PrefixSumMethod::blelloch, &tree);
    CHECK(test::names_of(automatic) == test::names_of(tree));
}

TEST_CASE("The offsets of blocks are the exclusive scan of their counts") {
    constexpr std::uint64_t seed = 31;
    for (const int block : {2, 32, 512, 4096}) {
        for (const std::int64_t size : {0, 1, 4097, 65'537, 200'000}) {
            for (const PrefixSumMethod method : enumerators<PrefixSumMethod>) {
                INFO("seed " << seed << ", size " << size << ", block " << block << ", method "
                             << to_string(method));
                const StreamLayout stream = make_stream_layout(size, block, 16384);
                Random random(seed);
                Stream counts(static_cast<std::size_t>(stream.blocks()));
                for (float& count : counts)
                    count = static_cast<float>(random.between(0, block));

                const auto descriptors = block_scan(counts, stream, method);
                Stream found_offsets;
                Stream found_counts;
                bool sources_right = true;
                for (std::size_t k = 0; k < descriptors.size(); ++k) {
                    found_offsets.push_back(descriptors[k].offset);
                    found_counts.push_back(descriptors[k].count);
                    const auto first = static_cast<std::size_t>(descriptors[k].source_y) *
                                           static_cast<std::size_t>(stream.width) +
                                       static_cast<std::size_t>(descriptors[k].source_x);
                    sources_right = sources_right && first == k * static_cast<std::size_t>(block);
                }
                CHECK(sources_right);

                counts.resize(static_cast<std::size_t>(block_layout(stream).padded_size()), 0.0f);
                CHECK((found_counts == counts));
                Stream offsets(counts.size());
                std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0.0f);
                CHECK((found_offsets == offsets));
            }
        }
    }
}

} // namespace scanline::raster::reference::block_scan_test
