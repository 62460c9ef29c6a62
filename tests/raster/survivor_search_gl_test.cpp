// The search of whole-stream algorithms: what it draws, and where it stores the number of survivors.
#include "fragment_counter.h"
#include "raster_fixture.h"

#include <optional>

namespace scanline::raster::survivor_search_gl_test {

using test::FragmentCounter;
using test::Stream;

namespace {

std::vector<Algorithm> whole_stream_algorithms() {
    std::vector<Algorithm> algorithms(enumerators<Algorithm>.begin(), enumerators<Algorithm>.end());
    std::erase_if(algorithms, is_blockwise);
    return algorithms;
}

} // namespace

TEST_CASE_METHOD(test::RasterTest,
                 "The search draws every texel exactly once, however the vertices are known") {
    const VertexSource source = GENERATE(VertexSource::texture_fetch, VertexSource::pixel_buffer);
    Engine drawing(context.capabilities(), {.format = {}, .vertex_source = source});
    for (const StreamLayout& layout : {StreamLayout{.size = 64 * 37, .block = 2, .width = 64, .height = 37},
                                       StreamLayout{.size = 4096 * 3, .block = 2, .width = 4096, .height = 3},
                                       StreamLayout{.size = 2, .block = 2, .width = 2, .height = 1}}) {
        const std::int64_t width = layout.width;
        for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, width - 1, width, width + 1,
                                         2 * width, layout.size - 1, layout.size}) {
            if (count > layout.size)
                continue;
            // Survivors at the end, so that all of them move.
            Stream values(static_cast<std::size_t>(layout.size), 0.0f);
            std::fill(values.end() - count, values.end(), 200.0f);
            const StreamTexture stream = drawing.make_stream(layout);
            drawing.upload(stream, layout, values);
            for (const Algorithm algorithm : whole_stream_algorithms()) {
                INFO(to_string(algorithm) << ", " << count << " survivors, " << test::to_string(layout));
                Compactor compactor(drawing, layout, {.algorithm = algorithm, .discriminator = {}});
                FragmentCounter counter;
                drawing.set_observer(&counter);
                compactor(stream);
                drawing.set_observer(nullptr);
                CHECK(counter.fragments() == layout.padded_size());
                Stream expected(static_cast<std::size_t>(layout.padded_size()), empty_element);
                std::fill_n(expected.begin(), count, 200.0f);
                CHECK(test::difference(read(compactor.output()), expected) == "");
            }
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "The texel of the count holds the number of survivors of every run",
                 "[drivers]") {
    constexpr std::uint64_t seed = 804;
    for (const int block : {2, 64, 4096}) {
        const StreamLayout layout = make_stream_layout(10'007, block, 4096);
        for (const Algorithm algorithm : enumerators<Algorithm>) {
            Compactor compactor(engine, layout, {.algorithm = algorithm, .discriminator = {}});
            const CountTexel before = compactor.count();
            std::uint64_t turn = seed;
            for (const double density : {0.5, 1.0, 0.0, 0.1}) {
                INFO(to_string(algorithm) << ", " << test::to_string(layout) << ", seed " << turn);
                const Stream values =
                    test::values_for(test::make_inv(10'007, density, test::Distribution::scattered, turn++));
                compactor(make_filled(layout, values));
                const CountTexel count = compactor.count();
                CHECK(count.texture == before.texture);
                CHECK(std::pair(count.x, count.y) == std::pair(before.x, before.y));
                // All four channels, as seen by a shader or a pixel buffer.
                std::array<float, 4> texel{};
                {
                    const gl::StateGuard guard;
                    gl::bind_framebuffer(GL_FRAMEBUFFER, count.texture->framebuffer());
                    glReadPixels(count.x, count.y, 1, 1, GL_RGBA, GL_FLOAT, texel.data());
                }
                float survivors = count.bias;
                for (std::size_t channel = 0; channel < texel.size(); ++channel)
                    survivors += count.weights[channel] * texel[channel];
                CHECK(survivors ==
                      static_cast<float>(std::ranges::count_if(values, compactor.options().discriminator)));
                if (count.texture->channels() == 1)
                    CHECK((count.weights[1] == 0.0f && count.weights[2] == 0.0f && count.weights[3] == 0.0f));
            }
        }
    }
}

} // namespace scanline::raster::survivor_search_gl_test
