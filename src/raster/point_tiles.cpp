#include "scanline/raster/point_tiles.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/passes.h"

#include <array>
#include <numeric>
#include <vector>

namespace scanline::raster {

PointTiles::Uniforms::Uniforms(const FillProgram& program)
    : width(program.uniform("u_tiles_width")), inverse_size(program.uniform("u_tiles_inverse_size")),
      kind(program.uniform("u_kind")) {}

PointTiles::PointTiles(int columns, int rows)
    : columns_(columns), rows_(rows), vertices_(gl::Buffer::create()) {
    std::vector<float> vertices(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    std::iota(vertices.begin(), vertices.end(), 0.0f);
    const gl::StateGuard guard;
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(float)), vertices.data(),
                 GL_STATIC_DRAW);
    gl::check_errors("setting up tiles");
}

void PointTiles::draw(const Uniforms& uniforms, float kind) const {
    const auto width = static_cast<float>(columns_);
    glUniform2f(uniforms.width, width, 1.0f / width);
    glUniform2f(uniforms.inverse_size, 1.0f / width, 1.0f / static_cast<float>(rows_));
    glUniform1f(uniforms.kind, kind);
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, nullptr);
    glViewport(0, 0, tile * columns_, tile * rows_);
    glPushAttrib(GL_POINT_BIT);
    glDisable(GL_POINT_SMOOTH);
    glDisable(GL_POINT_SPRITE);
    glPointParameterf(GL_POINT_SIZE_MIN, 1.0f);
    glPointParameterf(GL_POINT_SIZE_MAX, static_cast<float>(tile));
    glPointSize(static_cast<float>(tile));
    glDrawArrays(GL_POINTS, 0, columns_ * rows_);
    glPopAttrib();
}

bool points_are_exact(Engine& engine) {
    std::array<GLfloat, 2> sizes{};
    glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE, sizes.data());
    if (sizes[1] < static_cast<float>(PointTiles::tile) ||
        engine.vertex_source() != VertexSource::texture_fetch)
        return false;
    const gl::StateGuard guard;
    const ObserverScope unobserved(engine, nullptr);
    // Kinds in turns, so that a pixel too many shows; the last row of tiles is cut off.
    const PointTiles tiles(4, 3);
    const StreamLayout kind_layout{12, 4, 4, 3};
    const StreamTexture kinds = engine.make_stream(kind_layout);
    const std::vector<float> values{1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2};
    engine.upload(kinds, kind_layout, values);
    const StreamTexture target = engine.make_stream(4 * PointTiles::tile, 2 * PointTiles::tile + 5);
    constexpr std::array<const char*, 1> samplers{"u_tiles"};
    const FillProgram program(engine, "common/point_tile.vert", "raster/constant.frag", samplers, {});
    const PointTiles::Uniforms uniforms(program);
    engine.clear(target);
    engine.draw_pass(pass::search, 0, {{"tiles", kinds}}, {"target", target}, 0, 0, [&] {
        program.use(target);
        for (const float kind : {1.0f, 2.0f}) {
            glUniform1f(program.uniform("u_value"), kind);
            tiles.draw(uniforms, kind);
        }
    });
    const std::vector<float> found = engine.read(target, target.area());
    gl::check_errors("trying the driver's points");
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::size_t x = i % static_cast<std::size_t>(target.width()),
                          y = i / static_cast<std::size_t>(target.width());
        if (found[i] != values[4 * (y / PointTiles::tile) + x / PointTiles::tile])
            return false;
    }
    return true;
}

bool Engine::points_exact() {
    if (!points_exact_)
        points_exact_ = points_are_exact(*this);
    return *points_exact_;
}

} // namespace scanline::raster
