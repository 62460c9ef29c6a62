#include "scanline/core/error.h"
#include "scanline/data/generators.h"
#include "scanline/systems/sweep.h"
#include "support/gl_test.h"
#include "systems/find_experiment.h"

#include <algorithm>
#include <string>

namespace scanline::systems::sweep_gl_test {

using Catch::Matchers::ContainsSubstring;

namespace {

class SweepTest : public scanline::test::GlTest {
protected:
    machine::Machine machine{context.capabilities(), {}};

    Plan plan_of(Request request) {
        request.machine = &machine;
        return plan_sweep(request);
    }
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
        place += (place.empty() ? "" : "/") + value.text();
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

Request small_request() {
    Request request = default_request(find_experiment("compact"));
    request.values["--density"] = {"0.5"};
    request.values["--size"] = {"100"};
    request.values["--block"] = {"16"};
    return request;
}

} // namespace

TEST_CASE_METHOD(SweepTest,
                 "A sweep has a group for each stream and block, and a variant for each algorithm") {
    Request request = small_request();
    request.values["--density"] = {"0.25", "1"};
    request.values["--block"] = {"16", "4"};
    request.values["--algorithm"] = {"bt", "rlz"};
    const Plan plan = plan_of(request);
    CHECK(plan.roof == copy_roof);
    REQUIRE(plan.groups.size() == 4);
    CHECK(plan.groups[1].what == "density 0.25, elements 100, negated false, block 4");
    CHECK(plan.groups[0].make().roof);
    CHECK(places_of(plan) ==
          std::vector<std::string>{"0.25/100/false/16/bt/-/-/auto", "0.25/100/false/16/rlz/auto/auto/auto",
                                   "0.25/100/false/4/bt/-/-/auto", "0.25/100/false/4/rlz/auto/auto/auto",
                                   "1/100/false/16/bt/-/-/auto", "1/100/false/16/rlz/auto/auto/auto",
                                   "1/100/false/4/bt/-/-/auto", "1/100/false/4/rlz/auto/auto/auto"});
}

TEST_CASE_METHOD(SweepTest, "Methods are combined where an algorithm takes them, and nowhere else") {
    Request request = small_request();
    request.values["--algorithm"] = {"horn", "jj", "rlz", "bt"};
    request.values["--prefix-sum"] = {"blelloch", "hillis-steele"};
    request.values["--run-lengths"] = {"balanced-tree", "recursive-doubling"};
    CHECK(places_of(plan_of(request)) ==
          std::vector<std::string>{
              "0.5/100/false/16/horn/blelloch/-/auto", "0.5/100/false/16/horn/hillis-steele/-/auto",
              "0.5/100/false/16/jj/blelloch/-/auto", "0.5/100/false/16/jj/hillis-steele/-/auto",
              "0.5/100/false/16/rlz/blelloch/balanced-tree/auto",
              "0.5/100/false/16/rlz/blelloch/recursive-doubling/auto",
              "0.5/100/false/16/rlz/hillis-steele/balanced-tree/auto",
              "0.5/100/false/16/rlz/hillis-steele/recursive-doubling/auto", "0.5/100/false/16/bt/-/-/auto"});
    request = small_request();
    request.values["--algorithm"] = {"bt"};
    request.values["--concatenate"] = {"lines", "quads"};
    CHECK(places_of(plan_of(request)) ==
          std::vector<std::string>{"0.5/100/false/16/bt/-/-/lines", "0.5/100/false/16/bt/-/-/quads"});
}

TEST_CASE_METHOD(SweepTest,
                 "What works on the whole stream is planned once for it, on no block and no concatenation") {
    Request request = small_request();
    request.values["--block"] = {"64", "16"};
    request.values["--algorithm"] = {"bt", "histopyramid"};
    request.values["--concatenate"] = {"lines", "quads"};
    CHECK(places_of(plan_of(request)) ==
          std::vector<std::string>{"0.5/100/false/64/bt/-/-/lines", "0.5/100/false/64/bt/-/-/quads",
                                   "0.5/100/false/-/histopyramid/-/-/-", "0.5/100/false/16/bt/-/-/lines",
                                   "0.5/100/false/16/bt/-/-/quads"});
    request.values["--algorithm"] = {"histopyramid"};
    CHECK(plan_of(request).groups.size() == 1);
}

TEST_CASE_METHOD(SweepTest, "A sweep is measured, and what the era did not allow is skipped") {
    Request request = small_request();
    request.values["--algorithm"] = {"jj", "bt"};
    request.values["--block"] = {"256", "512"};
    request.values["--era-limits"] = {"true"};
    const Results results =
        measure(machine.raster(), gl::TimerKind::wall_clock, plan_of(request), {.repetitions = 1}, {});
    CHECK(results.complete);
    CHECK(results.rows.size() == 4);
    CHECK(results.find({{"block", "256"}, {"algorithm", "jj"}}));
    CHECK(results.find({{"block", "512"}, {"algorithm", "bt"}}));
    const auto skipped = results.where({{"block", "512"}, {"algorithm", "jj"}});
    REQUIRE(skipped.size() == 1);
    CHECK_THAT(skipped[0]->skipped, ContainsSubstring("the era's limit is 256"));
}

TEST_CASE_METHOD(SweepTest, "The methods of a variant are those that run") {
    Request request = small_request();
    request.values["--algorithm"] = {"horn"};
    request.values["--prefix-sum"] = {"blelloch", "hillis-steele"};
    const Group group = plan_of(request).groups.at(0).make();
    struct PassNames : PassObserver {
        std::vector<std::string> names;
        void pass_begins(const Pass& pass) override { names.emplace_back(pass.name); }
    };
    const auto runs = [&](const Work& work, const char* pass) {
        PassNames names;
        const ObserverScope scope(machine.raster(), &names);
        work();
        return std::ranges::count(names.names, pass) > 0;
    };
    CHECK(runs(group.variants.at(0).work, "down-sweep"));
    CHECK_FALSE(runs(group.variants.at(0).work, "doubling"));
    CHECK(runs(group.variants.at(1).work, "doubling"));
    CHECK_FALSE(runs(group.variants.at(1).work, "down-sweep"));
}

TEST_CASE_METHOD(SweepTest, "A sweep with an empty axis is refused by its name") {
    const auto refusal = [this](const Request& request) {
        try {
            plan_of(request);
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::usage);
            return std::string(error.what());
        }
        return std::string("taken");
    };
    CHECK(refusal(small_request()) == "taken");
    const std::vector<std::pair<std::string, std::string>> axes{{"--block", "no block size:"},
                                                                {"--algorithm", "no algorithm:"},
                                                                {"--prefix-sum", "no prefix-sum method:"},
                                                                {"--run-lengths", "no run-length method:"},
                                                                {"--concatenate", "no concatenation:"}};
    for (const auto& [option, reason] : axes) {
        Request request = small_request();
        request.values[option].clear();
        CHECK_THAT(refusal(request), ContainsSubstring(reason));
    }
    CHECK_THROWS_WITH(image_streams({}, {100}), ContainsSubstring("no image:"));
    CHECK_THROWS_WITH(image_streams({image_of("a", 4, 4)}, {}), ContainsSubstring("no size:"));
    CHECK_THROWS_WITH(density_streams({}, {100}, 1), ContainsSubstring("no density:"));
    CHECK_THROWS_WITH(density_streams({0.5}, {}, 1), ContainsSubstring("no size:"));
}

TEST_CASE_METHOD(SweepTest, "What cannot be measured on any OpenGL is refused before anything runs") {
    Request request = small_request();
    request.values["--block"] = {"16", "100"};
    CHECK_THROWS_WITH(plan_of(request), ContainsSubstring("block size 100"));
    request = small_request();
    request.values["--size"] = {"16777217"};
    CHECK_THROWS_WITH(plan_of(request), ContainsSubstring("16777217") && ContainsSubstring("16777216"));
    CHECK_THROWS_WITH(density_streams({0.5}, {raster::max_stream_size + 1}, 1),
                      ContainsSubstring("16777217"));
    CHECK_THROWS_WITH(density_streams({0.5}, {100, 0}, 1), ContainsSubstring("0 elements"));
    CHECK_THROWS_WITH(density_streams({0.5, 1.5}, {100}, 1), ContainsSubstring("density of 1.5"));
    CHECK_THROWS_WITH(image_streams({image_of("a", 4, 4)}, {-4}), ContainsSubstring("-4 elements"));
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
        const double fraction =
            static_cast<double>(std::ranges::count_if(stream.values, stream.discriminator)) /
            static_cast<double>(stream.values.size());
        const double density = std::vector<double>{0, 0.3, 1}[i / 2];
        // Six standard deviations of a thousand trials; none at 0 and 1.
        CHECK(fraction == Catch::Approx(density).margin(density == 0.3 ? 0.09 : 0));
    }
    CHECK(streams[2].make().values == streams[2].make().values);
    CHECK(streams[2].make().values != density_streams({0.3}, {1000}, 18)[0].make().values);
}

TEST_CASE("Streams of an image are decimated by the least factor that leaves the size") {
    const auto streams = [](const std::vector<std::int64_t>& sizes) {
        return image_streams({image_of("ramp", 64, 32)}, sizes);
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
    const data::Image ramp = data::gradient_image(64, 32, true);
    REQUIRE(stream.values.size() == 512);
    for (int y = 0; y < 16; ++y) {
        for (int x = 0; x < 32; ++x)
            CHECK(stream.values[static_cast<std::size_t>(32 * y + x)] == *ramp.pixel(2 * x, 2 * y));
    }
}

TEST_CASE("Every image is there in every size") {
    const std::vector<SweepStream> streams =
        image_streams({image_of("a", 8, 8), image_of("b", 4, 4)}, {64, 16});
    CHECK(elements_of(streams) == std::vector<std::int64_t>{64, 16, 16});
    CHECK(streams[2].axes.front().value == "b");
}

} // namespace scanline::systems::sweep_gl_test
