// The rows that survivors reach and those after them, drawn with one value each.
#include "raster_fixture.h"
#include "scanline/core/bits.h"
#include "scanline/raster/search.h"

#include <initializer_list>

namespace scanline::raster::survivor_rows_gl_test {

using test::Stream;

namespace {

constexpr float reached_value = 3.0f, behind_value = 4.0f;

struct Fragments {
    std::int64_t reached = 0, behind = 0;
};

/// Counts the fragments of `draw` with an OpenGL query.
template <class Draw>
std::int64_t fragments_of(Draw draw) {
    GLuint query = 0, fragments = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_SAMPLES_PASSED, query);
    draw();
    glEndQuery(GL_SAMPLES_PASSED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &fragments);
    glDeleteQueries(1, &query);
    return fragments;
}

/// Draws both parts of a target.
Fragments draw_rows(Engine& engine, const SurvivorRows& rows, const CountTexel& count,
                    const StreamTexture& target, int survivors_per_row) {
    const gl::StateGuard guard;
    const StreamLayout layout{target.area().texels(), min_block, target.width(), target.height()};
    Fragments fragments;
    const std::initializer_list<Engine::Input> inputs{{"count", *count.texture, count.area()}};
    engine.draw_pass(pass::search, 0, inputs, {"target", target}, 1, std::nullopt, [&] {
        rows.use(layout, count, survivors_per_row, target.height());
        rows.program().set("u_value", reached_value);
        fragments.reached = fragments_of([&] { rows.draw_reached(); });
        rows.program().set("u_value", behind_value);
        fragments.behind = fragments_of([&] { rows.draw_behind(); });
    });
    return fragments;
}

} // namespace

TEST_CASE_METHOD(test::RasterTest,
                 "The rows that survivors reach get one value and those behind another, every texel once",
                 "[drivers]") {
    const VertexSource source = GENERATE(VertexSource::texture_fetch, VertexSource::pixel_buffer);
    Engine drawing(context.capabilities(), {.format = {}, .vertex_source = source});
    const SurvivorRows rows(drawing, "raster/constant.frag", {});
    const StreamLayout count_layout{.size = 4, .block = 2, .width = 2, .height = 2};
    const StreamTexture counts = drawing.make_stream(count_layout);
    for (const auto& [width, height] : {std::pair{64, 37}, {16, 4093}, {4096, 3}, {2, 1}, {1, 5}}) {
        const StreamTexture target = drawing.make_stream(width, height);
        const StreamLayout layout{std::int64_t{width} * height, min_block, width, height};
        // A texel holds one survivor, or sixteen.
        for (const int per_row : {width, 16 * width}) {
            const std::int64_t most = std::int64_t{per_row} * height;
            for (const std::int64_t count :
                 {std::int64_t{0}, std::int64_t{1}, std::int64_t{per_row} - 1, std::int64_t{per_row},
                  std::int64_t{per_row} + 1, most / 2, most - per_row, most - per_row + 1, most - 1, most}) {
                if (count > most)
                    continue;
                INFO(count << " survivors, " << per_row << " a row, " << test::to_string(layout));
                drawing.upload(target, layout, Stream(static_cast<std::size_t>(layout.size), 7777.0f));
                // One less, corrected by the bias, in the second row.
                drawing.upload(counts, count_layout, Stream{5, 6, static_cast<float>(count) - 1.0f, 7});
                const CountTexel texel{.texture = &counts, .x = 0, .y = 1, .bias = 1.0f};
                const Fragments fragments = draw_rows(drawing, rows, texel, target, per_row);
                // If vertex shaders cannot fetch, all rows count as reached.
                const std::int64_t reached = source == VertexSource::texture_fetch
                                                 ? divide_rounding_up(count, std::int64_t{per_row}) * width
                                                 : layout.size;
                CHECK(fragments.reached == reached);
                CHECK(fragments.behind == layout.size - reached);
                Stream expected(static_cast<std::size_t>(layout.size), behind_value);
                std::fill_n(expected.begin(), reached, reached_value);
                CHECK(test::difference(drawing.read(target, target.area()), expected) == "");
            }
        }
    }
}

} // namespace scanline::raster::survivor_rows_gl_test
