#include "scanline/compute/scan.h"

namespace scanline::compute {

void require_scan(ElementType type, const ScanOptions& options, bool segmented) {
    if (options.order && !can_scan(type, *options.order))
        throw usage_error("a chained scan of uint64 is not possible: groups exchange only 32 bits; use "
                          "reduce-then-scan");
    if (segmented && options.order == ScanOrder::scan_then_add)
        throw usage_error("a segmented scan in the order scan-then-add is not possible: sums must end where "
                          "a segment begins; use reduce-then-scan");
    require_partition(options.method, options.partition, scanned_words(type, segmented));
}

namespace detail {
namespace {

TilePasses make_passes(Engine& engine, ElementType type, const ScanOptions& options, bool segmented) {
    require_int64(engine, type, "scanning");
    require_scan(type, options, segmented);
    return {engine,
            segmented ? ElementType::pair : type,
            choose_order(engine, type, options.order),
            tile_shapes(engine, options.method, options.partition, scanned_words(type, segmented)),
            {.pass = "scan-tile",
             .stem = "compute/scan_tile",
             .elements = operator_constants(type, options.op,
                                            {{"COUNTS", "0"}, {"SEGMENTED", segmented ? "1" : "0"}}),
             .own = {{"EXCLUSIVE", options.exclusive ? "1" : "0"}},
             .inputs = segmented ? 2 : 1,
             .bindings = segmented ? 3 : 2,
             .silent_tiles = options.silent_tiles}};
}

} // namespace

ScanKernels::ScanKernels(Engine& engine, ElementType type, const ScanOptions& options, bool segmented)
    : engine_(&engine), segmented_(segmented), passes_(make_passes(engine, type, options, segmented)) {}

void ScanKernels::run(const BufferRange& input, const std::optional<BufferRange>& heads,
                      const BufferRange& output, const std::optional<BufferRange>& count) const {
    Operation operation(*engine_, segmented_ ? "segmented scan" : "scan");
    operation.require_fits(input, "input");
    operation.require_size(output, input.size, "output");
    operation.require_same_or_apart(input, "input", output, "output");
    if (heads) {
        operation.require_size(*heads, input.size, "flags");
        operation.require_apart(*heads, "flags", output, "output");
    }
    operation.require_count(count, output);
    if (input.size == 0)
        return;
    const StageScope stage(engine_->observer(), operation.name());
    std::vector<Kernel::Binding> bindings{{"elements", input}};
    if (heads)
        bindings.push_back({"flags", *heads});
    TilePasses::Run run{.inputs = bindings, .bindings = bindings};
    run.output = run.bindings.size();
    run.bindings.push_back({"results", output});
    passes_.run(*engine_, operation, Length(input.size, count), run);
}

} // namespace detail
} // namespace scanline::compute
