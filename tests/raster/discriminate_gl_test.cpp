#include "raster_fixture.h"
#include "scanline/raster/discriminate.h"

namespace scanline::raster::discriminate_gl_test {

using test::Stream;

TEST_CASE_METHOD(test::RasterTest, "Discriminate marks valid and invalid elements as its CPU twin does") {
    constexpr std::uint64_t seed = 101;
    constexpr std::array thresholds{128.0f, -1.0f, 0.0f, 0.5f, 127.5f, 255.0f, 256.0f};
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        const Discriminator discriminator{test::turn_of(turn / 2, thresholds), turn % 2 == 1};
        INFO(test::to_string(layout) << ", seed " << turn << ", threshold " << discriminator.threshold
                                     << ", negate " << discriminator.negate);
        Random random(turn++);
        // The padding too holds values that would pass.
        Stream values(static_cast<std::size_t>(layout.padded_size()));
        for (float& value : values)
            value = static_cast<float>(random.between(0, 255));
        const StreamTexture stream = make_filled(layout, values);
        values.resize(static_cast<std::size_t>(layout.size));
        for (const Mark mark : {Mark::invalid, Mark::valid}) {
            const Discriminate discriminate(engine, mark);
            const StreamPair flags = make_poisoned_pair(layout);
            const auto found =
                trace_of([&] { discriminate(layout, stream, discriminator, flags.textures[0]); });
            reference::Trace twin;
            const Stream expected = reference::discriminate(values, layout, discriminator, mark, &twin);
            CHECK(test::difference(found, twin) == "");
            CHECK(test::difference(read(flags.textures[0]), expected) == "");
        }
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "An element of exactly the threshold is valid, with negate it is invalid") {
    const StreamLayout layout{.size = 3, .block = 4, .width = 4, .height = 1};
    const StreamTexture stream = make_filled(layout, {127, 128, 129});
    const StreamTexture flags = engine.make_stream(layout);
    const auto marked = [&](Mark mark, bool negate) {
        const Discriminate discriminate(engine, mark);
        const gl::StateGuard guard;
        discriminate(layout, stream, {.threshold = 128, .negate = negate}, flags);
        return read(flags);
    };
    CHECK(marked(Mark::valid, false) == Stream{0, 1, 1, 0});
    CHECK(marked(Mark::invalid, false) == Stream{1, 0, 0, 1});
    CHECK(marked(Mark::valid, true) == Stream{1, 0, 0, 0});
    CHECK(marked(Mark::invalid, true) == Stream{0, 1, 1, 1});
}

} // namespace scanline::raster::discriminate_gl_test
