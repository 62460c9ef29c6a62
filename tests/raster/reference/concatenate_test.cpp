#include "scanline/raster/passes.h"
#include "streams.h"

#include <catch2/catch.hpp>

namespace scanline::raster::reference {

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
    CHECK(test::names_of(trace) == test::PassList{{pass::concatenate, 0}});
    CHECK(trace.passes()[0].values == joined);
}

TEST_CASE("Blocks without a survivor leave an empty stream, full blocks leave it as it is") {
    const StreamLayout layout{.size = 8, .block = 4, .width = 4, .height = 2};
    const Stream full{1, 2, 3, 4, 5, 6, 7, 8};
    const std::vector<BlockDescriptor> all{{0, 0, 0, 4}, {0, 1, 4, 4}};
    CHECK(concatenate(full, all, layout) == full);
    const std::vector<BlockDescriptor> none{{0, 0, 0, 0}, {0, 1, 0, 0}};
    CHECK(concatenate(full, none, layout) == Stream(8, empty_element));
}

} // namespace scanline::raster::reference
