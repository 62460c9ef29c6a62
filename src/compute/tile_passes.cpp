#include "scanline/compute/tile_passes.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::compute {

namespace {

constexpr int min_partition = 256;
constexpr int max_partition = 16'384;
constexpr int max_in_shared_memory = 4096; // words; with padding, within the 32 KiB that every driver has

struct Preference {
    ScanMethod method;
    int partition;       ///< elements of a tile
    int small_partition; ///< for arrays of few tiles
    int group;
};

// Measured on an H200 and on llvmpipe. None is a tree, so each supports the partitions allowed without a
// method.
Preference preference(const Engine& engine) {
    if (engine.capabilities().software)
        return {ScanMethod::vertical, 2048, 2048, 8};
    if (engine.tier() == Tier::subgroup)
        return {ScanMethod::horizontal, 8192, 2048, 512};
    return {ScanMethod::vertical, 2048, 2048, 128};
}

// BEFORE of scan_tile.comp.
enum class Before { nowhere, totals, look_back };

constexpr int totals_group = 256;
constexpr int add_group = 256;
constexpr int spins = 64; ///< polls of a silent tile before the waiting group reduces it
/// Up to this many elements, small tiles are faster because more groups share the work, or equally fast,
/// which hides the switch to large ones.
constexpr std::int64_t max_in_small_tiles = 1 << 19;
constexpr std::int64_t any_number = std::int64_t{1} << 32; ///< of elements, for one group

Before before_of(ScanOrder order) {
    switch (order) {
    case ScanOrder::scan_then_add: return Before::nowhere;
    case ScanOrder::reduce_then_scan: return Before::totals;
    case ScanOrder::chained: return Before::look_back;
    }
    return Before::nowhere;
}

gl::Specialization merged(gl::Specialization a, gl::Specialization b) {
    a.merge(b);
    return a;
}

gl::Specialization tile_constants(ScanOrder order, const TileLayout& shape,
                                  const TilePasses::Shader& shader) {
    gl::Specialization constants = merged(merged(shader.elements, shader.own), shape.constants());
    constants.emplace("TOTALS", std::to_string(shader.bindings));
    constants.emplace("BEFORE", constant(before_of(order)));
    if (order == ScanOrder::chained) {
        constants.emplace("SPINS", std::to_string(shader.silent_tiles > 0 ? 1 : spins));
        constants.emplace("SILENT", std::to_string(shader.silent_tiles));
    }
    return constants;
}

} // namespace

PartitionLimits partition_limits(std::optional<ScanMethod> method, int value_words) {
    return {min_partition, method == ScanMethod::tree ? max_in_shared_memory / value_words : max_partition};
}

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

gl::Specialization TileLayout::constants() const {
    return {{"METHOD", constant(method)}, {"ITEMS", std::to_string(items)}};
}

TileShapes tile_shapes(const Engine& engine, std::optional<ScanMethod> method, std::optional<int> partition,
                       int value_words) {
    const Preference best = preference(engine);
    const ScanMethod chosen = method.value_or(best.method);
    const int most = partition_limits(chosen, value_words).most;
    const auto shape = [&](int elements) {
        // Rows of lanes, if any, must be complete, and an invocation processes at least four elements.
        const int group = std::clamp(best.group, engine.lanes(), elements / 4);
        return TileLayout{chosen, group, elements / group};
    };
    if (!partition) {
        const bool has_small = best.small_partition < std::min(best.partition, most);
        return {shape(std::min(best.partition, most)),
                has_small ? std::optional(shape(best.small_partition)) : std::nullopt};
    }
    return {shape(*partition)};
}

ScanOrder choose_order(Engine& engine, ElementType value_type, std::optional<ScanOrder> wanted) {
    if (wanted)
        return *wanted;
    const bool chained = can_scan(value_type, ScanOrder::chained) && engine.chained_allowed();
    return chained ? ScanOrder::chained : ScanOrder::reduce_then_scan;
}

TilePasses::Kernels::Kernels(Engine& engine, ScanOrder order, const TileLayout& tile_shape,
                             const Shader& shader)
    : shape(tile_shape) {
    const auto tile = [&](std::string_view stem, gl::Specialization constants) {
        return Kernel(engine, stem, shape.group, shape.elements(), std::move(constants));
    };
    const auto plain = [&](std::string_view stem, int group, std::int64_t elements_per_group) {
        return Kernel(engine, stem, group, elements_per_group,
                      merged(shader.elements, {{"TILE", std::to_string(shape.elements())}}));
    };
    tiles.emplace(tile(shader.stem, tile_constants(order, shape, shader)));
    if (order == ScanOrder::chained)
        return;
    totals.emplace(plain("compute/scan_totals", totals_group, any_number));
    if (order == ScanOrder::reduce_then_scan)
        reduce.emplace(tile("compute/scan_reduce", merged(merged(shader.elements, shape.constants()),
                                                          {{"TOTALS", std::to_string(shader.inputs)}})));
    else
        add.emplace(plain("compute/scan_add", add_group, shape.elements()));
}

TilePasses::TilePasses(Engine& engine, ElementType value_type, ScanOrder order, const TileShapes& shapes,
                       const Shader& shader)
    : value_type_(value_type), order_(order), pass_(shader.pass),
      large_(engine, order, shapes.large, shader) {
    if (shapes.small)
        small_.emplace(engine, order, *shapes.small, shader);
}

void TilePasses::finish() const {
    large_.tiles->finish();
    if (large_.reduce)
        large_.reduce->finish();
}

void TilePasses::run(Engine& engine, Operation& operation, const Length& length, const Run& run) const {
    const Kernels& kernels = small_ && length.bound <= max_in_small_tiles ? *small_ : large_;
    const std::int64_t tiles = divide_rounding_up<std::int64_t>(length.bound, kernels.shape.elements());
    Kernel::Run through_tiles{.pass = pass_,
                              .bindings = run.bindings,
                              .uniforms = run.uniforms,
                              .output = run.output,
                              .always = run.always};
    if (order_ == ScanOrder::chained) {
        through_tiles.round = engine.look_back().begin(tiles);
        kernels.tiles->run(engine, length, through_tiles);
        return;
    }
    const Kernel::Binding totals{"totals", operation.scratch().take(value_type_, tiles + 1), false};
    through_tiles.bindings.push_back(totals);
    if (kernels.reduce) {
        Kernel::Run reduce{.pass = "scan-reduce", .bindings = run.inputs};
        reduce.bindings.push_back(totals);
        kernels.reduce->run(engine, length, reduce);
    } else {
        kernels.tiles->run(engine, length, through_tiles);
    }
    kernels.totals->run(engine, length, {.pass = "scan-totals", .bindings = {totals}, .always = true});
    if (kernels.reduce)
        kernels.tiles->run(engine, length, through_tiles);
    else
        kernels.add->run(
            engine, length,
            {.pass = "scan-add", .bindings = {run.bindings.at(run.output), totals}, .output = 0});
}

} // namespace scanline::compute
