#include "scanline/compute/transform.h"
#include "expression.h"

#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

void require_integers(const Engine& engine, ElementType in, ElementType out) {
    if ((in == ElementType::uint64 || out == ElementType::uint64) && !engine.capabilities().shader_int64)
        throw Error(ErrorKind::no_opengl,
                    fmt::format("transforming uint64 needs ARB_gpu_shader_int64, which {} lacks: use uint32",
                                engine.capabilities().renderer));
}

gl::Specialization constants(const Engine& engine, ElementType in, ElementType out,
                             std::string_view expression) {
    Expression{"transform", expression}.require_one();
    require_integers(engine, in, out);
    gl::Specialization all = element_constants(in);
    all.emplace("RESULT_ELEMENT", std::to_string(static_cast<int>(out)));
    all.emplace("MAP", expression);
    return all;
}

} // namespace

TransformKernel::TransformKernel(Engine& engine, ElementType in, ElementType out,
                                 std::string_view expression) try
    : ElementwiseKernel(engine, "compute/transform", constants(engine, in, out, expression)) {
} catch (const Error& error) {
    if (error.kind() != ErrorKind::failure)
        throw;
    throw Expression{"transform", expression}.refusal(fmt::format(
        "does not compile as GLSL that takes {} to {}: {}", to_string(in), to_string(out), error.what()));
}

void TransformKernel::run(const BufferRange& input, const BufferRange& output,
                          const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "transform");
    operation.require_fits(input, "input");
    operation.require_size(output, input.size, "output");
    operation.require_same_or_apart(input, "input", output, "output");
    operation.require_count(count, output);
    const StageScope stage(engine().observer(), "transform");
    ElementwiseKernel::run({input.size, count},
                           {.pass = "transform", .bindings = {{"elements", input}, {"results", output}}});
}

} // namespace scanline::compute::detail
