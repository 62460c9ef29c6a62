#pragma once
#include "scanline/scan_trace/simulate.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::scan_trace {

/// Part of the line of a shader that does the same as a line of pseudo-code.
struct ShaderLine {
    std::string_view shader; ///< "compute/scan_tile.comp", which may include it; empty: none does
    std::string_view text;
};
/// Finds the shader line for a line of a variant's pseudo-code.
ShaderLine shader_line(const Spec& spec, std::string_view text);

/// A variant as pseudo-code for one of its lanes.
struct Code {
    std::string title;              ///< "Recursive doubling"
    std::vector<std::string> lines; ///< indented by two spaces a level
    std::vector<ShaderLine> glsl;   ///< of each line
    std::string_view source;        ///< the paper, and its section if there is one
};
Code code_of(const Spec& spec);

/// A line of the code that a lane runs in a step.
struct Ran {
    std::size_t line = 0; ///< of Code::lines
    std::string value;    ///< what it computes: "4 + 1 = 5", "y3 = 11"; empty if nothing
};
/// The lines that an event of simulate(spec) runs, in ascending order; none if the lane is held.
///
///     const Spec spec{.variant = Variant::hillis_steele, .input = {3, 1, 7, 0}};
///     const Timeline timeline = simulate(spec);
///     lines_run(spec, timeline, {0, 2})   // "b[i] = a[i - d] + a[i]", "1 + 7 = 8"
std::vector<Ran> lines_run(const Spec& spec, const Timeline& timeline, EventId event);

} // namespace scanline::scan_trace
