#include "scanline/raster/search.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/passes.h"

#include <GL/glew.h>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace scanline::raster {

namespace {

// A triangle strip; y as expected by shaders/common/fill_rows.vert.
constexpr std::array<float, 8> row_corners{-1.0f, 0.0f, 1.0f, 0.0f, -1.0f, 1.0f, 1.0f, 1.0f};
constexpr GLsizei row_corner_count = 4;

void set_bound(const FillProgram& program, const LoopBound& bound) {
    if (bound.name)
        program.set_int(bound.name, bound.value);
}

} // namespace

gl::Specialization specialize(Payload payload, gl::Specialization constants) {
    constants["EMPTY"] = fmt::format("{:.1f}", empty_element);
    constants["PAYLOAD_INDEX"] = payload == Payload::index ? "1" : "0";
    return constants;
}

Search::Search(Engine& engine, const StreamLayout& layout, Payload payload, const std::string& fragment,
               std::initializer_list<const char*> samplers, LoopBound bound, gl::Specialization constants)
    : engine_(engine), layout_(layout),
      program_(engine, fragment, samplers, specialize(payload, std::move(constants))), bound_(bound) {}

void Search::operator()(std::initializer_list<Engine::Input> inputs, const StreamTexture& output) const {
    const StageScope scope(engine_.observer(), stage::search);
    program_.use(layout_);
    program_.set("u_width", layout_.width);
    set_bound(program_, bound_);
    engine_.fill(pass::search, 0, inputs, {"compacted", output}, std::nullopt);
}

void set_count(const FillProgram& program, const CountTexel& count, std::size_t unit) {
    // Users with a different number of inputs may share the program.
    program.set_int("u_count", static_cast<int>(unit));
    program.set("u_count_position",
                (static_cast<float>(count.x) + 0.5f) / static_cast<float>(count.texture->width()),
                (static_cast<float>(count.y) + 0.5f) / static_cast<float>(count.texture->height()));
    program.set("u_count_weights", count.weights[0], count.weights[1], count.weights[2], count.weights[3]);
    program.set("u_count_bias", count.bias);
}

SurvivorRows::SurvivorRows(Engine& engine, const std::string& fragment,
                           std::initializer_list<const char*> samplers,
                           const gl::Specialization& specialization)
    : engine_(engine), vertices_fetch_(engine.vertex_source() == VertexSource::texture_fetch),
      program_(engine, fragment, samplers, specialization,
               vertices_fetch_ ? "common/fill_rows.vert" : "common/fill.vert"),
      count_unit_(samplers.size()), corners_(gl::Buffer::create()) {
    const gl::StateGuard guard;
    glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
    glBufferData(GL_ARRAY_BUFFER, sizeof row_corners, row_corners.data(), GL_STATIC_DRAW);
    gl::check_room("corners", sizeof row_corners);
}

void SurvivorRows::use(const StreamLayout& layout, const CountTexel& count, int survivors_per_row,
                       int target_rows) const {
    program_.use(layout);
    program_.set("u_inverse_rows", inverse(survivors_per_row), inverse(target_rows));
    set_count(program_, count, count_unit_);
}

void SurvivorRows::draw_behind() const {
    if (vertices_fetch_)
        draw(true);
}

void SurvivorRows::draw(bool behind) const {
    if (!vertices_fetch_) {
        engine_.draw_triangle();
        return;
    }
    program_.set("u_behind", behind);
    glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, row_corner_count);
}

std::int64_t SurvivorRows::scratch_bytes() const {
    return sizeof row_corners;
}

SearchPass::SearchPass(Engine& engine, const StreamLayout& layout,
                       std::initializer_list<const char*> samplers)
    : engine_(engine), layout_(layout), behind_(engine, "raster/constant.frag", samplers) {}

void SearchPass::operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                            const StreamTexture& output, const std::function<void()>& draw_reached) const {
    const StageScope scope(engine_.observer(), stage::search);
    std::vector<Engine::Input> all(inputs);
    all.emplace_back("count", *count.texture, count.area());
    const auto texels = static_cast<std::uint64_t>(output.area().texels());
    engine_.draw_pass(pass::search, 0, all, {"stream", output}, texels, std::nullopt, [&] {
        draw_reached();
        behind_.use(layout_, count, layout_.width, layout_.height);
        behind_.program().set("u_value", empty_element);
        behind_.draw_behind();
    });
}

SurvivorSearch::SurvivorSearch(Engine& engine, const StreamLayout& layout, Payload payload,
                               const std::string& fragment, std::initializer_list<const char*> samplers,
                               LoopBound bound, gl::Specialization constants)
    : layout_(layout), program_(engine, fragment, samplers, specialize(payload, std::move(constants))),
      pass_(engine, layout, samplers), bound_(bound) {}

void SurvivorSearch::operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                                const StreamTexture& output,
                                const std::function<void(const FillProgram&)>& set_uniforms) const {
    pass_(inputs, count, output, [&] {
        program_.use(layout_, count, layout_.width, layout_.height);
        const FillProgram& program = program_.program();
        program.set("u_width", layout_.width);
        program.set("u_elements", layout_.padded_size());
        set_bound(program, bound_);
        if (set_uniforms)
            set_uniforms(program);
        program_.draw_reached();
    });
}

} // namespace scanline::raster
