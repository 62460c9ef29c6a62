#pragma once
#include "scanline/raster/compaction.h"
#include "scanline/raster/fill_program.h"

#include <functional>
#include <initializer_list>
#include <string>

/// The final stage of all algorithms: for every output position below the number of survivors, a fragment
/// program searches for the source position. Each algorithm has its own program.
namespace scanline::raster {

/// Adds the constants of shaders/raster/payload.glsl to those of a search.
gl::Specialization specialize(Payload payload, gl::Specialization constants);

/// The maximum iterations of a search loop. An int uniform, because compilers unroll constant loops, and an
/// unrolled search cannot end early.
struct LoopBound {
    const char* name = nullptr; ///< null if the loop needs none
    int value = 0;
};

/// The search of blockwise algorithms. Stage and pass: search.
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

/// Sets the uniforms of shaders/common/survivors.glsl; the program must be current. unit: the texture unit of
/// the count.
void set_count(const FillProgram& program, const CountTexel& count, std::size_t unit);

/// A fragment program drawn over the rows of a target that survivors reach, or over the rows after them. Only
/// the GPU knows their number, so a vertex shader fetches it and moves the edge of the rectangle. If vertex
/// shaders cannot fetch, all rows count as reached: the program must be correct there too.
class SurvivorRows {
public:
    /// samplers: in the order of the inputs. The count uses the next texture unit, so its texture is the last
    /// input of the pass.
    SurvivorRows(Engine& engine, const std::string& fragment, std::initializer_list<const char*> samplers,
                 const gl::Specialization& specialization = {});

    /// For setting further uniforms.
    const FillProgram& program() const { return program_; }

    /// Makes it the current program and sets the uniforms of shaders/common/stream.glsl for textures of the
    /// layout, and those of survivors.glsl. The target has `target_rows` rows; each holds `survivors_per_row`
    /// survivors, a power of two.
    void use(const StreamLayout& layout, const CountTexel& count, int survivors_per_row,
             int target_rows) const;

    /// Call after use(), inside a pass whose target and inputs are bound.
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

/// The output pass of algorithms on the whole stream. The caller draws the rows that survivors reach; this
/// fills the rows after them with empty_element, which saves clearing the whole output. Stage and pass:
/// search.
class SearchPass {
public:
    /// samplers: of all programs that draw in the pass, in the order of its inputs; the count uses the next
    /// unit.
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

/// The search of algorithms on the whole stream. Stage and pass: search.
///
/// Only the rows that survivors reach are searched, see SearchPass. The fragment program itself handles the
/// end of the last row: it writes EMPTY and returns if its position is not below survivor_count() of
/// shaders/common/survivors.glsl.
class SurvivorSearch {
public:
    /// fragment: includes common/stream.glsl and raster/payload.glsl. samplers: in the order of the inputs,
    /// u_values first; the count uses the next texture unit. Sets the loop bound and u_elements (elements of
    /// the padded stream) if the program has them.
    SurvivorSearch(Engine& engine, const StreamLayout& layout, Payload payload, const std::string& fragment,
                   std::initializer_list<const char*> samplers, LoopBound bound,
                   gl::Specialization constants = {});

    /// inputs: the values first. output: of the layout. set_uniforms: called with the current program to set
    /// further uniforms.
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
