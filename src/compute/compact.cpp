#include "scanline/compute/compact.h"
#include "expression.h"
#include "scanline/core/bits.h"

#include <fmt/format.h>

namespace scanline::compute {

void require_compact(const CompactOptions& options, detail::Rejected rejected) {
    const bool both = rejected == detail::Rejected::behind;
    if (options.order && (!can_compact(*options.order) || (both && options.order == ScanOrder::chained)))
        throw usage_error(fmt::format("{} in the order {} is not possible: use reduce-then-scan",
                                      both ? "a partition" : "a compaction", to_string(*options.order)));
    require_partition(options.method, options.partition, 1);
}

namespace detail {
namespace {

ScanOrder order_of(Engine& engine, Rejected rejected, std::optional<ScanOrder> wanted) {
    if (rejected == Rejected::behind)
        return ScanOrder::reduce_then_scan;
    return choose_order(engine, ElementType::uint32, wanted);
}

TilePasses make_passes(Engine& engine, ElementType type, std::optional<std::string_view> predicate,
                       Rejected rejected, const CompactOptions& options) {
    require_compact(options, rejected);
    gl::Specialization elements = operator_constants(ElementType::uint32, Operator::sum,
                                                     {{"COUNTS", "1"}, {"PAYLOAD", constant(type)}});
    if (options.flags == FlagSize::byte)
        elements.emplace("BYTE_FLAGS", "1");
    if (predicate) {
        Expression{"compact", *predicate}.require_one();
        elements.emplace("PREDICATE(x, i)", fmt::format("({})", *predicate));
    }
    return {engine,
            ElementType::uint32,
            order_of(engine, rejected, options.order),
            tile_shapes(engine, options.method, options.partition),
            {.pass = "compact-tile",
             .stem = "compute/compact_tile",
             .elements = std::move(elements),
             .own = {{"BOTH", rejected == Rejected::behind ? "1" : "0"}},
             .inputs = 2,
             .bindings = 4,
             .silent_tiles = options.silent_tiles}};
}

} // namespace

CompactKernels::CompactKernels(Engine& engine, ElementType type, std::optional<std::string_view> predicate,
                               Rejected rejected, const CompactOptions& options) try
    : engine_(&engine), name_(rejected == Rejected::behind ? "partition" : "compact"),
      flag_size_(options.flags), passes_(make_passes(engine, type, predicate, rejected, options)) {
    if (predicate)
        passes_.finish();
} catch (const Error& error) {
    if (!predicate || error.kind() != ErrorKind::failure)
        throw;
    throw Expression{"compact", *predicate}.refusal(
        fmt::format("does not compile as GLSL that selects {}: {}", to_string(type), error.what()));
}

void CompactKernels::run(const BufferRange& input, const std::optional<BufferRange>& flags,
                         const BufferRange& output, const BufferRange& selected,
                         const std::optional<BufferRange>& count) const {
    Operation operation(*engine_, name_);
    operation.require_fits(input, "input");
    operation.require_fits(output, "output");
    operation.require_at_least(selected, 1, "selected");
    operation.require_apart(selected, "selected", output, "output");
    const auto require_read = [&](const BufferRange& range, std::string_view what) {
        operation.require_apart(range, what, output, "output");
        operation.require_apart(range, what, selected, "selected");
    };
    require_read(input, "input");
    if (flags) {
        const std::int64_t each = flag_size_ == FlagSize::byte ? 4 : 1;
        operation.require_size(*flags, divide_rounding_up(input.size, each), "flags");
        require_read(*flags, "flags");
    }
    if (count) {
        operation.require_at_least(*count, 1, "count");
        require_read(*count, "count");
    }
    const StageScope stage(engine_->observer(), name_);
    // A predicate has no flags; the buffer bound instead is not read.
    const Kernel::Binding elements{"elements", input};
    const Kernel::Binding chosen =
        flags ? Kernel::Binding{"flags", *flags, flag_size_ == FlagSize::word} : elements;
    passes_.run(*engine_, operation, Length(input.size, count),
                {.inputs = {elements, chosen},
                 .bindings = {elements, chosen, {"output", output, false}, {"selected", selected, false}},
                 .uniforms = {static_cast<std::uint32_t>(output.size)},
                 .output = 2,
                 .always = true});
}

} // namespace detail
} // namespace scanline::compute
