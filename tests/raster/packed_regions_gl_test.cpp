// Packed's output by regions: runs that are copied, what is searched between them, and where survivors end.
#include "raster_fixture.h"
#include "scanline/core/random.h"
#include "scanline/raster/auto_compaction.h"

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
        std::make_shared<const AutoModel>(AutoModel{{{{Algorithm::packed, 0}, 1, 0, 0, 0}}, 0});
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

class RegionsTest : public test::RasterTest {
protected:
    /// Compares the whole output, and the number of survivors, with std::copy_if.
    void check_run(Compactor& compactor, const Stream& values) {
        const StreamTexture stream = make_filled(compactor.layout(), values);
        compactor(stream);
        Stream expected = test::survivors_of(values, compactor.options());
        CHECK(compactor.read_count() == static_cast<std::int64_t>(expected.size()));
        expected.resize(static_cast<std::size_t>(compactor.layout().padded_size()), empty_element);
        CHECK(test::difference(engine.read(compactor.output(), compactor.output().area()), expected) == "");
    }

    /// How many entries of the lookup name runs in such a run, all passes of which are compared with those of
    /// the twin.
    std::ptrdiff_t runs_of(const StreamLayout& layout, const Stream& values,
                           const CompactionOptions& options = regions()) {
        const Compaction found = compact(layout, options, values);
        test::Trace twin;
        reference::compact(values, layout, options, &twin);
        CHECK(test::difference(found.trace, twin) == "");
        const Stream lookup = test::values_of(found.trace, pass::packed_lookup, 0);
        std::ptrdiff_t runs = 0;
        for (std::size_t entry = 0; entry < lookup.size(); entry += 4)
            runs += lookup[entry + 3] == -2.0f ? 1 : 0;
        return runs;
    }
};

} // namespace

TEST_CASE_METHOD(RegionsTest, "Solid, half solid and noisy streams are right in textures of every shape") {
    constexpr std::uint64_t seed = 1301;
    std::uint64_t turn = seed;
    // Flat, tall, and with several rows to an entry of the lookup.
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

TEST_CASE_METHOD(RegionsTest, "Every pass is what the twin says where a long run is among noise") {
    constexpr std::uint64_t seed = 1302;
    // The run begins at no multiple of anything.
    const StreamLayout layout = layout_of(128, 333, 17);
    for (const auto& [first, last] : {std::pair{1007, 22'003}, {0, 15'000}, {20'011, 42'607}}) {
        CAPTURE(first, last, seed);
        Random random(seed);
        const Stream values = stream_of(layout.size, [&, from = first, to = last](std::int64_t i) {
            return (i >= from && i < to) || random.unit() < 0.1;
        });
        // All entries inside of the run but those at its ends.
        const std::ptrdiff_t inside = (last - first) / 16;
        for (const Payload payload : {Payload::value, Payload::index}) {
            const std::ptrdiff_t runs = runs_of(layout, values, regions({}, payload));
            CHECK(runs >= inside - 3);
            CHECK(runs <= inside);
        }
    }
}

TEST_CASE_METHOD(RegionsTest, "Runs of a stream by hand are where 16 outputs come from two full groups") {
    const StreamLayout layout = layout_of(64, 8);
    const auto runs_where = [&](const std::function<bool(std::int64_t)>& valid) {
        return runs_of(layout, stream_of(layout.size, valid));
    };
    // 32 groups: the last has none behind it.
    CHECK(runs_where([](std::int64_t) { return true; }) == 31);
    CHECK(runs_where([](std::int64_t) { return false; }) == 0);
    CHECK(runs_where([](std::int64_t i) { return i < 31; }) == 0);
    CHECK(runs_where([](std::int64_t i) { return i < 32; }) == 1);
    CHECK(runs_where([](std::int64_t i) { return i >= 1; }) == 30);
    // Groups 0 and 1 are full, 2 has a hole, 3 to 31 are full: outputs 16 to 31 and 32 to 47 come through
    // the hole.
    CHECK(runs_where([](std::int64_t i) { return i != 40; }) == 1 + 28);
}

TEST_CASE_METHOD(RegionsTest, "Full groups with gaps between them are right") {
    // Half a group, then four full ones and an empty one in turns.
    const StreamLayout layout = layout_of(256, 100);
    const Stream values = stream_of(layout.size, [](std::int64_t i) {
        const std::int64_t group = i / 16;
        return i < 8 || (group >= 2 && (group - 2) % 5 != 4);
    });
    Compactor compactor(engine, layout, regions());
    check_run(compactor, values);
    CHECK(runs_of(layout, values) > 0);
}

TEST_CASE_METHOD(RegionsTest, "Survivors may end anywhere in a run") {
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

TEST_CASE_METHOD(RegionsTest, "Runs take nothing that a compaction with more survivors left") {
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

TEST_CASE_METHOD(RegionsTest, "Runs of the largest stream are exact to its last element") {
    const StreamLayout layout = make_stream_layout(max_stream_size, 2, 4096);
    Compactor compactor(engine, layout, regions({.threshold = 0, .negate = false}));
    check_run(compactor, Stream(static_cast<std::size_t>(max_stream_size), 5.0f));
}

} // namespace scanline::raster
