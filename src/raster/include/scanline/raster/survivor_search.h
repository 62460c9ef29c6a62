#pragma once
#include "scanline/raster/block_compaction.h"
#include "scanline/raster/stream_compaction.h"

#include <initializer_list>
#include <string>

namespace scanline::raster {

/// The last stage of the algorithms that work on the whole stream: for every output position below the number
/// of survivors a search for the source position, which each does in a fragment program of its own. Stage:
/// search; passes: clear, search.
///
/// Only the rows that survivors reach are drawn. Their number is known on the GPU alone, so a vertex shader
/// fetches it and moves the top of the rectangle; where vertex shaders cannot fetch, all rows are drawn. The
/// fragment program itself must leave out the end of the last row: it writes EMPTY and returns where its
/// position is not below survivor_count() of shaders/common/survivors.glsl.
class SurvivorSearch {
public:
    /// fragment: includes common/stream.glsl, common/survivors.glsl and raster/payload.glsl. samplers: of the
    /// inputs in their order, u_values first, three at most: the count takes the next texture unit. Uniforms
    /// that are set where the program has them: the loop's bound; u_elements, the padded stream's.
    SurvivorSearch(Engine& engine, const StreamLayout& layout, Payload payload, const std::string& fragment,
                   std::initializer_list<const char*> samplers, Search::LoopBound bound,
                   gl::Specialization constants = {});

    /// inputs: the values first. output: of the layout.
    void operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                    const StreamTexture& output) const;

    std::int64_t scratch_bytes() const;

private:
    void set_uniforms(const CountTexel& count) const;
    void draw_rows() const;

    Engine& engine_;
    StreamLayout layout_;
    bool vertices_fetch_;
    FillProgram program_;
    GLint width_, elements_, bound_, count_position_, count_weights_, count_bias_;
    int bound_value_;
    gl::Buffer corners_;
};

} // namespace scanline::raster
