// Packed's output by regions: copied runs, searched gaps between them, and the end of the survivors. On
// software renderers, runs are whole rows.
#include "fragment_counter.h"
#include "raster_fixture.h"
#include "scanline/core/random.h"
#include "scanline/raster/auto_compaction.h"
#include "support/broken_shaders.h"

#include <array>
#include <functional>
#include <memory>
#include <set>

namespace scanline::raster::packed_regions_gl_test {

using test::FragmentCounter;
using test::Stream;

namespace {

/// Regional packed as the only candidate.
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

/// A stream whose valid positions are given by a function; all values differ.
Stream stream_of(std::int64_t size, const std::function<bool(std::int64_t)>& valid) {
    Stream inv;
    for (std::int64_t i = 0; i < size; ++i)
        inv.push_back(valid(i) ? 0.0f : 1.0f);
    return test::values_for(inv);
}

StreamLayout layout_of(int width, int height, int missing = 0) {
    return {.size = std::int64_t{width} * height - missing, .block = 2, .width = width, .height = height};
}

/// Rows from one to before another.
using Stretch = std::array<int, 2>;

/// Consecutive survivors, some preceded by one invalid element.
Stream stream_with_breaks(const StreamLayout& layout, std::int64_t survivors,
                          const std::set<std::int64_t>& breaks) {
    Stream inv;
    for (std::int64_t i = 0; i < survivors; ++i) {
        if (breaks.contains(i))
            inv.push_back(1.0f);
        inv.push_back(0.0f);
    }
    REQUIRE(static_cast<std::int64_t>(inv.size()) <= layout.size);
    inv.resize(static_cast<std::size_t>(layout.size), 1.0f);
    return test::values_for(inv);
}

/// The copied stretches of rows, by brute force: bands of four rows, at least four bands.
std::vector<Stretch> longest_stretches(const StreamLayout& layout, const Stream& values) {
    std::vector<std::int64_t> elements;
    std::vector<int> group_counts(values.size() / 16 + 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (regions().discriminator(values[i])) {
            elements.push_back(static_cast<std::int64_t>(i));
            ++group_counts[i / 16];
        }
    }
    const std::size_t length = 4 * static_cast<std::size_t>(layout.width);
    std::vector<bool> is_run;
    for (std::size_t end = length; end <= elements.size(); end += length) {
        // An entry is a run if its elements come from two full groups, and a band begins with an element
        // whose rank in its group is its place.
        const auto group = static_cast<std::size_t>(elements[end - 16] / 16);
        const std::int64_t first = elements[end - length];
        const auto rank = elements.begin() + static_cast<std::ptrdiff_t>(end - length) -
                          std::ranges::lower_bound(elements, first - first % 16);
        is_run.push_back(elements[end - 1] - first == static_cast<std::int64_t>(length) - 1 &&
                         rank == first % 16 && group_counts[group] == 16 && group_counts[group + 1] == 16);
    }
    const auto bands = static_cast<int>(is_run.size());
    std::vector<Stretch> stretches;
    for (const auto& [from, to] : {Stretch{0, bands / 2}, Stretch{bands / 2, bands}}) {
        std::optional<Stretch> longest;
        for (int begin = from; begin < to; ++begin) {
            for (int end = begin; end < to && is_run[static_cast<std::size_t>(end)];) {
                ++end;
                if (end - begin >= 4 && (!longest || end - begin > (*longest)[1] - (*longest)[0]))
                    longest = Stretch{begin, end};
            }
        }
        if (longest)
            stretches.push_back({4 * (*longest)[0], 4 * (*longest)[1]});
    }
    return stretches;
}

class RegionsTest : public test::RasterTest {
protected:
    /// An engine that treats the driver as hardware or software, which draw regions differently.
    Engine engine_for(bool software) {
        gl::Capabilities capabilities = context.capabilities();
        capabilities.software = software;
        return Engine(capabilities);
    }

    /// Compares the whole output, and the number of survivors, with std::copy_if.
    void check_run(Compactor& compactor, const Stream& values) {
        const StreamTexture stream = make_filled(compactor.layout(), values);
        compactor(stream);
        Stream expected = test::survivors_of(values, compactor.options());
        CHECK(compactor.read_count() == static_cast<std::int64_t>(expected.size()));
        expected.resize(static_cast<std::size_t>(compactor.layout().padded_size()), empty_element);
        CHECK(test::difference(engine.read(compactor.output(), compactor.output().area()), expected) == "");
    }

    /// The rows copied on a software renderer, found with a copy shader that writes nothing. Compares all
    /// other rows, and checks that every texel is drawn once.
    std::vector<Stretch> copied_rows(const StreamLayout& layout, const Stream& values) {
        test::BrokenShaders shaders;
        shaders.replace("raster/packed_search.frag", "float element = entry.x + place",
                        "float element = -1.0");
        gl::Capabilities capabilities = context.capabilities();
        capabilities.software = true;
        Engine drawing = shaders.make_engine(capabilities);
        Compactor compactor(drawing, layout, regions());
        const StreamTexture stream = make_filled(layout, values);
        FragmentCounter counter;
        {
            const ObserverScope scope(drawing, &counter);
            compactor(stream);
        }
        CHECK(counter.fragments() == layout.padded_size());
        Stream expected = test::survivors_of(values, compactor.options());
        const auto reached = static_cast<int>((expected.size() + static_cast<std::size_t>(layout.width) - 1) /
                                              static_cast<std::size_t>(layout.width));
        expected.resize(static_cast<std::size_t>(layout.padded_size()), empty_element);
        const Stream found = read(compactor.output());
        std::vector<Stretch> copied;
        for (int row = 0; row < reached; ++row) {
            const auto first = static_cast<std::ptrdiff_t>(row) * layout.width;
            if (found[static_cast<std::size_t>(first)] == empty_element) {
                std::fill_n(expected.begin() + first, layout.width, empty_element);
                if (copied.empty() || copied.back()[1] != row)
                    copied.push_back({row, row});
                ++copied.back()[1];
            }
        }
        CHECK(test::difference(found, expected) == "");
        return copied;
    }

    /// The number of lookup entries that flag runs. Compares all passes with the twin.
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

TEST_CASE_METHOD(RegionsTest, "Solid, half solid and noisy streams are right in textures of every shape",
                 "[repeat]") {
    const bool software = GENERATE(false, true);
    Engine drawing = engine_for(software);
    CAPTURE(software);
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
                    Compactor compactor(drawing, layout,
                                        regions({.threshold = 128, .negate = negate}, payload));
                    check_run(compactor, streams[i]);
                }
            }
        }
    }
}

TEST_CASE_METHOD(RegionsTest, "Every pass is what the twin says where a long run is among noise",
                 "[drivers]") {
    constexpr std::uint64_t seed = 1302;
    // The run begins at an unaligned position.
    const StreamLayout layout = layout_of(128, 333, 17);
    for (const auto& [first, last] : {std::pair{1007, 22'003}, {0, 15'000}, {20'011, 42'607}}) {
        CAPTURE(first, last, seed);
        Random random(seed);
        const Stream values = stream_of(layout.size, [&, from = first, to = last](std::int64_t i) {
            return (i >= from && i < to) || random.unit() < 0.1;
        });
        // All entries inside the run except at its ends.
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
    // 32 groups: none follows the last.
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
    const bool software = GENERATE(false, true);
    Engine drawing = engine_for(software);
    CAPTURE(software);
    // Half a group, then four full ones and an empty one in turns.
    const StreamLayout layout = layout_of(256, 100);
    const Stream values = stream_of(layout.size, [](std::int64_t i) {
        const std::int64_t group = i / 16;
        return i < 8 || (group >= 2 && (group - 2) % 5 != 4);
    });
    Compactor compactor(drawing, layout, regions());
    check_run(compactor, values);
    CHECK(runs_of(layout, values) > 0);
}

TEST_CASE_METHOD(RegionsTest, "Survivors may end anywhere in a run") {
    const bool software = GENERATE(false, true);
    Engine drawing = engine_for(software);
    CAPTURE(software);
    for (const int width : {64, 128}) {
        const StreamLayout layout = layout_of(width, 100);
        Compactor compactor(drawing, layout, regions());
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
    const bool software = GENERATE(false, true);
    Engine drawing = engine_for(software);
    CAPTURE(software);
    constexpr std::uint64_t seed = 1303;
    const StreamLayout layout = layout_of(128, 300, 9);
    Compactor compactor(drawing, layout, regions());
    std::uint64_t turn = seed;
    for (const double density : {1.0, 0.02, 0.6, 0.0, 1.0, 0.5, 0.3, 1.0, 0.001}) {
        for (const test::Distribution distribution : test::all_distributions) {
            INFO("density " << density << ", seed " << turn);
            check_run(compactor, test::values_for(test::make_inv(static_cast<std::size_t>(layout.size),
                                                                 density, distribution, turn++)));
        }
    }
}

TEST_CASE_METHOD(RegionsTest, "Runs of the largest stream are exact to its last element", "[repeat]") {
    const bool software = GENERATE(false, true);
    Engine drawing = engine_for(software);
    CAPTURE(software);
    const StreamLayout layout = make_stream_layout(max_stream_size, 2, 4096);
    Compactor compactor(drawing, layout, regions({.threshold = 0, .negate = false}));
    check_run(compactor, Stream(static_cast<std::size_t>(max_stream_size), 5.0f));
}

TEST_CASE_METHOD(RegionsTest,
                 "On software renderers the longest stretches of whole rows of neighbours are copied") {
    if (engine.vertex_source() != VertexSource::texture_fetch) {
        WARN("not tried: vertex shaders cannot fetch here");
        return;
    }
    const StreamLayout layout = layout_of(64, 128);
    constexpr std::int64_t band = 4 * 64;
    // Survivors in 100.5 rows are 25 bands and half a row; breaks in the middle of bands.
    const auto copied = [&](std::initializer_list<Stretch> broken_bands, std::int64_t survivors = 6432) {
        std::set<std::int64_t> breaks;
        for (const auto& [from, to] : broken_bands)
            for (int i = from; i < to; ++i)
                breaks.insert(i * band + band / 2);
        return copied_rows(layout, stream_with_breaks(layout, survivors, breaks));
    };
    using Stretches = std::vector<Stretch>;
    // The halves meet at row 48.
    CHECK(copied({}) == Stretches{{0, 100}});
    CHECK(copied({{0, 2}, {8, 15}}) == Stretches{{8, 32}, {60, 100}});
    CHECK(copied({{0, 25}}) == Stretches{});
    // One half alone.
    CHECK(copied({{0, 12}}) == Stretches{{48, 100}});
    CHECK(copied({{12, 25}}) == Stretches{{0, 48}});
    // Across the middle, the longer part of each half; the first of two equal ones; at least 16 rows.
    CHECK(copied({{0, 5}, {17, 18}}) == Stretches{{20, 48}, {72, 100}});
    CHECK(copied({{4, 8}, {12, 25}}) == Stretches{{0, 16}});
    CHECK(copied({{0, 1}, {4, 5}, {8, 9}, {12, 25}}) == Stretches{});
    CHECK(copied({{0, 1}, {5, 6}, {9, 25}}) == Stretches{{4, 20}});
    CHECK(copied({{0, 12}, {16, 17}, {20, 21}}) == Stretches{{48, 64}});
    // No group follows the last band of full groups.
    CHECK(copied({}, 100 * 64) == Stretches{{0, 96}});
    CHECK(copied({}, 100 * 64 + 32) == Stretches{{0, 100}});
    // Too few.
    for (const std::int64_t survivors : {std::int64_t{0}, std::int64_t{1}, band, 4 * band, 6 * band})
        CHECK(copied({}, survivors) == Stretches{});
    CHECK(copied({}, 8 * band + 32) == Stretches{{0, 32}});
}

TEST_CASE_METHOD(RegionsTest, "The rows that are copied are those that trying all stretches finds",
                 "[repeat]") {
    if (engine.vertex_source() != VertexSource::texture_fetch) {
        WARN("not tried: vertex shaders cannot fetch here");
        return;
    }
    constexpr std::uint64_t seed = 1304;
    std::size_t copies = 0;
    for (std::uint64_t turn = 0; turn < 60; ++turn) {
        Random random(seed + turn);
        const int width = 64 << turn % 3;
        const int height = random.between(20, 300);
        const StreamLayout layout = layout_of(width, height);
        const std::int64_t survivors =
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(layout.size - 20)));
        // Anywhere, including the ends of bands.
        std::set<std::int64_t> breaks;
        for (int i = random.between(0, 10); i > 0; --i) {
            const auto at = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(layout.size)));
            breaks.insert(random.below(2) == 0 ? at
                                               : at / (4 * width) * (4 * width) + random.between(-18, 1));
        }
        INFO(test::to_string(layout) << ", " << survivors << " survivors, seed " << seed + turn);
        const Stream values = stream_with_breaks(layout, survivors, breaks);
        std::vector<Stretch> expected = longest_stretches(layout, values);
        if (expected.size() == 2 && expected[0][1] == expected[1][0])
            expected = {Stretch{expected[0][0], expected[1][1]}};
        copies += expected.size();
        CHECK(copied_rows(layout, values) == expected);
    }
    CHECK(copies > 30);
}

TEST_CASE_METHOD(RegionsTest, "Rows are copied on software renderers alone, whose vertex shaders fetch") {
    // Rectangles that cover nothing.
    test::BrokenShaders shaders;
    shaders.replace("raster/packed_runs.vert", "2.0 * row", "0.0 * row");
    const auto is_right = [&](bool software, VertexSource source, int width) {
        const StreamLayout layout = layout_of(width, 128);
        gl::Capabilities capabilities = context.capabilities();
        capabilities.software = software;
        if (source == VertexSource::pixel_buffer)
            capabilities.max_vertex_texture_units = 0;
        Engine drawing = shaders.make_engine(capabilities);
        Compactor compactor(drawing, layout, regions());
        const Stream values = stream_of(layout.size, [](std::int64_t i) { return i > 100; });
        const StreamTexture stream = make_filled(layout, values);
        compactor(stream);
        return compactor.read_elements() == test::survivors_of(values, compactor.options());
    };
    CHECK(is_right(false, engine.vertex_source(), 64));
    CHECK(is_right(true, VertexSource::pixel_buffer, 64));
    CHECK(is_right(true, engine.vertex_source(), 32));
    CHECK(is_right(true, engine.vertex_source(), 64) ==
          (engine.vertex_source() == VertexSource::pixel_buffer));
}

} // namespace scanline::raster::packed_regions_gl_test
