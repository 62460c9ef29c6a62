#include "scanline/compute/transform.h"
#include "expression.h"

#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

gl::Specialization constants(const Engine& engine, ElementType in, ElementType out,
                             std::string_view expression) {
    Expression{"transform", expression}.require_one();
    require_int64(engine, in, "transforming");
    require_int64(engine, out, "transforming");
    return element_constants(in, {{"RESULT_ELEMENT", constant(out)}, {"MAP", std::string(expression)}});
}

} // namespace

TransformKernel::TransformKernel(Engine& engine, ElementType in, ElementType out,
                                 std::string_view expression) try
    : ElementwiseKernel(engine, "compute/transform", constants(engine, in, out, expression)) {
    finish();
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
