#include "scanline/raster/packed_runs.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/payload.h"

#include <array>
#include <fmt/format.h>

namespace scanline::raster {

namespace {

// Renderers shade blocks of four rows, which the edge of a stretch should not cut; the blocks on the diagonal
// of a rectangle they shade twice, which a short stretch does not make good.
constexpr int band_rows = 4, shortest_bands = 4;

constexpr int rectangle_corners = 4, searched_rectangles = 3, copied_rectangles = 2;

/// The rectangles that are searched, then those that are copied, each from an edge to the next, as
/// shaders/raster/packed_runs.vert numbers them.
constexpr auto corner_values = [] {
    std::array<float, std::size_t{2} * rectangle_corners*(searched_rectangles + copied_rectangles)> values{};
    auto* next = values.begin();
    for (const float edge : {0.0f, 2.0f, 4.0f, 1.0f, 3.0f}) {
        for (const float value : {-1.0f, edge, 1.0f, edge, 1.0f, edge + 1.0f, -1.0f, edge + 1.0f})
            *next++ = value;
    }
    return values;
}();

} // namespace

bool PackedRuns::possible(const Engine& engine, const PackedLayout& layout) {
    return engine.capabilities().software && engine.vertex_source() == VertexSource::texture_fetch &&
           !layout.short_rows;
}

PackedRuns::Painter::Painter(Engine& engine, Payload payload, std::initializer_list<const char*> samplers,
                             const char* runs)
    : program(engine, "raster/packed_runs.vert", "raster/packed_search.frag", std::span(samplers),
              specialize(payload, {{"SHORT_ROWS", "0"},
                                   {"RUNS", runs},
                                   {"ROWS", fmt::format("{}.0", band_rows)},
                                   {"SHORTEST", fmt::format("{}.0", shortest_bands)}})),
      search(program), count(program, static_cast<GLint>(samplers.size())), width(program.uniform("u_width")),
      steps(program.uniform("u_steps")), bands(program.uniform("u_bands")) {}

PackedRuns::PackedRuns(Engine& engine, const StreamLayout& stream, const PackedLayout& layout,
                       Payload payload, std::initializer_list<const char*> samplers)
    : stream_(stream), layout_(layout), search_(engine, payload, samplers, "0"),
      copy_(engine, payload, samplers, "2"), pass_(engine, stream, samplers), corners_(gl::Buffer::create()) {
    const gl::StateGuard guard;
    glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
    glBufferData(GL_ARRAY_BUFFER, sizeof corner_values, corner_values.data(), GL_STATIC_DRAW);
    gl::check_errors("setting up the search of runs");
}

void PackedRuns::operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                            const StreamTexture& output) const {
    pass_(inputs, count, output, [&] {
        constexpr int searched = rectangle_corners * searched_rectangles;
        glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
        glEnableVertexAttribArray(0);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
        paint(search_, count, 0, searched);
        paint(copy_, count, searched, rectangle_corners * copied_rectangles);
    });
}

void PackedRuns::paint(const Painter& painter, const CountTexel& count, int first_corner, int corners) const {
    painter.program.use(stream_);
    painter.search.set(stream_, layout_);
    painter.count.set(count);
    glUniform1f(painter.width, static_cast<float>(stream_.width));
    glUniform1i(painter.steps, packed_search_steps(layout_));
    glUniform1i(painter.bands, stream_.height / band_rows);
    glDrawArrays(GL_QUADS, first_corner, corners);
}

std::int64_t PackedRuns::scratch_bytes() const {
    return std::int64_t{sizeof corner_values} + pass_.scratch_bytes();
}

} // namespace scanline::raster
