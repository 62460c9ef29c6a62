#include "scanline/bench/sweep_request.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace scanline::bench::sweep_request_test {

using Catch::Matchers::ContainsSubstring;

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

TEST_CASE("Every part of a request arrives in the axes") {
    SweepRequest request;
    request.densities = {0.5};
    request.sizes = {1000};
    request.run_lengths = {"balanced-tree"};
    request.concatenations = {"quads", "lines"};
    request.automatic.adaption = raster::Adaption::regional;
    request.era_limits = true;
    const SweepAxes axes = make_axes(request);
    CHECK(axes.run_lengths == std::vector{raster::RunLengthMethod::balanced_tree});
    CHECK(axes.concatenations ==
          std::vector{raster::ConcatenationMethod::quads, raster::ConcatenationMethod::lines});
    CHECK(axes.automatic.adaption == raster::Adaption::regional);
    CHECK(axes.era_limits);
    CHECK_FALSE(axes.streams.at(0).make().discriminator.negate);

    const std::vector<float> values = axes.streams.at(0).make().values;
    request.seed = 2;
    CHECK(make_axes(request).streams.at(0).make().values != values);
}

TEST_CASE("Images are taken as they are or decimated to the sizes, and one stands in for none") {
    const scanline::test::TemporaryFolder folder;
    const std::filesystem::path path = folder / "mask.png";
    data::write_png(path.string(), data::Image(20, 10, 1, 255));
    SweepRequest request;
    request.images = {path.string()};
    REQUIRE(make_axes(request).streams.size() == 1);
    CHECK(make_axes(request).streams[0].elements == 200);
    request.sizes = {200, 50};
    const SweepAxes axes = make_axes(request);
    REQUIRE(axes.streams.size() == 2);
    CHECK(axes.streams[1].elements == 50);
    CHECK(axes.streams[1].axes.front() == std::pair<std::string, std::string>{"image", path.string()});

    request.images.clear();
    request.default_image = path;
    CHECK(make_axes(request).streams.at(0).axes.front().second == path.string());
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
    CHECK_THROWS_WITH(make_axes(request), ContainsSubstring("quick") && ContainsSubstring("horn"));
    request.algorithms = {"bt"};
    request.blocks = {3};
    CHECK_THROWS_AS(make_axes(request), Error);
    request.blocks = {4};
    request.prefix_sums = {"quick"};
    CHECK_THROWS_WITH(make_axes(request), ContainsSubstring("--prefix-sum quick"));
    request.prefix_sums = {"auto"};
    request.images = {"a.png"};
    CHECK_THROWS_WITH(make_axes(request), ContainsSubstring("give one of them"));
    request.densities.clear();
    CHECK_THROWS_WITH(make_axes(request), ContainsSubstring("a.png"));
}

} // namespace scanline::bench::sweep_request_test
