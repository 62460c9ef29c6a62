#include "scanline/compute/scan.h"
#include "scanline/compute/tile_passes.h"
#include "scanline/core/bits.h"

#include <fmt/format.h>

namespace scanline::compute {
namespace {

constexpr int least_partition = 256;
constexpr int most_partition = 16'384;
constexpr int most_in_shared_memory = 4096; // words, of the 32 KiB that every driver has, and some padding

} // namespace

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

PartitionLimits partition_limits(std::optional<ScanMethod> method, int value_words) {
    return {least_partition,
            method == ScanMethod::tree ? most_in_shared_memory / value_words : most_partition};
}

void require_scan(ElementType type, const ScanOptions& options, bool segmented) {
    if (options.order && !can_scan(type, *options.order))
        throw usage_error("a chained scan of uint64 cannot be: the groups tell each other 32 bits; use "
                          "reduce-then-scan");
    if (segmented && options.order == ScanOrder::scan_then_add)
        throw usage_error(
            "a segmented scan in the order scan-then-add cannot be: what is added must end where "
            "a segment begins; use reduce-then-scan");
    detail::require_partition(options.method, options.partition, scanned_words(type, segmented));
}

namespace detail {

void require_partition(std::optional<ScanMethod> method, std::optional<int> partition, int value_words) {
    if (!partition)
        return;
    const PartitionLimits limits = partition_limits(method, value_words);
    if (!is_power_of_two(*partition) || *partition < limits.least || *partition > limits.most)
        throw usage_error(
            fmt::format("a partition of {} elements cannot be scanned{}: it takes a power of two "
                        "from {} to {}",
                        *partition, method ? fmt::format(" by the method {}", to_string(*method)) : "",
                        limits.least, limits.most));
}

struct ScanKernels::Parts {
    Engine& engine;
    bool segmented;
    TilePasses passes;
};

ScanKernels::ScanKernels(Engine& engine, ElementType type, const ScanOptions& options, bool segmented) {
    require_int64(engine, type, "scanning");
    require_scan(type, options, segmented);
    gl::Specialization elements = operator_constants(type, options.op);
    elements.emplace("COUNTS", "0");
    elements.emplace("SEGMENTED", segmented ? "1" : "0");
    parts_ = std::make_unique<const Parts>(
        Parts{engine,
              segmented,
              {engine,
               segmented ? ElementType::pair : type,
               choose_order(engine, type, options.order),
               tile_shapes(engine, options.method, options.partition, scanned_words(type, segmented)),
               {.pass = "scan-tile",
                .stem = "compute/scan_tile",
                .elements = std::move(elements),
                .own = {{"EXCLUSIVE", options.exclusive ? "1" : "0"}},
                .inputs = segmented ? 2 : 1,
                .bindings = segmented ? 3 : 2,
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

void ScanKernels::run(const BufferRange& input, const std::optional<BufferRange>& heads,
                      const BufferRange& output, const std::optional<BufferRange>& count) const {
    Engine& engine = parts_->engine;
    Operation operation(engine, parts_->segmented ? "segmented scan" : "scan");
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
    const StageScope stage(engine.observer(), operation.name());
    std::vector<Kernel::Binding> bindings{{"elements", input}};
    if (heads)
        bindings.push_back({"flags", *heads});
    TilePasses::Run run{.inputs = bindings, .bindings = bindings};
    run.output = run.bindings.size();
    run.bindings.push_back({"results", output});
    parts_->passes.run(engine, operation, Length(input.size, count), run);
}

} // namespace detail
} // namespace scanline::compute
