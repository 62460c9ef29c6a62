#include "raster_fixture.h"
#include "scanline/raster/concatenation.h"

#include <numeric>

namespace scanline::raster::concatenation_gl_test {

using reference::BlockDescriptor;
using test::Stream;

namespace {

/// Blocks with all kinds of counts, adjacent in the compacted stream, with descriptors in random order.
std::vector<BlockDescriptor> make_descriptors(const StreamLayout& stream, bool shuffled, Random& random) {
    std::vector<std::size_t> order(static_cast<std::size_t>(stream.blocks()));
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (shuffled)
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(i)]);
    std::vector<BlockDescriptor> descriptors(static_cast<std::size_t>(block_layout(stream).padded_size()));
    float offset = 0;
    for (const std::size_t block : order) {
        const auto first = static_cast<std::int64_t>(block) * stream.block;
        // The last block holds the rest of the stream.
        const int most = static_cast<int>(std::clamp<std::int64_t>(stream.size - first, 0, stream.block));
        int count = 0;
        switch (random.below(6)) {
        case 0: count = 0; break;
        case 1: count = std::min(1, most); break;
        case 2: count = std::max(0, most - 1); break;
        case 3: count = most; break;
        default: count = random.between(0, most);
        }
        descriptors[block] = {static_cast<float>(first % stream.width),
                              static_cast<float>(first / stream.width), offset, static_cast<float>(count)};
        offset += static_cast<float>(count);
    }
    return descriptors;
}

class ConcatenationTest : public test::RasterTest {
protected:
    Engine pixel_buffer_engine{context.capabilities(),
                               {.format = {}, .vertex_source = VertexSource::pixel_buffer}};

    StreamTexture make_table(Engine& of, const StreamLayout& stream,
                             const std::vector<BlockDescriptor>& descriptors) {
        const StreamLayout layout = block_layout(stream);
        StreamTexture table = of.make_vectors(layout.width, layout.height);
        Stream texels;
        for (const BlockDescriptor& block : descriptors)
            texels.insert(texels.end(), {block.source_x, block.source_y, block.offset, block.count});
        const gl::StateGuard guard;
        glBindTexture(GL_TEXTURE_2D, table.texture());
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, layout.width, layout.height, GL_RGBA, GL_FLOAT,
                        texels.data());
        return table;
    }

    /// Concatenates blocks whose elements are their positions.
    Stream concatenated(Engine& by, const StreamLayout& layout, ConcatenationMethod method,
                        const std::vector<BlockDescriptor>& descriptors, float end_bias = 0.0f) {
        const Stream positions = positions_of(layout);
        const StreamTexture compacted = by.make_stream(layout);
        by.upload(compacted, layout, positions);
        const StreamTexture output = by.make_stream(layout);
        by.upload(output, layout, Stream(positions.size(), 7777.0f));
        const StreamTexture table = make_table(by, layout, descriptors);
        Concatenation concatenate(by, layout, method);
        CHECK(concatenate.method() == method);
        CHECK(concatenate.scratch_bytes() > 0);
        concatenate.set_end_bias(end_bias);
        const gl::StateGuard guard;
        WorkCounter drawn;
        const ObserverScope scope(by, &drawn);
        concatenate(compacted, table, layout.blocks(), output);
        const int of_a_block = method == ConcatenationMethod::lines ? 4 : 8;
        if (by.vertex_source() == VertexSource::texture_fetch) // the other has passes that compute them
            CHECK(static_cast<std::int64_t>(drawn.total().items) ==
                  layout.padded_size() + layout.blocks() * of_a_block); // the output is cleared first
        return by.read(output, output.area());
    }

    static Stream positions_of(const StreamLayout& layout) {
        Stream positions(static_cast<std::size_t>(layout.padded_size()));
        std::iota(positions.begin(), positions.end(), 0.0f);
        return positions;
    }

    /// Both methods with both sources of vertices against the CPU twin.
    void check_all(const StreamLayout& layout, const std::vector<BlockDescriptor>& descriptors) {
        const Stream expected = reference::concatenate(positions_of(layout), descriptors, layout);
        for (const ConcatenationMethod method : {ConcatenationMethod::lines, ConcatenationMethod::quads}) {
            INFO(to_string(method));
            CHECK(test::difference(concatenated(engine, layout, method, descriptors), expected) == "");
            INFO("vertices from a pixel buffer");
            CHECK(test::difference(concatenated(pixel_buffer_engine, layout, method, descriptors),
                                   expected) == "");
        }
    }
};

} // namespace

TEST_CASE_METHOD(ConcatenationTest, "The concatenation is exact in rows of 16 to 2048 texels", "[drivers]") {
    constexpr std::uint64_t seed = 701;
    REQUIRE(engine.vertex_source() == VertexSource::texture_fetch);
    REQUIRE(pixel_buffer_engine.vertex_source() == VertexSource::pixel_buffer);
    std::uint64_t turn = seed;
    for (int width = 16; width <= 2048; width *= 2) {
        for (const int block : {16, 64, 256}) {
            if (block > width)
                continue;
            for (const int height : {1, 2, 3, 7, 33}) {
                for (const bool shuffled : {false, true}) {
                    Random random(turn);
                    // The last row is never full: streams are of any size.
                    const std::int64_t size = std::int64_t{width} * height - random.between(0, width - 1);
                    const StreamLayout layout{size, block, width, height};
                    INFO(test::to_string(layout) << ", seed " << turn << (shuffled ? ", shuffled" : ""));
                    check_all(layout, make_descriptors(layout, shuffled, random));
                    ++turn;
                }
            }
        }
    }
}

TEST_CASE_METHOD(ConcatenationTest,
                 "The concatenation is exact in rows of every width from 16 to 2048, odd ones too") {
    constexpr std::uint64_t seed = 751;
    constexpr std::array blocks{16, 64, 256};
    std::uint64_t turn = seed;
    for (int width = 16; width <= 2048; ++width) {
        const int block = blocks[turn % blocks.size()];
        if (block <= width) {
            Random random(turn);
            // Blocks lie at multiples of their size, the rest of an odd row stays unused.
            const StreamLayout layout{std::int64_t{width} * 5, block, width, 5};
            std::vector<BlockDescriptor> descriptors(
                static_cast<std::size_t>(block_layout(layout).padded_size()));
            float offset = 0;
            const int per_row = width / block;
            for (int i = 0; i < 5 * per_row; ++i) {
                const int count = i % 3 == 0 ? block : random.between(0, block);
                descriptors[static_cast<std::size_t>(i)] = {static_cast<float>(i % per_row * block),
                                                            static_cast<float>(i / per_row), offset,
                                                            static_cast<float>(count)};
                offset += static_cast<float>(count);
            }
            INFO(test::to_string(layout) << ", seed " << turn);
            const Stream expected = reference::concatenate(positions_of(layout), descriptors, layout);
            for (const ConcatenationMethod method : {ConcatenationMethod::lines, ConcatenationMethod::quads})
                CHECK(test::difference(concatenated(engine, layout, method, descriptors), expected) == "");
        }
        ++turn;
    }
}

TEST_CASE_METHOD(ConcatenationTest, "Spans that touch or cross the end of a row are exact at every offset",
                 "[drivers]") {
    const StreamLayout layout{.size = 48, .block = 16, .width = 16, .height = 3};
    for (int offset = 0; offset <= 32; ++offset) {
        for (int count = 0; count <= 16; ++count) {
            INFO("offset " << offset << ", count " << count);
            check_all(layout, {{0, 1, static_cast<float>(offset), static_cast<float>(count)}, {}, {}, {}});
        }
    }
}

TEST_CASE_METHOD(ConcatenationTest, "All blocks full leave the stream as it is, all empty leave nothing") {
    const StreamLayout layout{.size = 128 * 5, .block = 16, .width = 128, .height = 5};
    std::vector<BlockDescriptor> full(static_cast<std::size_t>(block_layout(layout).padded_size()));
    std::vector<BlockDescriptor> empty = full;
    for (std::size_t block = 0; block < static_cast<std::size_t>(layout.blocks()); ++block) {
        const std::size_t first = 16 * block;
        full[block] = {static_cast<float>(first % 128), static_cast<float>(first / 128),
                       static_cast<float>(first), 16};
        empty[block] = {static_cast<float>(first % 128), static_cast<float>(first / 128), 0, 0};
    }
    check_all(layout, full);
    check_all(layout, empty);
    CHECK(concatenated(engine, layout, ConcatenationMethod::lines, full) == positions_of(layout));
}

TEST_CASE_METHOD(ConcatenationTest, "More blocks than a batch draws at once are exact", "[drivers]") {
    constexpr std::uint64_t seed = 702;
    for (const int height : {64, 65, 129}) { // a batch exactly, one row more, two batches and one row
        const StreamLayout layout{std::int64_t{512} * height, 2, 512, height};
        Random random(seed);
        INFO(test::to_string(layout) << ", seed " << seed << ", " << layout.blocks() << " blocks");
        check_all(layout, make_descriptors(layout, false, random));
    }
}

TEST_CASE_METHOD(ConcatenationTest,
                 "The self-test finds the lines of a right driver exact, and lines that are off by a "
                 "pixel not",
                 "[drivers]") {
    if (!context.capabilities().software)
        WARN("only software drivers are known to draw exact lines, this is "
             << context.capabilities().renderer);
    for (Engine* tried : {&engine, &pixel_buffer_engine}) {
        CHECK(lines_are_exact(*tried) == tried->lines_exact());
        if (context.capabilities().software)
            CHECK(tried->lines_exact());
        CHECK_FALSE(lines_are_exact(*tried, 1.0f));
        CHECK_FALSE(lines_are_exact(*tried, -1.0f));
        const Concatenation automatic(*tried, make_stream_layout(100, 16, 4096),
                                      ConcatenationMethod::automatic);
        CHECK((automatic.method() == ConcatenationMethod::lines) == tried->lines_exact());
    }
}

TEST_CASE_METHOD(ConcatenationTest, "The self-test announces nothing and gives the observer back",
                 "[drivers]") {
    raster::TraceRecorder recorder;
    engine.set_observer(&recorder);
    lines_are_exact(engine);
    CHECK(engine.observer() == &recorder);
    CHECK(recorder.trace().passes().empty());
    engine.set_observer(nullptr);
}

TEST_CASE_METHOD(ConcatenationTest,
                 "Lines that end a pixel too far or too early are wrong, which the bias is for") {
    const StreamLayout layout{.size = 64, .block = 16, .width = 64, .height = 1};
    const std::vector<BlockDescriptor> descriptors{{0, 0, 0, 3}, {16, 0, 3, 0}, {32, 0, 3, 5}, {48, 0, 8, 2}};
    const Stream expected = reference::concatenate(positions_of(layout), descriptors, layout);
    for (Engine* drawing : {&engine, &pixel_buffer_engine}) {
        CHECK(concatenated(*drawing, layout, ConcatenationMethod::lines, descriptors) == expected);
        CHECK(concatenated(*drawing, layout, ConcatenationMethod::lines, descriptors, 1.0f) != expected);
        CHECK(concatenated(*drawing, layout, ConcatenationMethod::lines, descriptors, -1.0f) != expected);
    }
}

} // namespace scanline::raster::concatenation_gl_test
