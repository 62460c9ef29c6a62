#include "scanline/raster/passes.h"
#include "streams.h"

#include <catch2/catch_all.hpp>

namespace scanline::raster::reference::concatenate_test {

TEST_CASE("Compacted blocks are joined across rows, full, empty and partly filled ones") {
    const StreamLayout layout{.size = 24, .block = 4, .width = 8, .height = 3};
    const Stream compacted{1, 2,  3,  -1, -1, -1, -1, -1, 4,  5,  6,  7,
                           8, -1, -1, -1, 9,  10, -1, -1, 11, 12, 13, 14};
    const std::vector<BlockDescriptor> descriptors{{0, 0, 0, 3}, {4, 0, 3, 0},  {0, 1, 3, 4},  {4, 1, 7, 1},
                                                   {0, 2, 8, 2}, {4, 2, 10, 4}, {0, 3, 14, 0}, {4, 3, 14, 0}};
    Trace trace;
    const Stream joined = concatenate(compacted, descriptors, layout, &trace);
    CHECK(joined ==
          Stream{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1});
    REQUIRE(test::names_of(trace) == test::PassList{{pass::clear, 0}, {pass::concatenate, 0}});
    CHECK(trace.passes()[0].values == Stream(24, empty_element));
    CHECK(trace.passes()[1].values == joined);
}

TEST_CASE("The twin joins the blocks batch by batch, as they are drawn") {
    // Two batches: the second has one block.
    const StreamLayout layout = make_stream_layout(2 * (batch_blocks + 1), 2, 16384);
    const Stream compacted(static_cast<std::size_t>(layout.padded_size()), 5.0f);
    std::vector<BlockDescriptor> descriptors(static_cast<std::size_t>(block_layout(layout).padded_size()));
    for (std::size_t k = 0; k < static_cast<std::size_t>(layout.blocks()); ++k)
        descriptors[k] = {static_cast<float>(2 * k % static_cast<std::size_t>(layout.width)),
                          static_cast<float>(2 * k / static_cast<std::size_t>(layout.width)),
                          static_cast<float>(k), 1};
    Trace trace;
    const Stream joined = concatenate(compacted, descriptors, layout, &trace);
    REQUIRE(test::names_of(trace) ==
            test::PassList{{pass::clear, 0}, {pass::concatenate, 0}, {pass::concatenate, 1}});
    CHECK(trace.passes()[1].values[batch_blocks - 1] == 5.0f);
    CHECK(trace.passes()[1].values[batch_blocks] == empty_element);
    CHECK(trace.passes()[2].values == joined);
    CHECK(joined[batch_blocks] == 5.0f);
}

TEST_CASE("Blocks without a survivor leave an empty stream, full blocks leave it as it is") {
    const StreamLayout layout{.size = 8, .block = 4, .width = 4, .height = 2};
    const Stream full{1, 2, 3, 4, 5, 6, 7, 8};
    const std::vector<BlockDescriptor> all{{0, 0, 0, 4}, {0, 1, 4, 4}};
    CHECK(concatenate(full, all, layout) == full);
    const std::vector<BlockDescriptor> none{{0, 0, 0, 0}, {0, 1, 0, 0}};
    CHECK(concatenate(full, none, layout) == Stream(8, empty_element));
}

} // namespace scanline::raster::reference::concatenate_test
