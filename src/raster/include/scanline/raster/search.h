#pragma once
#include "scanline/raster/compaction.h"
#include "scanline/raster/fill_program.h"

#include <functional>
#include <initializer_list>
#include <string>

/// The last stage that the algorithms share: for every output position below the number of survivors a search
/// for the source position, which each does in a fragment program of its own.
namespace scanline::raster {

/// The constants of shaders/raster/payload.glsl, added to those of a search's own.
gl::Specialization specialize(Payload payload, gl::Specialization constants);

/// The most iterations of a search's loop, as an int uniform: compilers unroll constant loops, and an
/// unrolled search cannot end early.
struct LoopBound {
    const char* name = nullptr; ///< null where the loop needs none
    int value = 0;
};

/// The search of the algorithms that compact blocks. Stage and pass: search.
class Search {
public:
    /// samplers: in the order of the inputs, u_values first. `constants` are added to the specialisation for
    /// the payload.
    Search(Engine& engine, const StreamLayout& layout, Payload payload, const std::string& fragment,
           std::initializer_list<const char*> samplers, LoopBound bound, gl::Specialization constants = {});

    /// inputs: the values first.
    void operator()(std::initializer_list<Engine::Input> inputs, const StreamTexture& output) const;

private:
    Engine& engine_;
    StreamLayout layout_;
    FillProgram program_;
    LoopBound bound_;
};

/// Sets the uniforms of shaders/common/survivors.glsl; the program is current. unit: where the pass has the
/// texture of the count.
void set_count(const FillProgram& program, const CountTexel& count, std::size_t unit);

/// A fragment program that is drawn over the rows of a target that survivors reach, or over those behind
/// them. Their number is known on the GPU alone, so a vertex shader fetches it and moves the edge of the
/// rectangle. Where vertex shaders cannot fetch, all rows are drawn and none are left behind: the program
/// must be right there too.
class SurvivorRows {
public:
    /// samplers: of the inputs in their order. The count takes the next texture unit, so that the inputs of
    /// the pass end with its texture.
    SurvivorRows(Engine& engine, const std::string& fragment, std::initializer_list<const char*> samplers,
                 const gl::Specialization& specialization = {});

    /// For uniforms of its own.
    const FillProgram& program() const { return program_; }

    /// Makes it the current program and sets the uniforms of shaders/common/stream.glsl for textures of the
    /// layout, and those of survivors.glsl. A row of the target, which has `target_rows`, stands for
    /// `survivors_per_row` survivors, a power of two.
    void use(const StreamLayout& layout, const CountTexel& count, int survivors_per_row,
             int target_rows) const;

    /// Inside a pass whose target and inputs are bound, after use().
    void draw_reached() const { draw(false); }
    void draw_behind() const;

    std::int64_t scratch_bytes() const;

private:
    void draw(bool behind) const;

    Engine& engine_;
    bool vertices_fetch_;
    FillProgram program_;
    std::size_t count_unit_;
    gl::Buffer corners_;
};

/// The pass in which algorithms that work on the whole stream write their output, for whoever draws the rows
/// that survivors reach: those behind them are filled with empty_element, which costs a clear of the whole
/// output less. Stage and pass: search.
class SearchPass {
public:
    /// samplers: of the programs that draw, in the order of the inputs: all draw with the textures of one
    /// pass, and the count takes the next unit.
    SearchPass(Engine& engine, const StreamLayout& layout, std::initializer_list<const char*> samplers);

    /// inputs: the values first. output: of the layout. draw_reached: draws the rows that survivors reach.
    void operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                    const StreamTexture& output, const std::function<void()>& draw_reached) const;

    std::int64_t scratch_bytes() const { return behind_.scratch_bytes(); }

private:
    Engine& engine_;
    StreamLayout layout_;
    SurvivorRows behind_;
};

/// The search of the algorithms that work on the whole stream. Stage and pass: search.
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
                   std::initializer_list<const char*> samplers, LoopBound bound,
                   gl::Specialization constants = {});

    /// inputs: the values first. output: of the layout. set_uniforms: called with the program, which is
    /// current, for what it has beyond the above.
    void operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                    const StreamTexture& output,
                    const std::function<void(const FillProgram&)>& set_uniforms = {}) const;

    std::int64_t scratch_bytes() const { return program_.scratch_bytes() + pass_.scratch_bytes(); }

private:
    StreamLayout layout_;
    SurvivorRows program_;
    SearchPass pass_;
    LoopBound bound_;
};

} // namespace scanline::raster
