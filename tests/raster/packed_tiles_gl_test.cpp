// Packed's output by regions: tiles that are solid, searched and behind the survivors, where they begin and
// end, and where points cannot be had.
#include "raster_fixture.h"
#include "scanline/core/random.h"
#include "scanline/raster/auto_compaction.h"
#include "support/broken_shaders.h"

#include <functional>
#include <memory>

namespace scanline::raster {

using test::Stream;

namespace {

/// Nothing else to choose from.
CompactionOptions regions(const Discriminator& discriminator = {}, Payload payload = Payload::index) {
    CompactionOptions options;
    options.algorithm = Algorithm::automatic;
    options.discriminator = discriminator;
    options.payload = payload;
    options.automatic.adaption = Adaption::regional;
    options.automatic.model =
        std::make_shared<const AutoModel>(AutoModel{{{{Algorithm::packed, 0, true}, 1, 0, 0, 0}}, 0});
    return options;
}

/// A stream by a function of the position that says what is valid; all values are different.
Stream stream_of(std::int64_t size, const std::function<bool(std::int64_t)>& valid) {
    Stream inv;
    for (std::int64_t i = 0; i < size; ++i)
        inv.push_back(valid(i) ? 0.0f : 1.0f);
    return test::values_for(inv);
}

StreamLayout layout_of(int width, int height, int missing = 0) {
    return {.size = std::int64_t{width} * height - missing, .block = 2, .width = width, .height = height};
}

class TilesTest : public test::RasterTest {
protected:
    /// Compares the whole output, and the number of survivors, with std::copy_if.
    void check_run(Engine& drawing, Compactor& compactor, const Stream& values) {
        const StreamTexture stream = drawing.make_stream(compactor.layout());
        drawing.upload(stream, compactor.layout(), values);
        compactor(stream);
        Stream expected = test::survivors_of(values, compactor.options());
        CHECK(compactor.read_count() == static_cast<std::int64_t>(expected.size()));
        expected.resize(static_cast<std::size_t>(compactor.layout().padded_size()), empty_element);
        CHECK(test::difference(drawing.read(compactor.output(), compactor.output().area()), expected) == "");
    }
    void check_run(Compactor& compactor, const Stream& values) { check_run(engine, compactor, values); }

    /// The kinds of the tiles of such a run, all passes of which are compared with those of the twin.
    Stream kinds_of(const StreamLayout& layout, const Stream& values,
                    const CompactionOptions& options = regions()) {
        const Compaction found = compact(layout, options, values);
        test::Trace twin;
        reference::compact(values, layout, options, &twin);
        CHECK(test::difference(found.trace, twin) == "");
        return test::values_of(found.trace, pass::packed_tiles, 0);
    }

    bool draws_tiles(Engine& drawing, const StreamLayout& layout) {
        Compactor compactor(drawing, layout, regions());
        const StreamTexture stream = drawing.make_stream(layout);
        TraceRecorder recorder;
        drawing.set_observer(&recorder);
        compactor(stream);
        drawing.set_observer(nullptr);
        return std::ranges::count(recorder.trace().passes(), pass::packed_tiles,
                                  &reference::TracedPass::name) == 1;
    }
};

} // namespace

TEST_CASE_METHOD(TilesTest, "This driver's points cover exactly the pixels of a tile") {
    if (engine.vertex_source() == VertexSource::texture_fetch)
        CHECK(engine.points_exact());
    Engine buffered(context.capabilities(), {.format = {}, .vertex_source = VertexSource::pixel_buffer});
    CHECK_FALSE(buffered.points_exact());
}

TEST_CASE_METHOD(TilesTest,
                 "Tiles of solid, half solid and noisy streams are right in textures of every shape") {
    constexpr std::uint64_t seed = 1301;
    std::uint64_t turn = seed;
    // Flat, tall, as high as tiles and not; the narrowest that has tiles, and below.
    for (const auto& [width, height] : {std::pair{2, 100},
                                        {16, 70},
                                        {32, 96},
                                        {64, 1},
                                        {64, 31},
                                        {64, 32},
                                        {64, 33},
                                        {64, 300},
                                        {128, 100},
                                        {256, 97},
                                        {1024, 5},
                                        {4096, 33},
                                        {128, 2000}}) {
        for (const int missing : {0, 1, width - 1}) {
            const StreamLayout layout = layout_of(width, height, missing);
            const std::int64_t size = layout.size;
            Random random(++turn);
            const auto noise = [&random](double density) { return random.unit() < density; };
            const std::vector<Stream> streams{
                stream_of(size, [](std::int64_t) { return true; }),
                stream_of(size, [](std::int64_t) { return false; }),
                stream_of(size, [=](std::int64_t i) { return i < size / 2; }),
                stream_of(size, [=](std::int64_t i) { return i >= size / 3 + 5; }),
                stream_of(size, [&](std::int64_t i) { return i > size / 4 || noise(0.5); }),
                stream_of(size, [&](std::int64_t) { return noise(0.5); }),
                stream_of(size, [&](std::int64_t) { return noise(0.01); }),
                stream_of(size, [&](std::int64_t) { return noise(0.999); }),
            };
            for (std::size_t i = 0; i < streams.size(); ++i) {
                const Payload payload = i % 2 == 0 ? Payload::index : Payload::value;
                for (const bool negate : {false, true}) {
                    INFO(test::to_string(layout)
                         << ", stream " << i << (negate ? ", negated" : "") << ", seed " << turn);
                    Compactor compactor(engine, layout,
                                        regions({.threshold = 128, .negate = negate}, payload));
                    check_run(compactor, streams[i]);
                }
            }
        }
    }
}

TEST_CASE_METHOD(TilesTest, "Tiles are what the twin says, pass by pass, where a long run is among noise") {
    if (!engine.points_exact()) {
        WARN("not tried: there are no tiles here");
        return;
    }
    constexpr std::uint64_t seed = 1302;
    // The run begins at no multiple of anything.
    const StreamLayout layout = layout_of(128, 333, 17);
    for (const auto& [first, last] : {std::pair{1007, 22'003}, {0, 15'000}, {20'011, 42'607}}) {
        CAPTURE(first, last, seed);
        Random random(seed);
        const Stream values = stream_of(layout.size, [&, from = first, to = last](std::int64_t i) {
            return (i >= from && i < to) || random.unit() < 0.1;
        });
        for (const Payload payload : {Payload::value, Payload::index}) {
            const Stream kinds = kinds_of(layout, values, regions({}, payload));
            REQUIRE(kinds.size() == 4 * 11);
            CHECK(std::ranges::count(kinds, 2.0f) >= 4 * 2);
            CHECK(std::ranges::count(kinds, 1.0f) >= 4);
            CHECK(std::ranges::count(kinds, 0.0f) >= 4);
        }
    }
}

TEST_CASE_METHOD(TilesTest, "The kinds of a stream that is valid throughout are those by hand") {
    if (!engine.points_exact()) {
        WARN("not tried: there are no tiles here");
        return;
    }
    const auto front = [](std::int64_t count) {
        return stream_of(64 * 100, [=](std::int64_t i) { return i < count; });
    };
    const StreamLayout layout = layout_of(64, 100);
    // Two columns, four rows, of which the last is cut off. What ends a full stream is no solid row: behind
    // its last group there is none.
    CHECK(kinds_of(layout, front(6400)) == Stream{2, 2, 2, 2, 2, 2, 2, 1});
    CHECK(kinds_of(layout, front(2 * 2048 + 16)) == Stream{2, 2, 2, 2, 1, 1, 0, 0});
    CHECK(kinds_of(layout, front(1)) == Stream{1, 1, 0, 0, 0, 0, 0, 0});
    CHECK(kinds_of(layout, front(0)) == Stream(8, 0.0f));
}

TEST_CASE_METHOD(TilesTest, "Full groups with gaps between them are no solid tiles") {
    // Half a group, then four full ones and an empty one in turns: some tiles have the gap inside of their
    // first entry in all rows, and all groups there are full.
    const StreamLayout layout = layout_of(256, 100);
    const Stream values = stream_of(layout.size, [](std::int64_t i) {
        const std::int64_t group = i / 16;
        return i < 8 || (group >= 2 && (group - 2) % 5 != 4);
    });
    Compactor compactor(engine, layout, regions());
    check_run(compactor, values);
    if (!engine.points_exact())
        return;
    const Stream kinds = kinds_of(layout, values);
    CHECK(std::ranges::count(kinds, 2.0f) > 0);
    // No gap is inside of a row of the second and the fourth tile.
    CHECK(Stream(kinds.begin() + 1, kinds.begin() + 5) == Stream{2, 1, 2, 1});
}

TEST_CASE_METHOD(TilesTest, "Survivors may end anywhere in a tile") {
    for (const int width : {64, 128}) {
        const StreamLayout layout = layout_of(width, 100);
        Compactor compactor(engine, layout, regions());
        for (const int row : {0, 1, 15, 31, 32, 33, 63, 64, 95, 99}) {
            for (const int column : {0, 1, 15, 16, 17, 31, 32, 33, width - 1}) {
                const std::int64_t count = std::int64_t{row} * width + column;
                INFO(test::to_string(layout) << ", " << count << " survivors");
                check_run(compactor, stream_of(layout.size, [=](std::int64_t i) { return i < count; }));
                check_run(compactor,
                          stream_of(layout.size, [&](std::int64_t i) { return i >= layout.size - count; }));
            }
        }
    }
}

TEST_CASE_METHOD(TilesTest, "Tiles take nothing that a run with more survivors left") {
    constexpr std::uint64_t seed = 1303;
    const StreamLayout layout = layout_of(128, 300, 9);
    Compactor compactor(engine, layout, regions());
    std::uint64_t turn = seed;
    for (const double density : {1.0, 0.02, 0.6, 0.0, 1.0, 0.5, 0.3, 1.0, 0.001}) {
        for (const test::Distribution distribution : test::all_distributions) {
            INFO("density " << density << ", seed " << turn);
            check_run(compactor, test::values_for(test::make_inv(static_cast<std::size_t>(layout.size),
                                                                 density, distribution, turn++)));
        }
    }
}

TEST_CASE_METHOD(TilesTest, "Solid tiles of the largest stream are exact to its last element") {
    const StreamLayout layout = make_stream_layout(max_stream_size, 2, 4096);
    Compactor compactor(engine, layout, regions({.threshold = 0, .negate = false}));
    check_run(compactor, Stream(static_cast<std::size_t>(max_stream_size), 5.0f));
}

TEST_CASE_METHOD(TilesTest, "There are tiles where rows are wide enough and vertex shaders fetch") {
    if (!engine.points_exact()) {
        WARN("not tried: there are no tiles here");
        return;
    }
    CHECK(draws_tiles(engine, layout_of(64, 33)));
    CHECK_FALSE(draws_tiles(engine, layout_of(32, 64)));
    Engine buffered(context.capabilities(), {.format = {}, .vertex_source = VertexSource::pixel_buffer});
    CHECK_FALSE(draws_tiles(buffered, layout_of(64, 33)));
    const StreamLayout layout = layout_of(64, 100);
    Compactor compactor(buffered, layout, regions());
    check_run(buffered, compactor, stream_of(layout.size, [](std::int64_t i) { return i > 500; }));
}

TEST_CASE_METHOD(TilesTest, "Where points are not exact, the output is not drawn by regions and is right") {
    if (!engine.points_exact()) {
        WARN("not tried: there are no tiles here");
        return;
    }
    for (const auto& [right, wrong] :
         {std::pair{"2.0 * centre - 1.0", "2.0 * centre - 0.97"}, // a pixel to the side
          {"2.0 * centre - 1.0", "1.0 - 2.0 * centre"},
          {"kind == u_kind", "kind <= u_kind"},
          {"kind == u_kind", "kind == u_kind && vertex < 11.0"},
          {"kind == u_kind", "kind > u_kind"}}) {
        CAPTURE(wrong);
        test::BrokenShaders shaders;
        shaders.replace("common/point_tile.vert", right, wrong);
        Engine drawing = shaders.make_engine(context.capabilities());
        CHECK_FALSE(drawing.points_exact());
        const StreamLayout layout = layout_of(64, 100);
        CHECK_FALSE(draws_tiles(drawing, layout));
        Compactor compactor(drawing, layout, regions());
        check_run(drawing, compactor, stream_of(layout.size, [](std::int64_t i) { return i > 500; }));
    }
}

} // namespace scanline::raster
