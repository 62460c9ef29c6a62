#include "scanline/compute/split.h"

namespace scanline::compute::detail {

SplitKernel::SplitKernel(Engine& engine, ElementType type, bool segmented)
    : ElementwiseKernel(engine, "compute/split",
                        element_constants(type, {{"SEGMENTED", segmented ? "1" : "0"}})),
      segmented_(segmented) {
    require_int64(engine, type, "splitting");
}

void SplitKernel::run(const BufferRange& input, const std::optional<BufferRange>& heads,
                      const BufferRange& flags, const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), segmented_ ? "segmented split" : "split");
    operation.require_fits(input, "input");
    operation.require_size(flags, input.size, "flags");
    operation.require_apart(input, "input", flags, "flags");
    if (heads) {
        operation.require_size(*heads, input.size, "heads");
        operation.require_same_or_apart(*heads, "heads", flags, "flags");
    }
    operation.require_count(count, flags);
    const StageScope stage(engine().observer(), operation.name());
    std::vector<Kernel::Binding> bindings{{"elements", input}};
    if (heads)
        bindings.push_back({"heads", *heads});
    bindings.push_back({"flags", flags});
    ElementwiseKernel::run({input.size, count}, {.pass = "split", .bindings = std::move(bindings)});
}

} // namespace scanline::compute::detail
