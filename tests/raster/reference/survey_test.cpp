// Where a survey samples, and its results.
#include "scanline/raster/survey.h"

#include "scanline/data/generators.h"
#include "streams.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::raster::survey_test {

using test::Stream;

namespace {

constexpr std::int64_t all_looked_at =
    std::int64_t{SurveyLayout::elements} * SurveyLayout::max_samples; // 262,144

SurveyLayout survey_layout(std::int64_t size) {
    return make_survey_layout(make_stream_layout(size, 256, 16384));
}

StreamFeatures features_of(const Stream& values) {
    const StreamLayout layout = make_stream_layout(static_cast<std::int64_t>(values.size()), 256, 16384);
    return survey_features(reference::survey(values, layout, {}));
}

Stream stream_of(const data::Image& image) {
    return {image.pixels.begin(), image.pixels.end()};
}

} // namespace

TEST_CASE("A survey looks at all of a stream of up to 262,144 elements, and at a part of longer ones") {
    for (const std::int64_t size : {std::int64_t{0}, std::int64_t{1}, std::int64_t{63}, std::int64_t{64},
                                    std::int64_t{65}, std::int64_t{4097}, all_looked_at - 1, all_looked_at}) {
        CAPTURE(size);
        const SurveyLayout layout = survey_layout(size);
        CHECK(layout.stride == 64);
        CHECK(layout.samples == (size + 63) / 64);
    }
    // Every third of 4097, so that there are at most 4096.
    CHECK(survey_layout(all_looked_at + 1).stride == 3 * 64);
    CHECK(survey_layout(all_looked_at + 1).samples == 1366);
    CHECK(survey_layout(max_stream_size).stride == 65 * 64);
    CHECK(survey_layout(max_stream_size).samples == 4033);
}

TEST_CASE("A survey's samples begin inside of the stream, go up to its end, and fit into their texture") {
    for (std::int64_t size = 1; size <= max_stream_size; size = size * 9 / 8 + 1) {
        CAPTURE(size);
        const SurveyLayout layout = survey_layout(size);
        CHECK(layout.samples <= SurveyLayout::max_samples);
        CHECK((layout.samples - 1) * layout.stride < size);
        CHECK(layout.samples * layout.stride >= size);
        CHECK(layout.samples <= std::int64_t{SurveyLayout::width} * layout.height);
        CHECK(layout.height >= 1);
        CHECK(
            (layout.height == 1 || layout.samples > std::int64_t{SurveyLayout::width} * (layout.height - 1)));
    }
}

TEST_CASE("In rows of a power of two a survey looks at all columns alike") {
    for (const int width : {1024, 2048, 4096}) {
        const SurveyLayout layout = survey_layout(std::int64_t{width} * width);
        std::vector<int> looks(static_cast<std::size_t>(width / SurveyLayout::elements));
        for (std::int64_t i = 0; i < layout.samples; ++i)
            ++looks[static_cast<std::size_t>(i * layout.stride % width / SurveyLayout::elements)];
        CAPTURE(width);
        CHECK(*std::ranges::max_element(looks) - *std::ranges::min_element(looks) <= 1);
    }
}

TEST_CASE("Features are parts of what was looked at, and 0 of nothing") {
    const StreamFeatures features = survey_features(Stream{25, 30, 100, 90});
    CHECK(features.density == 0.25);
    CHECK(features.changes == Catch::Approx(1.0 / 3));
    CHECK(survey_features(Stream{0, 0, 0, 0}).density == 0);
    CHECK(survey_features(Stream{1, 0, 1, 0}).density == 1);
    CHECK(survey_features(Stream{1, 0, 1, 0}).changes == 0);
}

TEST_CASE("The features of a long stream are near to those of all its elements") {
    constexpr std::uint64_t seed = 41;
    for (const double density : {0.05, 0.3, 0.6}) {
        CAPTURE(seed, density);
        const StreamFeatures noise = features_of(stream_of(data::bernoulli_mask(1024, 1024, density, seed)));
        CHECK(noise.density == Catch::Approx(density).margin(0.01));
        CHECK(noise.changes == Catch::Approx(2 * density * (1 - density)).margin(0.01));
        const StreamFeatures runs = features_of(stream_of(data::runs_mask(1024, 1024, 20, density, seed)));
        CHECK(runs.density == Catch::Approx(density).margin(0.02));
        CHECK(runs.changes == Catch::Approx(2 * density / 20).margin(0.005));
    }
    // A picture that is valid at the right, where samples would miss if all began in the first columns.
    Stream picture(2048 * 2048);
    for (std::size_t i = 0; i < picture.size(); ++i)
        picture[i] = i % 2048 >= 1536 ? 200.0f : 0.0f;
    CHECK(features_of(picture).density == Catch::Approx(0.25).margin(0.001));
}

} // namespace scanline::raster::survey_test
