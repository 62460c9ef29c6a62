#include "radix_passes.h"
#include "scanline/core/bits.h"

#include <algorithm>

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
    constants.merge(passes_constant(kind));
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
    : kind_(kind), most_keys_(shape.tile()),
      kernel_(engine, "compute/radix_group", shape.group, what == GroupSorts::segment ? 1 : most_keys_,
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

} // namespace scanline::compute::detail
