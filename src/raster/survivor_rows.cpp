#include "scanline/raster/survivor_rows.h"

#include "scanline/gl/state_guard.h"

#include <array>
#include <span>

namespace scanline::raster {

namespace {

// A triangle strip; y as shaders/common/fill_rows.vert takes it.
constexpr std::array<float, 8> corners{-1.0f, 0.0f, 1.0f, 0.0f, -1.0f, 1.0f, 1.0f, 1.0f};
constexpr GLsizei corner_count = 4;

} // namespace

SurvivorRows::SurvivorRows(Engine& engine, const std::string& fragment,
                           std::initializer_list<const char*> samplers,
                           const gl::Specialization& specialization)
    : engine_(engine), vertices_fetch_(engine.vertex_source() == VertexSource::texture_fetch),
      program_(engine, vertices_fetch_ ? "common/fill_rows.vert" : "common/fill.vert", fragment,
               std::span<const char* const>(samplers), specialization),
      inverse_rows_(program_.uniform("u_inverse_rows")), behind_(program_.uniform("u_behind")),
      count_(program_, static_cast<GLint>(samplers.size())), corners_(gl::Buffer::create()) {
    const gl::StateGuard guard;
    glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners.data(), GL_STATIC_DRAW);
    gl::check_errors("setting up a pass over the survivors' rows");
}

void SurvivorRows::use(const StreamLayout& layout, const CountTexel& count, int survivors_per_row,
                       int target_rows) const {
    program_.use(layout);
    glUniform2f(inverse_rows_, 1.0f / static_cast<float>(survivors_per_row),
                1.0f / static_cast<float>(target_rows));
    count_.set(count);
}

void SurvivorRows::draw_behind() const {
    if (vertices_fetch_)
        draw(1.0f);
}

void SurvivorRows::draw(float behind) const {
    if (!vertices_fetch_) {
        engine_.draw_triangle();
        return;
    }
    glUniform1f(behind_, behind);
    glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, corner_count);
}

std::int64_t SurvivorRows::scratch_bytes() const {
    return sizeof corners;
}

} // namespace scanline::raster
