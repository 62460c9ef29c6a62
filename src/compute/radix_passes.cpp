#include "radix_passes.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace scanline::compute::detail {

namespace {

constexpr int histogram_group = 512;
constexpr int histogram_items = 16;
constexpr int histogram_counts = 4 * digits; ///< for all digits of a key
/// Enough for a large GPU; each adds its counts to the total.
constexpr std::int64_t histogram_most_groups = 264;

// A counter per digit and invocation fits 32 KiB.
constexpr RadixShape serial_shape{8, 1024};
constexpr int count_items = 16; ///< at least, per counting invocation

gl::Specialization group_constants(const Engine& engine, const RadixKind& kind, const RadixShape& shape,
                                   GroupSorts what) {
    gl::Specialization constants = constants_of(engine, kind, kind.payload, shape);
    constants.emplace("SEGMENTS", what == GroupSorts::segment ? "1" : "0");
    return constants;
}

gl::Specialization array_sweep_constants(const RadixKind& kind) {
    gl::Specialization constants = sweep_constants(kind);
    constants.emplace("SEGMENTS", "0");
    return constants;
}

// For all passes at once.
std::vector<Kernel::Uniform> group_uniforms(const RadixKind& kind, std::int64_t keys) {
    std::vector<Kernel::Uniform> uniforms = digit_uniforms(kind.shift(0), kind.mask(kind.passes() - 1), 1);
    uniforms.insert(uniforms.end(),
                    {static_cast<std::uint32_t>(keys), static_cast<std::uint32_t>(kind.passes())});
    return uniforms;
}

} // namespace

RadixGroup::RadixGroup(Engine& engine, const RadixKind& kind, const RadixShape& shape, GroupSorts what)
    : kind_(kind), max_keys_(shape.tile()),
      kernel_(engine, "compute/radix_group", shape.group, what == GroupSorts::segment ? 1 : max_keys_,
              group_constants(engine, kind, shape, what)) {}

void RadixGroup::sort(Engine& engine, const RadixArrays& from, const RadixArrays& to,
                      const Length& length) const {
    kernel_.run(engine, length,
                {.pass = "radix-group",
                 .bindings = bindings_of(from, to, from.keys),
                 .uniforms = group_uniforms(kind_, from.keys.size),
                 .output = sorted_keys_binding,
                 .all = true});
}

void RadixGroup::sort_segments(Engine& engine, const RadixArrays& from, const RadixArrays& to,
                               const BufferRange& offsets, const std::optional<BufferRange>& listed,
                               const Length& length, std::int64_t skipped, bool beside_next) const {
    std::vector<Kernel::Binding> bindings = bindings_of(from, to, offsets);
    bindings.push_back({"segments", listed.value_or(offsets), false});
    std::vector<Kernel::Uniform> uniforms = group_uniforms(kind_, from.keys.size);
    uniforms.emplace_back(listed ? 1u : 0u);
    uniforms.emplace_back(static_cast<std::uint32_t>(skipped));
    kernel_.run(engine, length,
                {.pass = "radix-group",
                 .bindings = std::move(bindings),
                 .uniforms = std::move(uniforms),
                 .output = sorted_keys_binding,
                 .beside_next = beside_next});
}

RadixSweeps::RadixSweeps(Engine& engine, const RadixKind& kind, const RadixShape& shape)
    : kind_(kind), histogram_([&] {
          const RadixShape histogram{histogram_group, histogram_items};
          return kernel_of(engine, "compute/radix_histogram", kind, SortPayload::none, histogram,
                           passes_constant(kind));
      }()),
      sweep_(pass_kernels(engine, "compute/radix_sweep", kind, shape, array_sweep_constants(kind))),
      counts_(std::vector<std::uint32_t>(histogram_counts + 1)), starts_(histogram_counts) {}

std::int64_t RadixSweeps::tiles_of(const Length& length) const {
    return divide_rounding_up(length.bound, sweep_[0].elements_per_group());
}

BufferRange RadixSweeps::begin(Engine& engine, Arena::Scope& scratch, const BufferRange& keys,
                               const Length& length) const {
    const BufferRange states = scratch.take(ElementType::uint32, kind_.passes() * tiles_of(length) * digits);
    std::vector<Kernel::Uniform> uniforms =
        digit_uniforms(kind_.shift(0), kind_.mask(kind_.passes() - 1), tiles_of(length));
    uniforms.push_back(static_cast<std::uint32_t>(states.size / 4));
    histogram_.run(engine, length,
                   {.pass = "radix-histogram",
                    .bindings = {{"keys", keys},
                                 {"counts", counts_.view().range(), false},
                                 {"starts", starts_.view().range(), false},
                                 {"states", states, false}},
                    .uniforms = std::move(uniforms),
                    .output = 2,
                    .all = true,
                    .max_groups = histogram_most_groups});
    return states;
}

void RadixSweeps::sort_by_digit(Engine& engine, int pass, const RadixArrays& from, const RadixArrays& to,
                                const Length& length, const BufferRange& states) const {
    const std::int64_t of_pass = tiles_of(length) * digits;
    std::vector<Kernel::Binding> bindings =
        bindings_of(from, to, starts_.view().range().part(std::int64_t{pass} * digits, digits));
    bindings.push_back({"states", states.part(pass * of_pass, of_pass), false});
    sweep_.at(pass == 0 ? 0 : 1)
        .run(engine, length,
             {.pass = "radix-sweep",
              .step = pass,
              .bindings = std::move(bindings),
              .uniforms = digit_uniforms(kind_.shift(pass), kind_.mask(pass), tiles_of(length)),
              .output = sorted_keys_binding,
              .round = engine.look_back().header(),
              .all = true});
}

RadixScatters::RadixScatters(Engine& engine, const RadixKind& kind)
    : kind_(kind), count_([&] {
          const RadixShape shape = scatter_shape(engine).value_or(serial_shape);
          const int items = std::max(shape.items, count_items);
          return kernel_of(engine, "compute/radix_count", kind, SortPayload::none,
                           {static_cast<int>(shape.tile() / items), items});
      }()),
      scatter_([&] {
          const std::optional<RadixShape> lanes = scatter_shape(engine);
          return pass_kernels(engine, lanes ? "compute/radix_scatter_lanes" : "compute/radix_scatter_serial",
                              kind, lanes.value_or(serial_shape));
      }()),
      scan_(engine, ElementType::uint32, {.exclusive = true}, false) {}

BufferRange RadixScatters::begin(Arena::Scope& scratch, const Length& length) const {
    return scratch.take(ElementType::uint32,
                        divide_rounding_up(length.bound, count_.elements_per_group()) * digits);
}

void RadixScatters::sort_by_digit(Engine& engine, int pass, const RadixArrays& from, const RadixArrays& to,
                                  const Length& length, const BufferRange& counts) const {
    const std::vector<Kernel::Uniform> digit =
        digit_uniforms(kind_.shift(pass), kind_.mask(pass), counts.size / digits);
    count_.run(engine, length,
               {.pass = "radix-count",
                .step = pass,
                .bindings = {{"keys", from.keys}, {"counts", counts, false}},
                .uniforms = digit,
                .all = true});
    scan_.run(counts, std::nullopt, counts, std::nullopt);
    scatter_.at(pass == 0 ? 0 : 1)
        .run(engine, length,
             {.pass = "radix-scatter",
              .step = pass,
              .bindings = bindings_of(from, to, counts),
              .uniforms = digit,
              .output = sorted_keys_binding,
              .all = true});
}

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
