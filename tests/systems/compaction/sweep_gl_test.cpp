#include "scanline/core/error.h"
#include "scanline/data/generators.h"
#include "scanline/systems/sweep.h"
#include "support/gl_test.h"

#include <algorithm>
#include <string>

namespace scanline::bench::sweep_gl_test {

using Catch::Matchers::ContainsSubstring;

namespace {

class SweepTest : public scanline::test::GlTest {
protected:
    raster::Engine engine{context.capabilities()};
};

NamedImage image_of(const std::string& name, int width, int height) {
    return {name, data::gradient_image(width, height, true)};
}

std::vector<std::int64_t> elements_of(const std::vector<SweepStream>& streams) {
    std::vector<std::int64_t> elements;
    elements.reserve(streams.size());
    for (const SweepStream& stream : streams)
        elements.push_back(stream.elements);
    return elements;
}

// The values of the axes with "/" between them.
std::string place_of(const Variant& variant) {
    std::string place;
    for (const auto& [name, value] : variant.axes)
        place += (place.empty() ? "" : "/") + value;
    return place;
}

std::vector<std::string> places_of(const Plan& plan) {
    std::vector<std::string> places;
    for (const PlannedGroup& planned : plan.groups) {
        for (const Variant& variant : planned.make().variants)
            places.push_back(place_of(variant));
    }
    return places;
}

SweepAxes small_axes() {
    SweepAxes axes;
    axes.streams = density_streams({0.5}, {100}, 1);
    axes.blocks = {16};
    return axes;
}

} // namespace

TEST_CASE_METHOD(SweepTest,
                 "A sweep has a group for each stream and block, and a variant for each algorithm") {
    SweepAxes axes;
    axes.streams = density_streams({0.25, 1}, {100}, 1);
    axes.blocks = {16, 4};
    axes.algorithms = {raster::Algorithm::bt, raster::Algorithm::rlz};
    const Plan plan = make_sweep(engine, axes);
    CHECK(plan.roof == copy_roof);
    REQUIRE(plan.groups.size() == 4);
    CHECK(plan.groups[1].what == "density 0.25, elements 100, block 4");
    CHECK(plan.groups[0].make().roof);
    CHECK(places_of(plan) ==
          std::vector<std::string>{"0.25/100/16/bt/-/-/auto", "0.25/100/16/rlz/auto/auto/auto",
                                   "0.25/100/4/bt/-/-/auto", "0.25/100/4/rlz/auto/auto/auto",
                                   "1/100/16/bt/-/-/auto", "1/100/16/rlz/auto/auto/auto",
                                   "1/100/4/bt/-/-/auto", "1/100/4/rlz/auto/auto/auto"});
}

TEST_CASE_METHOD(SweepTest, "Methods are combined where an algorithm takes them, and nowhere else") {
    SweepAxes axes = small_axes();
    axes.algorithms = {raster::Algorithm::horn, raster::Algorithm::jj, raster::Algorithm::rlz,
                       raster::Algorithm::bt};
    axes.prefix_sums = {raster::PrefixSumMethod::blelloch, raster::PrefixSumMethod::hillis_steele};
    axes.run_lengths = {raster::RunLengthMethod::balanced_tree, raster::RunLengthMethod::recursive_doubling};
    CHECK(places_of(make_sweep(engine, axes)) ==
          std::vector<std::string>{
              "0.5/100/16/horn/blelloch/-/auto", "0.5/100/16/horn/hillis-steele/-/auto",
              "0.5/100/16/jj/blelloch/-/auto", "0.5/100/16/jj/hillis-steele/-/auto",
              "0.5/100/16/rlz/blelloch/balanced-tree/auto", "0.5/100/16/rlz/blelloch/recursive-doubling/auto",
              "0.5/100/16/rlz/hillis-steele/balanced-tree/auto",
              "0.5/100/16/rlz/hillis-steele/recursive-doubling/auto", "0.5/100/16/bt/-/-/auto"});
    axes = small_axes();
    axes.algorithms = {raster::Algorithm::bt};
    axes.concatenations = {raster::ConcatenationMethod::lines, raster::ConcatenationMethod::quads};
    CHECK(places_of(make_sweep(engine, axes)) ==
          std::vector<std::string>{"0.5/100/16/bt/-/-/lines", "0.5/100/16/bt/-/-/quads"});
}

TEST_CASE_METHOD(SweepTest,
                 "What works on the whole stream is planned once for it, on no block and no concatenation") {
    SweepAxes axes = small_axes();
    axes.blocks = {64, 16};
    axes.algorithms = {raster::Algorithm::bt, raster::Algorithm::histopyramid};
    axes.concatenations = {raster::ConcatenationMethod::lines, raster::ConcatenationMethod::quads};
    CHECK(places_of(make_sweep(engine, axes)) ==
          std::vector<std::string>{"0.5/100/64/bt/-/-/lines", "0.5/100/64/bt/-/-/quads",
                                   "0.5/100/-/histopyramid/-/-/-", "0.5/100/16/bt/-/-/lines",
                                   "0.5/100/16/bt/-/-/quads"});
    axes.algorithms = {raster::Algorithm::histopyramid};
    CHECK(make_sweep(engine, axes).groups.size() == 1);
}

TEST_CASE_METHOD(SweepTest, "A sweep is measured, and what the era did not allow is skipped") {
    SweepAxes axes = small_axes();
    axes.algorithms = {raster::Algorithm::jj, raster::Algorithm::bt};
    axes.blocks = {256, 512};
    axes.era_limits = true;
    const Results results =
        measure(engine, gl::TimerKind::wall_clock, make_sweep(engine, axes), {.repetitions = 1}, {});
    CHECK(results.complete);
    CHECK(results.rows.size() == 4);
    CHECK(results.find({{"block", "256"}, {"algorithm", "jj"}}));
    CHECK(results.find({{"block", "512"}, {"algorithm", "bt"}}));
    const auto skipped = results.where({{"block", "512"}, {"algorithm", "jj"}});
    REQUIRE(skipped.size() == 1);
    CHECK_THAT(skipped[0]->skipped, ContainsSubstring("the era's limit is 256"));
}

TEST_CASE_METHOD(SweepTest, "The methods of a variant are those that run") {
    SweepAxes axes = small_axes();
    axes.algorithms = {raster::Algorithm::horn};
    axes.prefix_sums = {raster::PrefixSumMethod::blelloch, raster::PrefixSumMethod::hillis_steele};
    const Group group = make_sweep(engine, axes).groups.at(0).make();
    struct PassNames : PassObserver {
        std::vector<std::string> names;
        void pass_begins(const Pass& pass) override { names.emplace_back(pass.name); }
    };
    const auto runs = [&](const Work& work, const char* pass) {
        PassNames names;
        const ObserverScope scope(engine, &names);
        work();
        return std::ranges::count(names.names, pass) > 0;
    };
    CHECK(runs(group.variants.at(0).work, "down-sweep"));
    CHECK_FALSE(runs(group.variants.at(0).work, "doubling"));
    CHECK(runs(group.variants.at(1).work, "doubling"));
    CHECK_FALSE(runs(group.variants.at(1).work, "down-sweep"));
}

TEST_CASE_METHOD(SweepTest, "A sweep with an empty axis is refused by its name") {
    const auto refusal = [this](const SweepAxes& axes) {
        try {
            make_sweep(engine, axes);
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::usage);
            return std::string(error.what());
        }
        return std::string("taken");
    };
    CHECK(refusal(small_axes()) == "taken");
    SweepAxes axes = small_axes();
    axes.streams.clear();
    CHECK_THAT(refusal(axes), ContainsSubstring("no stream:"));
    axes = small_axes();
    axes.blocks.clear();
    CHECK_THAT(refusal(axes), ContainsSubstring("no block size:"));
    axes = small_axes();
    axes.algorithms.clear();
    CHECK_THAT(refusal(axes), ContainsSubstring("no algorithm:"));
    axes = small_axes();
    axes.prefix_sums.clear();
    CHECK_THAT(refusal(axes), ContainsSubstring("no prefix-sum method:"));
    axes = small_axes();
    axes.run_lengths.clear();
    CHECK_THAT(refusal(axes), ContainsSubstring("no run-length method:"));
    axes = small_axes();
    axes.concatenations.clear();
    CHECK_THAT(refusal(axes), ContainsSubstring("no concatenation:"));
    CHECK_THROWS_WITH(image_streams({}, {100}, {}), ContainsSubstring("no image:"));
    CHECK_THROWS_WITH(image_streams({image_of("a", 4, 4)}, {}, {}), ContainsSubstring("no size:"));
    CHECK_THROWS_WITH(density_streams({}, {100}, 1), ContainsSubstring("no density:"));
    CHECK_THROWS_WITH(density_streams({0.5}, {}, 1), ContainsSubstring("no size:"));
}

TEST_CASE_METHOD(SweepTest, "What cannot be measured on any OpenGL is refused before anything runs") {
    SweepAxes axes = small_axes();
    axes.blocks = {16, 100};
    CHECK_THROWS_WITH(make_sweep(engine, axes), ContainsSubstring("block size 100"));
    axes = small_axes();
    axes.streams[0].elements = raster::max_stream_size + 1;
    CHECK_THROWS_WITH(make_sweep(engine, axes),
                      ContainsSubstring("16777217") && ContainsSubstring("16777216"));
    axes = small_axes();
    axes.streams.push_back(image_streams({image_of("a", 4, 4)}, {16}, {}).front());
    CHECK_THROWS_WITH(make_sweep(engine, axes), ContainsSubstring("different axes"));
    CHECK_THROWS_WITH(density_streams({0.5}, {raster::max_stream_size + 1}, 1),
                      ContainsSubstring("16777217"));
    CHECK_THROWS_WITH(density_streams({0.5}, {100, 0}, 1), ContainsSubstring("0 elements"));
    CHECK_THROWS_WITH(density_streams({0.5, 1.5}, {100}, 1), ContainsSubstring("density of 1.5"));
    CHECK_THROWS_WITH(image_streams({image_of("a", 4, 4)}, {-4}, {}), ContainsSubstring("-4 elements"));
}

TEST_CASE("Streams of a density have exactly the size, the share of valid elements and the seed") {
    const std::vector<SweepStream> streams = density_streams({0, 0.3, 1}, {1000, 4000}, 17);
    CHECK(elements_of(streams) == std::vector<std::int64_t>{1000, 4000, 1000, 4000, 1000, 4000});
    CHECK(streams[2].axes == AxisValues{{"density", "0.3"}, {"elements", "1000"}});
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const InputStream stream = streams[i].make();
        INFO("stream " << i << ", seed 17");
        CHECK(stream.seed == 17);
        CHECK(stream.axes == streams[i].axes);
        REQUIRE(static_cast<std::int64_t>(stream.values.size()) == streams[i].elements);
        const double share = static_cast<double>(std::ranges::count_if(stream.values, stream.discriminator)) /
                             static_cast<double>(stream.values.size());
        const double density = std::vector<double>{0, 0.3, 1}[i / 2];
        // Six standard deviations of a thousand trials; none at 0 and 1.
        CHECK(share == Catch::Approx(density).margin(density == 0.3 ? 0.09 : 0));
    }
    CHECK(streams[2].make().values == streams[2].make().values);
    CHECK(streams[2].make().values != density_streams({0.3}, {1000}, 18)[0].make().values);
}

TEST_CASE("Streams of an image are decimated by the least factor that leaves the size") {
    const raster::Discriminator discriminator{100, true};
    const auto streams = [&](const std::vector<std::int64_t>& sizes) {
        return image_streams({image_of("ramp", 64, 32)}, sizes, discriminator);
    };
    CHECK(elements_of(streams({2048})) == std::vector<std::int64_t>{2048});
    CHECK(elements_of(streams({raster::max_stream_size})) == std::vector<std::int64_t>{2048});
    CHECK(elements_of(streams({2047})) == std::vector<std::int64_t>{512});
    // By 3: 22 x 11.
    CHECK(elements_of(streams({511, 242, 241})) == std::vector<std::int64_t>{242, 128});
    CHECK(elements_of(streams({1})) == std::vector<std::int64_t>{1});
    // Two sizes of the same factor are one.
    CHECK(elements_of(streams({600, 512, 5000, 2048})) == std::vector<std::int64_t>{512, 2048});

    const SweepStream half = streams({512}).front();
    CHECK(half.axes == AxisValues{{"image", "ramp"}, {"elements", "512"}});
    const InputStream stream = half.make();
    CHECK(stream.axes == half.axes);
    CHECK(stream.seed == 0);
    CHECK(stream.discriminator.threshold == 100);
    CHECK(stream.discriminator.negate);
    const data::Image ramp = data::gradient_image(64, 32, true);
    REQUIRE(stream.values.size() == 512);
    for (int y = 0; y < 16; ++y) {
        for (int x = 0; x < 32; ++x)
            CHECK(stream.values[static_cast<std::size_t>(32 * y + x)] == *ramp.pixel(2 * x, 2 * y));
    }
}

TEST_CASE("Every image is there in every size") {
    const std::vector<SweepStream> streams =
        image_streams({image_of("a", 8, 8), image_of("b", 4, 4)}, {64, 16}, {});
    CHECK(elements_of(streams) == std::vector<std::int64_t>{64, 16, 16});
    CHECK(streams[2].axes.front().value == "b");
}

} // namespace scanline::bench::sweep_gl_test
