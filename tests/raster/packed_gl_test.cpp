// Cases specific to packed: long gaps, the ends of groups, chunks and rows, and leftovers of earlier runs.
#include "raster_fixture.h"
#include "scanline/raster/compactor.h"

#include <cmath>
#include <limits>

namespace scanline::raster::packed_gl_test {

using test::Stream;

namespace {

constexpr std::int64_t million = std::int64_t{1} << 20;

/// A stream of zeros, with 200 at these positions.
Stream stream_with(std::int64_t size, std::span<const std::int64_t> survivors) {
    Stream values(static_cast<std::size_t>(size), 0.0f);
    for (const std::int64_t i : survivors)
        values[static_cast<std::size_t>(i)] = 200.0f;
    return values;
}

class PackedTest : public test::RasterTest {
protected:
    /// Compares the whole output, and the number of survivors, with std::copy_if.
    void check_run(Engine& drawing, Compactor& compactor, const StreamTexture& stream, const Stream& values) {
        compactor(stream);
        Stream expected = test::survivors_of(values, compactor.options());
        CHECK(compactor.read_count() == static_cast<std::int64_t>(expected.size()));
        expected.resize(static_cast<std::size_t>(compactor.layout().padded_size()), empty_element);
        CHECK(test::difference(drawing.read(compactor.output(), compactor.output().area()), expected) == "");
    }

    /// Compacts the positions of the valid elements, with vertices from either source.
    void check_values(const StreamLayout& layout, const Stream& values,
                      const Discriminator& discriminator = {}, Payload payload = Payload::index) {
        INFO(test::to_string(layout) << ", payload " << to_string(payload));
        for (Engine* drawing : engines_) {
            INFO((drawing == &fetching_ ? "texture fetch" : "pixel buffer"));
            Compactor compactor(
                *drawing, layout,
                {.algorithm = Algorithm::packed, .discriminator = discriminator, .payload = payload});
            const StreamTexture stream = drawing->make_stream(layout);
            drawing->upload(stream, layout, values);
            check_run(*drawing, compactor, stream, values);
        }
    }

    Engine fetching_{context.capabilities(), {.format = {}, .vertex_source = VertexSource::texture_fetch}};
    Engine buffered_{context.capabilities(), {.format = {}, .vertex_source = VertexSource::pixel_buffer}};
    const std::array<Engine*, 2> engines_{&fetching_, &buffered_};
};

} // namespace

TEST_CASE_METHOD(PackedTest, "Packed finds survivors at the ends of a stream of a million elements",
                 "[repeat]") {
    for (const int block : {2, 4096}) {
        const StreamLayout layout = make_stream_layout(million, block, 4096);
        for (const std::vector<std::int64_t>& survivors : {std::vector<std::int64_t>{},
                                                           {0},
                                                           {million - 1},
                                                           {0, million - 1},
                                                           {0, 1, million - 1},
                                                           {million / 2 - 1, million / 2},
                                                           {0, million / 2, million - 1}}) {
            INFO(survivors.size() << " survivors");
            check_values(layout, stream_with(million, survivors));
        }
    }
}

TEST_CASE_METHOD(PackedTest, "Packed finds sixteen survivors of one entry however far they lie apart") {
    // One leaf more than a power of two, so that the strides run over the end.
    for (const std::int64_t size : {million, million - 4096 + 64, std::int64_t{70'001}}) {
        const StreamLayout layout = make_stream_layout(size, 64, 4096);
        std::vector<std::int64_t> doubling{0}, halving, evenly;
        for (std::int64_t i = 3; i < size; i = 2 * i + 1) {
            doubling.push_back(i);
            halving.insert(halving.begin(), size - 1 - i);
        }
        for (std::int64_t i = 0; i < 19; ++i)
            evenly.push_back(i * (size - 1) / 18);
        check_values(layout, stream_with(size, doubling));
        check_values(layout, stream_with(size, halving));
        check_values(layout, stream_with(size, evenly));
    }
}

TEST_CASE_METHOD(PackedTest, "Packed compacts full and alternating streams, in rows of every width") {
    constexpr std::int64_t size = 40'003;
    Stream alternating(size), every_17th(size), groups(size);
    for (std::size_t i = 0; i < alternating.size(); ++i) {
        alternating[i] = i % 2 == 0 ? 200.0f : 0.0f;
        every_17th[i] = i % 17 == 16 ? 200.0f : 0.0f;
        // Full groups and empty ones, two of each.
        groups[i] = i / 32 % 2 == 0 ? 200.0f : 0.0f;
    }
    for (int width = 2; width <= 4096; width *= 2) {
        const StreamLayout layout{
            .size = size, .block = 2, .width = width, .height = static_cast<int>((size + width - 1) / width)};
        if (layout.height > engine.max_side())
            continue;
        check_values(layout, Stream(size, 200.0f));
        check_values(layout, alternating);
        check_values(layout, every_17th);
        check_values(layout, groups);
    }
}

TEST_CASE_METHOD(PackedTest, "Packed ends right where survivors end with a chunk of sixteen or with a row",
                 "[drivers]") {
    for (const int width : {8, 16, 64, 256}) {
        const StreamLayout layout{.size = std::int64_t{20} * width, .block = 2, .width = width, .height = 20};
        for (const std::int64_t count :
             {1, 15, 16, 17, 31, 32, 33, width - 1, width, width + 1, 2 * width - 1, 2 * width, 2 * width + 1,
              20 * width - 16, 20 * width}) {
            if (count > layout.size)
                continue;
            INFO(count << " survivors");
            std::vector<std::int64_t> front, back, spread;
            for (std::int64_t i = 0; i < count; ++i) {
                front.push_back(i);
                back.push_back(layout.size - count + i);
                spread.push_back(i * layout.size / count);
            }
            for (const auto& survivors : {front, back, spread})
                check_values(layout, stream_with(layout.size, survivors));
        }
    }
}

TEST_CASE_METHOD(PackedTest, "Packed compacts the largest stream from both of its ends") {
    const StreamLayout layout = make_stream_layout(max_stream_size, 2, 4096);
    const Stream values =
        stream_with(max_stream_size, std::array<std::int64_t, 4>{0, max_stream_size / 2 + 1,
                                                                 max_stream_size - 2, max_stream_size - 1});
    Compactor compactor(engine, layout,
                        {.algorithm = Algorithm::packed, .discriminator = {}, .payload = Payload::index});
    compactor(make_filled(layout, values));
    CHECK(compactor.read_elements() == Stream{0, 8'388'609, 16'777'214, 16'777'215});
}

TEST_CASE_METHOD(PackedTest, "Packed takes what is no number for an element below the threshold") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const std::array<float, 6> cycle{nan, infinity, -infinity, 200.0f, 0.0f, -nan};
    constexpr std::size_t size = 1001;
    Stream values;
    for (std::size_t i = 0; i < size; ++i)
        values.push_back(cycle[i % cycle.size()]);
    const StreamLayout layout = make_stream_layout(size, 64, 4096);
    for (const float threshold : {128.0f, infinity, -infinity}) {
        for (const bool negate : {false, true}) {
            INFO("threshold " << threshold << (negate ? ", negated" : ""));
            check_values(layout, values, {.threshold = threshold, .negate = negate});
        }
    }
    Stream infinities = values;
    std::ranges::replace_if(
        infinities, [](float value) { return std::isnan(value); }, 1.0f);
    for (const bool negate : {false, true})
        check_values(layout, infinities, {.threshold = 128.0f, .negate = negate}, Payload::value);

    // The first period, by hand.
    const Compaction found = compact(make_stream_layout(6, 2, 4096),
                                     {.algorithm = Algorithm::packed,
                                      .discriminator = {.threshold = 128.0f, .negate = true},
                                      .payload = Payload::index},
                                     Stream(cycle.begin(), cycle.end()));
    CHECK(found.elements == Stream{0, 2, 4, 5});
}

TEST_CASE_METHOD(PackedTest, "Packed reads nothing that a run with more survivors left") {
    constexpr std::uint64_t seed = 1101;
    constexpr std::size_t size = 50'000;
    Random random(seed);
    Stream values;
    for (std::size_t i = 0; i < size; ++i)
        values.push_back(static_cast<float>(random.between(0, 255)));
    for (Engine* drawing : engines_) {
        for (const int block : {2, 16, 256, 4096}) {
            const StreamLayout layout = make_stream_layout(size, block, 4096);
            const StreamTexture stream = drawing->make_stream(layout);
            drawing->upload(stream, layout, values);
            Compactor compactor(*drawing, layout, {.algorithm = Algorithm::packed, .discriminator = {}});
            for (const float threshold : {0.0f, 254.0f, 128.0f, 1000.0f, 255.0f, 0.0f, 250.0f}) {
                for (const bool negate : {false, true}) {
                    INFO("seed " << seed << ", threshold " << threshold << (negate ? ", negated, " : ", ")
                                 << test::to_string(layout));
                    compactor.set_discriminator({.threshold = threshold, .negate = negate});
                    check_run(*drawing, compactor, stream, values);
                }
            }
        }
    }
}

} // namespace scanline::raster::packed_gl_test
