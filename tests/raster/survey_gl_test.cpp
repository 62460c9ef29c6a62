#include "scanline/raster/survey.h"

#include "raster_fixture.h"

namespace scanline::raster::survey_gl_test {

using test::Stream;

namespace {

constexpr std::int64_t all_looked_at = std::int64_t{SurveyLayout::elements} * SurveyLayout::max_samples;

/// The sums by definition for a stream surveyed in full: neighbours in different samples are not compared.
Stream counted(const Stream& values, const Discriminator& valid) {
    Stream sums(4);
    for (std::size_t i = 0; i < values.size(); ++i) {
        sums[0] += valid(values[i]) ? 1.0f : 0.0f;
        sums[2] += 1.0f;
        if (i % SurveyLayout::elements == 0)
            continue;
        sums[1] += valid(values[i]) != valid(values[i - 1]) ? 1.0f : 0.0f;
        sums[3] += 1.0f;
    }
    return sums;
}

} // namespace

TEST_CASE_METHOD(test::RasterTest, "A survey is the one of the CPU twin, pass by pass, and counts exactly",
                 "[drivers]") {
    constexpr std::uint64_t seed = 1201;
    std::uint64_t turn = seed;
    for (const std::int64_t size :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{63}, std::int64_t{64},
          std::int64_t{65}, std::int64_t{128}, std::int64_t{4097}, all_looked_at - 1, all_looked_at,
          all_looked_at + 1, std::int64_t{1} << 20}) {
        for (const int block : {2, 256, 4096}) {
            const StreamLayout layout = make_stream_layout(size, block, 4096);
            const Survey survey(engine, layout);
            // Twice, to detect leftovers of the first run.
            for (const bool negate : {false, true}) {
                INFO(test::to_string(layout) << (negate ? ", negated" : "") << ", seed " << turn);
                Stream values = test::values_for(test::flags_for(layout, turn++));
                values.resize(static_cast<std::size_t>(size));
                const StreamTexture stream = make_filled(layout, values);
                const Discriminator discriminator{.threshold = 128, .negate = negate};
                const auto found = trace_of([&] { survey(stream, discriminator); });
                test::Trace twin;
                const Stream sums = reference::survey(values, layout, discriminator, &twin);
                CHECK(test::difference(found, twin) == "");
                CHECK(read(survey.sums()) == sums);
                const StreamFeatures expected = survey_features(sums), features = survey.read();
                CHECK(features.density == expected.density);
                CHECK(features.changes == expected.changes);
                if (size <= all_looked_at)
                    CHECK(sums == counted(values, discriminator));
            }
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "The features of a worked example are those by hand") {
    const StreamLayout layout = make_stream_layout(10, 2, 4096);
    const Survey survey(engine, layout);
    const StreamTexture stream = make_filled(layout, Stream{0, 200, 128, 127, 5, 255, 255, 255, 0, 0});
    const gl::StateGuard guard;
    survey(stream, {});
    CHECK(read(survey.sums()) == Stream{5, 4, 10, 9});
    CHECK(survey.read().density == 0.5);
    CHECK(survey.read().changes == Catch::Approx(4.0 / 9));
    survey(stream, {.threshold = 200, .negate = true});
    CHECK(read(survey.sums()) == Stream{6, 4, 10, 9});
}

TEST_CASE_METHOD(test::RasterTest, "A survey keeps 64 KiB at most for what it looked at, and the sums") {
    const Survey survey(engine, make_stream_layout(all_looked_at, 256, 4096));
    CHECK(survey.scratch_bytes() == (4096 + 64 + 1) * std::int64_t{16});
    CHECK(Survey(engine, make_stream_layout(1, 2, 4096)).scratch_bytes() == (64 + 64 + 1) * std::int64_t{16});
}

} // namespace scanline::raster::survey_gl_test
