#pragma once
#include "scanline/raster/block_compaction.h"
#include "scanline/raster/search_pass.h"

#include <functional>
#include <initializer_list>
#include <string>

namespace scanline::raster {

/// The last stage of the algorithms that work on the whole stream: for every output position below the number
/// of survivors a search for the source position, which each does in a fragment program of its own. Stage and
/// pass: search.
///
/// Only the rows that survivors reach are searched, see SearchPass. The fragment program itself must leave
/// out the end of the last row: it writes EMPTY and returns where its position is not below survivor_count()
/// of shaders/common/survivors.glsl.
class SurvivorSearch {
public:
    /// fragment: includes common/stream.glsl and raster/payload.glsl. samplers: of the inputs in their order,
    /// u_values first; the count takes the next texture unit. Uniforms that are set where the program has
    /// them: the loop's bound; u_elements, the padded stream's.
    SurvivorSearch(Engine& engine, const StreamLayout& layout, Payload payload, const std::string& fragment,
                   std::initializer_list<const char*> samplers, Search::LoopBound bound,
                   gl::Specialization constants = {});

    GLint uniform(const char* name) const { return program_.uniform(name); }

    /// inputs: the values first. output: of the layout. set_uniforms: called with the program current, for
    /// what it has beyond the above.
    void operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                    const StreamTexture& output, const std::function<void()>& set_uniforms = {}) const;

    std::int64_t scratch_bytes() const { return program_.scratch_bytes() + pass_.scratch_bytes(); }

private:
    StreamLayout layout_;
    SurvivorRows program_;
    SearchPass pass_;
    GLint width_, elements_, bound_;
    int bound_value_;
};

} // namespace scanline::raster
