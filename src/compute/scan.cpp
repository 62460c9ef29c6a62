#include "scanline/compute/scan.h"
#include "tile_passes.h"

namespace scanline::compute {

std::string_view to_string(ScanMethod method) {
    switch (method) {
    case ScanMethod::horizontal: return "horizontal";
    case ScanMethod::tree: return "tree";
    case ScanMethod::vertical: return "vertical";
    }
    return "";
}

std::string_view to_string(ScanOrder order) {
    switch (order) {
    case ScanOrder::scan_then_add: return "scan-then-add";
    case ScanOrder::reduce_then_scan: return "reduce-then-scan";
    case ScanOrder::chained: return "chained";
    }
    return "";
}

namespace detail {

struct ScanKernels::Parts {
    Engine& engine;
    TilePasses passes;
};

ScanKernels::ScanKernels(Engine& engine, ElementType type, const ScanOptions& options) {
    require_int64(engine, type, "scanning");
    gl::Specialization elements = operator_constants(type, options.op);
    elements.emplace("COUNTS", "0");
    parts_ = std::make_unique<const Parts>(Parts{engine,
                                                 {engine,
                                                  type,
                                                  choose_order(engine, type, options.order),
                                                  tile_shape(engine, options.method, options.partition),
                                                  {.stem = "scan_tile",
                                                   .elements = std::move(elements),
                                                   .own = {{"EXCLUSIVE", options.exclusive ? "1" : "0"}},
                                                   .inputs = 1,
                                                   .silent_tiles = options.silent_tiles}}});
}
ScanKernels::ScanKernels(ScanKernels&&) noexcept = default;
ScanKernels& ScanKernels::operator=(ScanKernels&&) noexcept = default;
ScanKernels::~ScanKernels() = default;

ScanMethod ScanKernels::method() const {
    return parts_->passes.shape().method;
}
ScanOrder ScanKernels::order() const {
    return parts_->passes.order();
}
int ScanKernels::partition() const {
    return parts_->passes.shape().elements();
}

void ScanKernels::run(const BufferRange& input, const BufferRange& output,
                      const std::optional<BufferRange>& count) const {
    Engine& engine = parts_->engine;
    Operation operation(engine, "scan");
    operation.require_fits(input, "input");
    operation.require_size(output, input.size, "output");
    operation.require_same_or_apart(input, "input", output, "output");
    if (count)
        operation.require_at_least(*count, 1, "count");
    if (input.size == 0)
        return;
    const StageScope stage(engine.observer(), "scan");
    parts_->passes.run(
        engine, operation, Length(input.size, count),
        {.inputs = {{"elements", input}}, .bindings = {{"elements", input}, {"results", output}}});
}

} // namespace detail
} // namespace scanline::compute
