#pragma once
#include "scanline/raster/survivor_rows.h"

#include <functional>
#include <initializer_list>

namespace scanline::raster {

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
    GLint behind_value_;
};

} // namespace scanline::raster
