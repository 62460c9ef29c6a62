#include "scanline/compute/gather_scatter.h"

#include <fmt/format.h>

namespace scanline::compute::detail {

namespace {

std::string_view name_of(IndexedKernel::Names names) {
    switch (names) {
    case IndexedKernel::Names::elements: return "gather";
    case IndexedKernel::Names::results: return "scatter";
    }
    return "";
}

} // namespace

IndexedKernel::IndexedKernel(Engine& engine, ElementType type, Names names)
    : ElementwiseKernel(engine, fmt::format("compute/{}", name_of(names)), moved_constants(type)),
      names_(names) {}

void IndexedKernel::run(const BufferRange& input, const BufferRange& indices, const BufferRange& output,
                        const std::optional<BufferRange>& count) const {
    const bool gathers = names_ == Names::elements;
    const std::string_view name = name_of(names_);
    const Operation operation(engine(), name);
    operation.require_fits(input, "input");
    operation.require_size(indices, gathers ? output.size : input.size, "index array");
    operation.require_fits(output, "output");
    operation.require_apart(input, "input", output, "output");
    operation.require_apart(indices, "index array", output, "output");
    operation.require_count(count, output);
    const StageScope stage(engine().observer(), name);
    ElementwiseKernel::run({indices.size, count},
                           {.pass = name,
                            .bindings = {{"elements", input}, {"indices", indices}, {"results", output}},
                            .uniforms = {static_cast<std::uint32_t>(gathers ? input.size : output.size)}});
}

} // namespace scanline::compute::detail
