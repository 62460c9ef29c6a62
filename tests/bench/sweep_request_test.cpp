#include "scanline/bench/sweep_request.h"
#include "scanline/core/error.h"

#include <catch2/catch.hpp>

namespace scanline::bench {

using Catch::Matchers::Contains;

TEST_CASE("A request becomes axes: names are looked up, streams stand on whether they are negated") {
    SweepRequest request;
    request.densities = {0.25, 0.5};
    request.sizes = {100};
    request.blocks = {16};
    request.algorithms = {"jumping-jack", "bt"};
    request.prefix_sums = {"blelloch"};
    request.negate = true;
    const SweepAxes axes = make_axes(request);
    CHECK(axes.algorithms == std::vector{raster::Algorithm::jj, raster::Algorithm::bt});
    CHECK(axes.prefix_sums == std::vector{raster::PrefixSumMethod::blelloch});
    CHECK(axes.blocks == std::vector{16});
    REQUIRE(axes.streams.size() == 2);
    CHECK(axes.streams[0].elements == 100);
    CHECK(axes.streams[1].axes == AxisValues{{"density", "0.5"}, {"elements", "100"}, {"negated", "true"}});
    const InputStream made = axes.streams[1].make();
    CHECK(made.axes == axes.streams[1].axes);
    CHECK(made.discriminator.negate);
    CHECK(made.values.size() == 100);
}

TEST_CASE("All algorithms go by one name, and streams have four million elements where nothing is said") {
    SweepRequest request;
    request.densities = {0.5};
    const SweepAxes axes = make_axes(request);
    CHECK(axes.algorithms.size() == raster::all_algorithms.size());
    CHECK(axes.streams.at(0).elements == 4'194'304);
}

TEST_CASE("A request for what does not exist is refused") {
    SweepRequest request;
    request.densities = {0.5};
    request.algorithms = {"quick"};
    CHECK_THROWS_WITH(make_axes(request), Contains("quick") && Contains("horn"));
    request.algorithms = {"bt"};
    request.blocks = {3};
    CHECK_THROWS_AS(make_axes(request), Error);
    request.blocks = {4};
    request.prefix_sums = {"quick"};
    CHECK_THROWS_WITH(make_axes(request), Contains("--prefix-sum quick"));
    request.prefix_sums = {"auto"};
    request.images = {"a.png"};
    CHECK_THROWS_WITH(make_axes(request), Contains("give one of them"));
    request.densities.clear();
    CHECK_THROWS_WITH(make_axes(request), Contains("a.png"));
}

} // namespace scanline::bench
