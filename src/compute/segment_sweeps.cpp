#include "segment_sweeps.h"

#include <algorithm>

namespace scanline::compute::detail {
namespace {

// Both stand in segment_table.glsl too.
constexpr std::int64_t table_words = 4;
constexpr std::int64_t segment_counts = 4 * digits;

/// More would add to the table less often, but take longer for few tiles.
constexpr int tiles_per_digit_group = 2;

Kernel tile_kernel(Engine& engine, std::string_view stem, const RadixKind& kind, SortPayload payload,
                   const RadixShape& shape, int tiles_per_group, gl::Specialization constants) {
    constants.merge(constants_of(engine, kind, payload, shape));
    constants.merge(passes_constant(kind));
    return {engine, stem, shape.group, tiles_per_group, std::move(constants)};
}

Kernel sweep_kernel(Engine& engine, const RadixKind& kind, int pass, const RadixShape& shape) {
    gl::Specialization constants = sweep_constants(kind);
    constants.emplace("SEGMENTS", "1");
    return tile_kernel(engine, "compute/radix_sweep", kind, kind.payload_of_pass(pass), shape, 1,
                       std::move(constants));
}

} // namespace

SegmentSweeps::SegmentSweeps(Engine& engine, const RadixKind& kind, const RadixShape& shape)
    : kind_(kind), tile_(shape.tile()), copy_(engine, kind.key),
      digits_(tile_kernel(engine, "compute/segment_digits", kind, SortPayload::none, shape,
                          tiles_per_digit_group, {{"TILES", std::to_string(tiles_per_digit_group)}})),
      sweep_{sweep_kernel(engine, kind, 0, shape), sweep_kernel(engine, kind, 1, shape)} {}

SegmentSweeps::Table SegmentSweeps::make_table(Arena::Scope& scratch, std::int64_t keys,
                                               std::int64_t segments, std::int64_t least_keys) const {
    const std::int64_t most_segments = std::min(segments, keys / least_keys);
    const std::int64_t tiles = keys / tile_ + most_segments;
    return {scratch.take(ElementType::uint32, tiles * table_words + most_segments * segment_counts), tiles,
            most_segments};
}

void SegmentSweeps::sort(Engine& engine, Arena::Scope& scratch, const RadixArrays& from,
                         const RadixArrays& to, const Table& table, const BufferRange& tiles) const {
    const Length length(table.tiles, tiles);
    const std::int64_t tile_states = std::int64_t{kind_.passes()} * digits;
    const BufferRange states = scratch.take(ElementType::uint32, table.tiles * tile_states);
    digits_.run(engine, length,
                {.pass = "segment-digits",
                 .bindings = {{"keys", from.keys}, {"table", table.words}, {"states", states}},
                 .uniforms = digit_uniforms(kind_.shift(0), kind_.mask(kind_.passes() - 1), table.tiles),
                 .output = 1});
    sort_by_digits(scratch, kind_, copy_, from, to,
                   [&](int pass, const RadixArrays& before, const RadixArrays& after) {
                       const std::int64_t skipped = std::int64_t{pass} * digits;
                       std::vector<Kernel::Binding> bindings = bindings_of(before, after, table.words);
                       bindings.push_back({"states", states.part(skipped, states.size - skipped), false});
                       std::vector<Kernel::Uniform> uniforms =
                           digit_uniforms(kind_.shift(pass), kind_.mask(pass), table.tiles);
                       uniforms.emplace_back(static_cast<std::uint32_t>(pass));
                       sweep_.at(pass == 0 ? 0 : 1)
                           .run(engine, length,
                                {.pass = "segment-sweep",
                                 .step = pass,
                                 .bindings = std::move(bindings),
                                 .uniforms = std::move(uniforms),
                                 .output = sorted_keys_binding,
                                 .round = engine.look_back().header()});
                   });
}

} // namespace scanline::compute::detail
