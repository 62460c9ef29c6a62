#include "scanline/raster/survivor_search.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/payload.h"

#include <array>
#include <vector>

namespace scanline::raster {

namespace {

// A triangle strip; y as shaders/common/fill_rows.vert takes it.
constexpr std::array<float, 8> corners{-1.0f, 0.0f, 1.0f, 0.0f, -1.0f, 1.0f, 1.0f, 1.0f};
constexpr GLsizei corner_count = 4;

std::vector<const char*> with_count(std::initializer_list<const char*> samplers) {
    std::vector<const char*> all(samplers);
    all.push_back("u_count");
    return all;
}

} // namespace

SurvivorSearch::SurvivorSearch(Engine& engine, const StreamLayout& layout, Payload payload,
                               const std::string& fragment, std::initializer_list<const char*> samplers,
                               Search::LoopBound bound, gl::Specialization constants)
    : engine_(engine), layout_(layout),
      vertices_fetch_(engine.vertex_source() == VertexSource::texture_fetch),
      program_(engine, vertices_fetch_ ? "common/fill_rows.vert" : "common/fill.vert", fragment,
               with_count(samplers), specialize(payload, std::move(constants))),
      width_(program_.uniform("u_width")), elements_(program_.uniform("u_elements")),
      bound_(bound.name ? program_.uniform(bound.name) : -1),
      count_position_(program_.uniform("u_count_position")),
      count_weights_(program_.uniform("u_count_weights")), count_bias_(program_.uniform("u_count_bias")),
      bound_value_(bound.value), corners_(gl::Buffer::create()) {
    const gl::StateGuard guard;
    glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners.data(), GL_STATIC_DRAW);
    gl::check_errors("setting up a search");
}

void SurvivorSearch::operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                                const StreamTexture& output) const {
    const StageScope scope(engine_.observer(), stage::search);
    engine_.clear(output);
    set_uniforms(count);
    std::vector<Engine::Input> all(inputs);
    all.emplace_back("count", *count.texture, count.area());
    const Engine::Output target("stream", output);
    if (vertices_fetch_)
        engine_.draw_pass(pass::search, 0, all, target, corner_count, std::nullopt, [this] { draw_rows(); });
    else
        engine_.fill(pass::search, 0, all, target, std::nullopt);
}

void SurvivorSearch::set_uniforms(const CountTexel& count) const {
    program_.use(layout_);
    glUniform1f(width_, static_cast<float>(layout_.width));
    glUniform1f(elements_, static_cast<float>(layout_.padded_size()));
    glUniform1i(bound_, bound_value_);
    glUniform2f(count_position_,
                (static_cast<float>(count.x) + 0.5f) / static_cast<float>(count.texture->width()),
                (static_cast<float>(count.y) + 0.5f) / static_cast<float>(count.texture->height()));
    glUniform4fv(count_weights_, 1, count.weights.data());
    glUniform1f(count_bias_, count.bias);
}

void SurvivorSearch::draw_rows() const {
    glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, corner_count);
}

std::int64_t SurvivorSearch::scratch_bytes() const {
    return sizeof corners;
}

} // namespace scanline::raster
