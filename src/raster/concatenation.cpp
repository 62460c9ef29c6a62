#include "scanline/raster/concatenation.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/passes.h"

#include <algorithm>
#include <vector>

namespace scanline::raster {

namespace {

constexpr int vertex_texture_width = 512;

ConcatenationMethod choose(Engine& engine, ConcatenationMethod method) {
    if (method != ConcatenationMethod::automatic)
        return method;
    return engine.lines_exact() ? ConcatenationMethod::lines : ConcatenationMethod::quads;
}

gl::Specialization corner_constants(ConcatenationMethod method) {
    return {{"CORNERS", method == ConcatenationMethod::lines ? "2" : "4"}};
}

gl::SharedProgram draw_program(Engine& engine, ConcatenationMethod method) {
    const bool fetch = engine.vertex_source() == VertexSource::texture_fetch;
    return engine.programs().get({{fetch ? "raster/concatenate_fetch.vert" : "raster/concatenate_buffer.vert",
                                   "raster/concatenate.frag"},
                                  corner_constants(method)});
}

gl::SharedProgram vertex_program(Engine& engine, ConcatenationMethod method) {
    return engine.programs().get(
        {{"common/fill.vert", "raster/span_vertices.frag"}, corner_constants(method)});
}

} // namespace

Concatenation::Uniforms::Uniforms(const gl::Program& program)
    : stream_size(program.uniform("u_stream_size")),
      inverse_stream_size(program.uniform("u_inverse_stream_size")), end_bias(program.uniform("u_end_bias")),
      descriptors_size(program.uniform("u_descriptors_size")),
      inverse_descriptors_size(program.uniform("u_inverse_descriptors_size")),
      first_block(program.uniform("u_first_block")), target_width(program.uniform("u_target_width")) {}

void Concatenation::Uniforms::set(const StreamLayout& stream, const StreamTexture& descriptors,
                                  float bias) const {
    const auto width = static_cast<float>(stream.width), height = static_cast<float>(stream.height);
    const auto columns = static_cast<float>(descriptors.width()),
               rows = static_cast<float>(descriptors.height());
    glUniform2f(stream_size, width, height);
    glUniform2f(inverse_stream_size, 1.0f / width, 1.0f / height);
    glUniform1f(end_bias, bias);
    glUniform2f(descriptors_size, columns, rows);
    glUniform2f(inverse_descriptors_size, 1.0f / columns, 1.0f / rows);
    glUniform1f(target_width, static_cast<float>(vertex_texture_width));
}

Concatenation::Concatenation(Engine& engine, const StreamLayout& stream, ConcatenationMethod method)
    : engine_(engine), stream_(stream), method_(choose(engine, method)),
      draw_program_(draw_program(engine, method_)), draw_uniforms_(*draw_program_),
      inverse_size_(draw_program_->uniform("u_inverse_size")), vertices_(gl::Buffer::create()) {
    const gl::StateGuard guard;
    assign_samplers(*draw_program_, {"u_descriptors", "u_compacted"});
    const auto blocks =
        static_cast<int>(std::min<std::int64_t>(batch_blocks, stream.padded_size() / min_block));
    const int vertex_count = blocks * vertices_per_block();
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    if (engine.vertex_source() == VertexSource::texture_fetch) {
        std::vector<float> corner_list;
        corner_list.reserve(static_cast<std::size_t>(vertex_count) * 2);
        for (int vertex = 0; vertex < vertex_count; ++vertex) {
            corner_list.push_back(static_cast<float>(vertex / vertices_per_block()));
            corner_list.push_back(static_cast<float>(vertex % vertices_per_block()));
        }
        buffer_bytes_ = static_cast<std::int64_t>(corner_list.size() * sizeof(float));
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(buffer_bytes_), corner_list.data(),
                     GL_STATIC_DRAW);
    } else {
        const gl::SharedProgram program = vertex_program(engine, method_);
        assign_samplers(*program, {"u_descriptors"});
        const int rows = (vertex_count + vertex_texture_width - 1) / vertex_texture_width;
        vertices_computed_ = {program, Uniforms(*program), engine.make_vectors(vertex_texture_width, rows)};
        buffer_bytes_ = vertices_computed_->texture.bytes();
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(buffer_bytes_), nullptr, GL_STREAM_COPY);
    }
    gl::check_errors("setting up the concatenation");
}

void Concatenation::operator()(const StreamTexture& compacted, const StreamTexture& descriptors,
                               std::int64_t block_count, const StreamTexture& output) {
    const StageScope scope(engine_.observer(), stage::concatenation);
    engine_.clear(output);
    for (std::int64_t first = 0; first < block_count; first += batch_blocks) {
        const auto batch = static_cast<int>(first / batch_blocks);
        if (vertices_computed_)
            compute_vertices(descriptors, batch);
        const std::int64_t vertices =
            std::min<std::int64_t>(batch_blocks, block_count - first) * vertices_per_block();
        engine_.draw_pass(pass::concatenate, batch, {{"descriptors", descriptors}, {"compacted", compacted}},
                          {"stream", output}, static_cast<std::uint64_t>(vertices), std::nullopt,
                          [&] { draw_batch(descriptors, first, static_cast<GLsizei>(vertices)); });
    }
}

void Concatenation::compute_vertices(const StreamTexture& descriptors, int batch) {
    glUseProgram(vertices_computed_->program->id());
    vertices_computed_->uniforms.set(stream_, descriptors, end_bias_);
    glUniform1f(vertices_computed_->uniforms.first_block, static_cast<float>(batch) * batch_blocks);
    const StreamTexture& vertices = vertices_computed_->texture;
    engine_.fill(pass::span_vertices, batch, {{"descriptors", descriptors}}, {"vertices", vertices}, 1);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, vertices_.id());
    glReadPixels(0, 0, vertices.width(), vertices.height(), GL_RGBA, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

void Concatenation::draw_batch(const StreamTexture& descriptors, std::int64_t first, GLsizei vertices) {
    glUseProgram(draw_program_->id());
    draw_uniforms_.set(stream_, descriptors, end_bias_);
    glUniform1f(draw_uniforms_.first_block, static_cast<float>(first));
    glUniform2f(inverse_size_, 1.0f / static_cast<float>(stream_.width),
                1.0f / static_cast<float>(stream_.height));
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, vertices_computed_ ? 4 : 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(method_ == ConcatenationMethod::lines ? GL_LINES : GL_QUADS, 0, vertices);
}

std::int64_t Concatenation::scratch_bytes() const {
    return buffer_bytes_ + (vertices_computed_ ? vertices_computed_->texture.bytes() : 0);
}

} // namespace scanline::raster
