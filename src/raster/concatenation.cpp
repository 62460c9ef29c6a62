#include "scanline/raster/concatenation.h"

#include "scanline/core/random.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/passes.h"

#include <GL/glew.h>
#include <algorithm>
#include <numeric>
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

Concatenation::Concatenation(Engine& engine, const StreamLayout& stream, ConcatenationMethod method)
    : engine_(engine), stream_(stream), method_(choose(engine, method)),
      draw_program_(draw_program(engine, method_)), vertices_(gl::Buffer::create()) {
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
        vertices_computed_ = {program, engine.make_vectors(vertex_texture_width, rows)};
        buffer_bytes_ = vertices_computed_->texture.bytes();
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(buffer_bytes_), nullptr, GL_STREAM_COPY);
    }
    gl::check_room("vertices", buffer_bytes_);
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

void Concatenation::set_uniforms(const gl::Program& program, const StreamTexture& descriptors,
                                 std::int64_t first_block) const {
    glUseProgram(program.id());
    const auto set_size = [&](const char* size, const char* inverse_size, int width, int height) {
        glUniform2f(program.uniform(size), static_cast<float>(width), static_cast<float>(height));
        glUniform2f(program.uniform(inverse_size), inverse(width), inverse(height));
    };
    set_size("u_stream_size", "u_inverse_stream_size", stream_.width, stream_.height);
    set_size("u_descriptors_size", "u_inverse_descriptors_size", descriptors.width(), descriptors.height());
    glUniform2f(program.uniform("u_inverse_size"), inverse(stream_.width), inverse(stream_.height));
    glUniform1f(program.uniform("u_end_bias"), end_bias_);
    glUniform1f(program.uniform("u_first_block"), static_cast<float>(first_block));
    glUniform1f(program.uniform("u_target_width"), static_cast<float>(vertex_texture_width));
}

void Concatenation::compute_vertices(const StreamTexture& descriptors, int batch) {
    set_uniforms(*vertices_computed_->program, descriptors, std::int64_t{batch} * batch_blocks);
    const StreamTexture& vertices = vertices_computed_->texture;
    engine_.fill(pass::span_vertices, batch, {{"descriptors", descriptors}}, {"vertices", vertices}, 1);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, vertices_.id());
    glReadPixels(0, 0, vertices.width(), vertices.height(), GL_RGBA, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

void Concatenation::draw_batch(const StreamTexture& descriptors, std::int64_t first, GLsizei vertices) {
    set_uniforms(*draw_program_, descriptors, first);
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, vertices_computed_ ? 4 : 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(method_ == ConcatenationMethod::lines ? GL_LINES : GL_QUADS, 0, vertices);
}

std::int64_t Concatenation::scratch_bytes() const {
    return buffer_bytes_ + (vertices_computed_ ? vertices_computed_->texture.bytes() : 0);
}

namespace {

// Counts for the cases in which lines differ, then random ones.
int pick_count(std::int64_t block, int size, Random& random) {
    switch (block % 8) {
    case 0: return size;
    case 1: return 0;
    case 2: return 1;
    case 3: return size - 1;
    default: return random.between(0, size);
    }
}

bool exact_in(Engine& engine, const StreamLayout& layout, float end_bias) {
    Random random(static_cast<std::uint64_t>(layout.width));
    std::vector<float> blocks(static_cast<std::size_t>(layout.padded_size()));
    std::iota(blocks.begin(), blocks.end(), 0.0f);
    std::vector<float> expected;
    std::vector<float> descriptors;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const int count = pick_count(block, layout.block, random);
        const std::int64_t start = block * layout.block;
        descriptors.insert(descriptors.end(),
                           {static_cast<float>(start % layout.width),
                            static_cast<float>(start / layout.width), static_cast<float>(expected.size()),
                            static_cast<float>(count)});
        for (int i = 0; i < count; ++i)
            expected.push_back(static_cast<float>(start + i));
    }
    expected.resize(blocks.size(), empty_element);

    const StreamTexture compacted = engine.make_stream(layout);
    const StreamTexture output = engine.make_stream(layout);
    engine.upload(compacted, layout, blocks);
    const StreamTexture table = engine.make_vectors(static_cast<int>(layout.blocks()), 1);
    glBindTexture(GL_TEXTURE_2D, table.texture());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, table.width(), 1, GL_RGBA, GL_FLOAT, descriptors.data());
    Concatenation concatenate(engine, layout, ConcatenationMethod::lines);
    concatenate.set_end_bias(end_bias);
    concatenate(compacted, table, layout.blocks(), output);
    return engine.read(output, output.area()) == expected;
}

} // namespace

bool lines_are_exact(Engine& engine, float end_bias) {
    const gl::StateGuard guard;
    const ObserverScope unobserved(engine, nullptr);
    const int widest = std::min(max_block, engine.max_side());
    const bool exact = exact_in(engine, {std::int64_t{64} * 64, 16, 64, 64}, end_bias) &&
                       exact_in(engine, {std::int64_t{widest} * 8, 256, widest, 8}, end_bias);
    gl::check_errors("trying the driver's lines");
    return exact;
}

bool Engine::lines_exact() {
    if (!lines_exact_)
        lines_exact_ = lines_are_exact(*this);
    return *lines_exact_;
}

} // namespace scanline::raster
