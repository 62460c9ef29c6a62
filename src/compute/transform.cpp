#include "scanline/compute/transform.h"
#include "kernel.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

// In messages, whose first line is one line.
std::string on_one_line(std::string_view expression) {
    std::string line;
    for (const char c : expression) {
        if (static_cast<unsigned char>(c) < ' ' && c != '\t')
            line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            line += c;
    }
    return line;
}

Error refusal(std::string_view expression, std::string_view why) {
    return usage_error(fmt::format("transform: the expression '{}' {}", on_one_line(expression), why));
}

bool parentheses_match(std::string_view expression) {
    int open = 0;
    for (const char c : expression) {
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (open < 0)
            return false;
    }
    return open == 0;
}

// What would reach beyond the place in the shader where the expression goes.
void require_expression(std::string_view expression) {
    if (expression.find_first_not_of(" \t") == std::string_view::npos)
        throw refusal(expression, "is empty: give one in GLSL of x, the element, and i, its index");
    if (std::ranges::any_of(expression,
                            [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; }))
        throw refusal(expression, "holds a line break or another control character: write it on one line");
    for (const std::string_view part : {"#", ";", "{", "}", "\\", "//", "/*"}) {
        if (expression.find(part) != std::string_view::npos)
            throw refusal(expression, fmt::format("holds '{}': give one expression, without directives, "
                                                  "statements and comments",
                                                  part));
    }
    if (!parentheses_match(expression))
        throw refusal(expression,
                      "has parentheses that do not match: close those that are open, and no more");
}

void require_integers(const Engine& engine, ElementType in, ElementType out) {
    if ((in == ElementType::uint64 || out == ElementType::uint64) && !engine.capabilities().shader_int64)
        throw Error(ErrorKind::no_opengl,
                    fmt::format("transforming uint64 needs ARB_gpu_shader_int64, which {} lacks: use uint32",
                                engine.capabilities().renderer));
}

gl::Specialization constants(const Engine& engine, ElementType in, ElementType out,
                             std::string_view expression) {
    require_expression(expression);
    require_integers(engine, in, out);
    gl::Specialization all = element_constants(in);
    all.emplace("RESULT_ELEMENT", std::to_string(static_cast<int>(out)));
    all.emplace("MAP", expression);
    return all;
}

} // namespace

TransformKernel::TransformKernel(Engine& engine, ElementType in, ElementType out,
                                 std::string_view expression) try
    : SingleKernel(engine, "transform", constants(engine, in, out, expression)) {
} catch (const Error& error) {
    if (error.kind() != ErrorKind::failure)
        throw;
    throw refusal(expression, fmt::format("does not compile as GLSL that takes {} to {}: {}", to_string(in),
                                          to_string(out), error.what()));
}

void TransformKernel::run(const BufferRange& input, const BufferRange& output,
                          const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "transform");
    operation.require_fits(input, "input");
    operation.require_size(output, input.size, "output");
    operation.require_same_or_apart(input, "input", output, "output");
    const Length length = counted(operation, input.size, count, output);
    const StageScope stage(engine().observer(), "transform");
    kernel().run(engine(), length,
                 {.pass = "transform", .bindings = {{"elements", input}, {"results", output}}});
}

} // namespace scanline::compute::detail
