#include "scanline/raster/passes.h"
#include "streams.h"

#include <catch2/catch_all.hpp>

namespace scanline::raster::reference::discriminate_test {

TEST_CASE("The discriminator keeps values of at least the threshold and marks either kind") {
    const StreamLayout layout{.size = 4, .block = 4, .width = 4, .height = 1};
    const Stream values{127.0f, 128.0f, 127.99f, 300.0f};
    const Discriminator at_least{.threshold = 128.0f, .negate = false};
    CHECK(discriminate(values, layout, at_least, Mark::valid) == Stream{0, 1, 0, 1});
    CHECK(discriminate(values, layout, at_least, Mark::invalid) == Stream{1, 0, 1, 0});
    const Discriminator below{.threshold = 128.0f, .negate = true};
    CHECK(discriminate(values, layout, below, Mark::valid) == Stream{1, 0, 1, 0});
    CHECK(discriminate(values, layout, below, Mark::invalid) == Stream{0, 1, 0, 1});
}

TEST_CASE("Padding is invalid, also where the discriminator would keep any value") {
    const StreamLayout layout{.size = 3, .block = 4, .width = 4, .height = 2};
    for (const bool negate : {false, true}) {
        const Discriminator keeps_sevens{.threshold = negate ? 8.0f : 0.0f, .negate = negate};
        INFO("negate " << negate);
        Trace trace;
        const Stream valid = discriminate(Stream{7, 7, 7}, layout, keeps_sevens, Mark::valid, &trace);
        CHECK(valid == Stream{1, 1, 1, 0, 0, 0, 0, 0});
        CHECK(discriminate(Stream{7, 7, 7}, layout, keeps_sevens, Mark::invalid) ==
              Stream{0, 0, 0, 1, 1, 1, 1, 1});
        CHECK(test::names_of(trace) == test::PassList{{pass::discriminate, 0}});
        CHECK(trace.passes()[0].values == valid);
    }
}

} // namespace scanline::raster::reference::discriminate_test
