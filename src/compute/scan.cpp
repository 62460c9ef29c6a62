#include "scanline/compute/scan.h"
#include "kernel.h"
#include "scan_tile.h"
#include "scanline/core/bits.h"

#include <fmt/format.h>

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
namespace {

// Of scan_tile.comp.
enum class Before { nowhere, totals, look_back };

constexpr int totals_group = 256;
constexpr int add_group = 256;
constexpr int spins = 64; ///< looks at a silent tile before it is reduced by who waits for it

ScanOrder choose_order(Engine& engine, ElementType type, std::optional<ScanOrder> wanted) {
    if (type == ElementType::uint64) {
        if (!engine.capabilities().shader_int64)
            throw Error(ErrorKind::no_opengl,
                        fmt::format("scanning uint64 needs ARB_gpu_shader_int64, which {} lacks: use uint32",
                                    engine.capabilities().renderer));
        if (wanted == ScanOrder::chained)
            throw usage_error("a chained scan of uint64 cannot be: the groups tell each other 32 bits; use "
                              "reduce-then-scan");
        return wanted.value_or(ScanOrder::reduce_then_scan);
    }
    if (wanted)
        return *wanted;
    return engine.chained_allowed() ? ScanOrder::chained : ScanOrder::reduce_then_scan;
}

} // namespace

struct ScanKernels::Parts {
    Parts(Engine& on, ElementType element, const ScanOptions& asked)
        : engine(on), type(element), options(asked), order(choose_order(on, element, asked.order)),
          shape(tile_shape(on, asked.method, asked.partition)) {
        if (order == ScanOrder::chained) {
            tiles.emplace(kernel("scan_tile", Before::look_back));
            return;
        }
        if (order == ScanOrder::reduce_then_scan) {
            reduce.emplace(kernel("scan_reduce", Before::nowhere));
            tiles.emplace(kernel("scan_tile", Before::totals));
        } else {
            tiles.emplace(kernel("scan_tile", Before::nowhere));
            add.emplace(plain_kernel("scan_add", add_group, shape.elements()));
        }
        totals.emplace(plain_kernel("scan_totals", totals_group, std::int64_t{1} << 32));
    }

    Kernel kernel(std::string_view shader, Before before) const {
        gl::Specialization constants = operator_constants(type, options.op);
        constants.merge(shape.constants());
        if (shader != "scan_reduce") {
            constants.emplace("EXCLUSIVE", options.exclusive ? "1" : "0");
            constants.emplace("BEFORE", std::to_string(static_cast<int>(before)));
        }
        if (before == Before::look_back) {
            constants.emplace("SPINS", std::to_string(options.silent_tiles > 0 ? 1 : spins));
            constants.emplace("SILENT", std::to_string(options.silent_tiles));
            constants.emplace("TICKETS", engine.capabilities().software ? "1" : "0");
        }
        return {engine, shader, shape.group, shape.elements(), std::move(constants)};
    }

    Kernel plain_kernel(std::string_view shader, int group, std::int64_t elements_per_group) const {
        gl::Specialization constants = operator_constants(type, options.op);
        constants.emplace("TILE", std::to_string(shape.elements()));
        return {engine, shader, group, elements_per_group, std::move(constants)};
    }

    Engine& engine;
    ElementType type;
    ScanOptions options;
    ScanOrder order;
    TileShape shape;
    std::optional<Kernel> reduce, tiles, totals, add;
};

ScanKernels::ScanKernels(Engine& engine, ElementType type, const ScanOptions& options)
    : parts_(std::make_unique<const Parts>(engine, type, options)) {}
ScanKernels::ScanKernels(ScanKernels&&) noexcept = default;
ScanKernels& ScanKernels::operator=(ScanKernels&&) noexcept = default;
ScanKernels::~ScanKernels() = default;

ScanMethod ScanKernels::method() const {
    return parts_->shape.method;
}
ScanOrder ScanKernels::order() const {
    return parts_->order;
}
int ScanKernels::partition() const {
    return parts_->shape.elements();
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
    const Length length(input.size, count);
    const std::int64_t tiles = divide_rounding_up<std::int64_t>(input.size, parts_->shape.elements());
    if (parts_->order == ScanOrder::chained) {
        parts_->tiles->run(engine, length,
                           {.pass = "scan-tile",
                            .bindings = {{"elements", input}, {"results", output}},
                            .round = engine.look_back().begin(tiles)});
        return;
    }
    const BufferRange totals = operation.scratch().take(parts_->type, tiles);
    const auto scan_tiles = [&] {
        parts_->tiles->run(engine, length,
                           {.pass = "scan-tile",
                            .bindings = {{"elements", input}, {"results", output}, {"totals", totals}}});
    };
    const auto scan_totals = [&] {
        parts_->totals->run(engine, length, {.pass = "scan-totals", .bindings = {{"totals", totals}}});
    };
    if (parts_->order == ScanOrder::reduce_then_scan) {
        parts_->reduce->run(engine, length,
                            {.pass = "scan-reduce", .bindings = {{"elements", input}, {"totals", totals}}});
        scan_totals();
        scan_tiles();
    } else {
        scan_tiles();
        scan_totals();
        parts_->add->run(engine, length,
                         {.pass = "scan-add", .bindings = {{"results", output}, {"totals", totals}}});
    }
}

} // namespace detail
} // namespace scanline::compute
