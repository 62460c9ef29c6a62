#include "radix_kernels.h"
#include "scanline/core/bits.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace scanline::compute::detail {
namespace {

constexpr int word_bytes = 4;

/// Tile shapes for tiers with lanes, the best first; the first that the driver supports is used.
constexpr std::array smallest_sweep_shapes{RadixShape{512, 4}, RadixShape{256, 8}, RadixShape{128, 8}};
constexpr std::array small_sweep_shapes{RadixShape{512, 10}, RadixShape{256, 16}, RadixShape{128, 16},
                                        RadixShape{256, 4}, RadixShape{128, 8}};
/// In two parts, a tile needs less of a multiprocessor's shared memory.
constexpr std::array large_sweep_shapes{RadixShape{512, 16, 2}, RadixShape{128, 16, 2}};
constexpr std::array larger_sweep_shapes{RadixShape{512, 20, 2}, RadixShape{128, 20, 2}};
constexpr std::array large_payload_sweep_shapes{RadixShape{512, 12, 2}, RadixShape{128, 16, 2}};
constexpr std::array scatter_shapes{RadixShape{256, 16}, RadixShape{128, 16}, RadixShape{256, 4},
                                    RadixShape{128, 8}};
/// For arrays that one group sorts: a large tile takes as long for few keys as for many.
constexpr std::array small_group_shapes{RadixShape{256, 4}, RadixShape{128, 8}};
constexpr std::array medium_group_shapes{RadixShape{512, 8}, RadixShape{256, 16}, RadixShape{128, 16}};
constexpr std::array large_group_shapes{RadixShape{512, 16}};
/// Up to the size where sweeps become faster than one group. Sweeps of segments need more passes, so this
/// size is larger for segments, whose tiles again have two parts.
constexpr std::array largest_group_shapes{RadixShape{1024, 10}, RadixShape{512, 16, 2},
                                          RadixShape{128, 32, 2}};
constexpr std::array largest_segment_shapes{RadixShape{1024, 16, 2}, RadixShape{512, 16, 2},
                                            RadixShape{128, 32, 2}};
constexpr std::array largest_payload_segment_shapes{RadixShape{1024, 12, 2}, RadixShape{512, 16, 2},
                                                    RadixShape{128, 32, 2}};

/// For each row of lanes, in which they find those with the same digit; 0: by ballots alone. Only NVIDIA's
/// lanes are known to run in lockstep.
int masks_of(const Engine& engine) {
    return engine.capabilities().vendor.starts_with("NVIDIA") && engine.lanes() == 32 ? 64 : 0;
}

// The shared memory of radix_tile.glsl and its includes.
std::int64_t shared_bytes(const Engine& engine, const RadixShape& shape) {
    const std::int64_t rows = shape.group / engine.lanes();
    const std::int64_t words =
        std::max(rows * (digits + masks_of(engine)), shape.tile() / shape.parts) + digits + shape.group;
    return (words + 16) * word_bytes;
}

// The first shape that this engine can use; none if the tier has too few lanes or the driver too little
// shared memory.
std::optional<RadixShape> lanes_shape(const Engine& engine, std::span<const RadixShape> shapes) {
    const gl::Capabilities& limits = engine.capabilities();
    const auto fits = [&](const RadixShape& shape) {
        return shape.group <= limits.max_work_group_invocations &&
               shared_bytes(engine, shape) <= limits.max_shared_memory;
    };
    const auto shape = std::ranges::find_if(shapes, fits);
    return engine.tier() == Tier::subgroup && shape != shapes.end() ? std::optional(*shape) : std::nullopt;
}

constexpr int spins = 64; ///< polls of a silent tile before the waiting group counts it

} // namespace

int RadixKind::passes() const {
    return divide_rounding_up(options.end_bit - options.begin_bit, digit_bits);
}

std::uint32_t RadixKind::mask(int pass) const {
    return (1u << std::min(digit_bits, options.end_bit - shift(pass))) - 1u;
}

SortPayload RadixKind::payload_of_pass(int pass) const {
    return payload == SortPayload::positions && pass > 0 ? SortPayload::values : payload;
}

void require_countable(std::int64_t keys, std::string_view operation) {
    constexpr std::int64_t most = (std::int64_t{1} << 30) - 1;
    if (keys > most)
        throw usage_error(
            fmt::format("{}: {} keys are more than the {} that it counts: sort parts and merge them",
                        operation, keys, most));
}

std::vector<SweepShape> sweep_shapes(const Engine& engine, const RadixKind& kind) {
    std::vector<SweepShape> shapes;
    const auto add = [&](std::int64_t from, std::span<const RadixShape> some) {
        if (const std::optional<RadixShape> shape = lanes_shape(engine, some))
            shapes.push_back({from, *shape});
    };
    const std::int64_t large_from = kind.options.large_tiles_from;
    add(0, smallest_sweep_shapes);
    add(large_from / 16, small_sweep_shapes);
    if (kind.payload == SortPayload::none) {
        add(large_from, large_sweep_shapes);
        add(16 * large_from, larger_sweep_shapes);
    } else {
        add(large_from, large_payload_sweep_shapes);
    }
    return shapes;
}

std::optional<RadixShape> segment_sweep_shape(const Engine& engine) {
    return lanes_shape(engine, small_sweep_shapes);
}

std::optional<RadixShape> scatter_shape(const Engine& engine) {
    return lanes_shape(engine, scatter_shapes);
}

std::vector<RadixShape> group_shapes(const Engine& engine, SortPayload payload, GroupSorts what) {
    std::span<const RadixShape> largest = largest_group_shapes;
    if (what == GroupSorts::segment)
        largest = payload == SortPayload::none ? std::span<const RadixShape>(largest_segment_shapes)
                                               : largest_payload_segment_shapes;
    std::vector<RadixShape> shapes;
    for (const std::span<const RadixShape> some :
         {std::span<const RadixShape>(small_group_shapes), std::span<const RadixShape>(medium_group_shapes),
          std::span<const RadixShape>(large_group_shapes), largest}) {
        const std::optional<RadixShape> shape = lanes_shape(engine, some);
        if (shape && (shapes.empty() || shapes.back().tile() < shape->tile()))
            shapes.push_back(*shape);
    }
    return shapes;
}

// PAYLOAD in radix_scatter.glsl is the value of a SortPayload.
gl::Specialization constants_of(const Engine& engine, const RadixKind& kind, SortPayload payload,
                                const RadixShape& shape) {
    return {{"KEY", constant(kind.key)},
            {"DESCENDING", kind.options.descending ? "1" : "0"},
            {"PAYLOAD", constant(payload)},
            {"ITEMS", std::to_string(shape.items)},
            {"PARTS", std::to_string(shape.parts)},
            {"LANES", std::to_string(engine.lanes())},
            {"MASKS", std::to_string(masks_of(engine))}};
}

Kernel kernel_of(Engine& engine, std::string_view stem, const RadixKind& kind, SortPayload payload,
                 const RadixShape& shape, gl::Specialization more) {
    more.merge(constants_of(engine, kind, payload, shape));
    return {engine, stem, shape.group, shape.tile(), std::move(more)};
}

std::array<Kernel, 2> pass_kernels(Engine& engine, std::string_view stem, const RadixKind& kind,
                                   const RadixShape& shape, const gl::Specialization& more) {
    return {kernel_of(engine, stem, kind, kind.payload_of_pass(0), shape, more),
            kernel_of(engine, stem, kind, kind.payload_of_pass(1), shape, more)};
}

gl::Specialization passes_constant(const RadixKind& kind) {
    return {{"PASSES", std::to_string(kind.passes())}};
}

gl::Specialization sweep_constants(const RadixKind& kind) {
    const int silent = kind.options.silent_tiles;
    return {{"SPINS", std::to_string(silent > 0 ? 1 : spins)}, {"SILENT", std::to_string(silent)}};
}

std::vector<Kernel::Uniform> digit_uniforms(int shift, std::uint32_t mask, std::int64_t tiles) {
    return {static_cast<std::uint32_t>(shift), mask, static_cast<std::uint32_t>(tiles)};
}

std::vector<Kernel::Binding> bindings_of(const RadixArrays& from, const RadixArrays& to,
                                         const BufferRange& offsets) {
    return {{"keys", from.keys},
            {"offsets", offsets, false},
            {"sorted-keys", to.keys},
            {"values", from.values},
            {"sorted-values", to.values}};
}

} // namespace scanline::compute::detail
