#include "scanline/compute/segmented_sort.h"

#include "radix_passes.h"
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace scanline::compute::detail {

/// Sorts long segments: as RadixSweeps, over the tiles of all of them together, but a look-back ends where
/// its segment begins.
class SegmentSweeps {
public:
    SegmentSweeps(Engine& engine, const RadixKind& kind, const RadixShape& shape);

    /// Which keys the tiles are, and the counts of their digits. The words: see segment_table.glsl.
    struct Table {
        BufferRange words;
        std::int64_t tiles, segments; ///< at most
    };
    /// min_keys: of a long segment.
    Table make_table(Arena::Scope& scratch, std::int64_t keys, std::int64_t segments,
                     std::int64_t min_keys) const;
    std::int64_t tile() const { return tile_; }

    /// tiles: their number, on the GPU.
    void sort(Engine& engine, Arena::Scope& scratch, const RadixArrays& from, const RadixArrays& to,
              const Table& table, const BufferRange& tiles) const;

private:
    RadixKind kind_;
    std::int64_t tile_;
    CopyKernel copy_;
    Kernel digits_;
    std::array<Kernel, 2> sweep_; ///< the first, and those after it
};

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

SegmentSweeps::SegmentSweeps(Engine& engine, const RadixKind& kind, const RadixShape& shape)
    : kind_(kind), tile_(shape.tile()), copy_(engine, kind.key),
      digits_(tile_kernel(engine, "compute/segment_digits", kind, SortPayload::none, shape,
                          tiles_per_digit_group, {{"TILES", std::to_string(tiles_per_digit_group)}})),
      sweep_{sweep_kernel(engine, kind, 0, shape), sweep_kernel(engine, kind, 1, shape)} {}

SegmentSweeps::Table SegmentSweeps::make_table(Arena::Scope& scratch, std::int64_t keys,
                                               std::int64_t segments, std::int64_t min_keys) const {
    const std::int64_t max_segments = std::min(segments, keys / min_keys);
    const std::int64_t tiles = keys / tile_ + max_segments;
    return {scratch.take(ElementType::uint32, tiles * table_words + max_segments * segment_counts), tiles,
            max_segments};
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

/// Sorts long segments where groups may not wait for each other or have no lanes: packs their keys side by
/// side, sorts them together, then by segment, and moves them back.
class PackedSegments {
public:
    PackedSegments(Engine& engine, ElementType key, bool positions, std::int64_t max_segments,
                   const RadixSortOptions& options);

    struct List {
        BufferRange firsts; ///< where they begin in the array
        BufferRange sizes;  ///< replaced by their ends when packed side by side
        BufferRange count;  ///< number of long segments
        BufferRange keys;   ///< number of their keys
    };
    void sort(Operation& operation, const BufferRange& keys, const List& list, const BufferRange& sorted_keys,
              const std::optional<BufferRange>& positions) const;

private:
    void gather(const BufferRange& keys, const List& list, const BufferRange& gathered,
                const BufferRange& numbers) const;
    void scatter(const ElementwiseKernel& kernel, const BufferRange& values, const List& list,
                 const BufferRange& numbers, const BufferRange& results) const;

    ElementType key_;
    ScanKernels ends_;
    ElementwiseKernel gather_;
    RadixSortKernels by_key_, by_segment_;
    IndexedKernel gather_numbers_, gather_keys_;
    ElementwiseKernel scatter_, scatter_positions_;
};

RadixSortOptions number_bits(std::int64_t max_segments) {
    return {.begin_bit = 0,
            .end_bit = std::clamp(
                static_cast<int>(std::bit_width(static_cast<std::uint64_t>(max_segments - 1))), 1, 32)};
}

// Reinterprets the memory; every key type has four bytes.
BufferRange as_type(ElementType type, const BufferRange& range) {
    return {range.buffer, range.first, range.size, type};
}

PackedSegments::PackedSegments(Engine& engine, ElementType key, bool positions, std::int64_t max_segments,
                               const RadixSortOptions& options)
    : key_(key), ends_(engine, ElementType::uint32, {}, false), gather_(engine, "compute/long_gather"),
      by_key_(engine, key, positions ? SortPayload::positions : SortPayload::values, options),
      by_segment_(engine, ElementType::uint32, SortPayload::values, number_bits(max_segments)),
      gather_numbers_(engine, ElementType::uint32, IndexedKernel::Names::elements),
      gather_keys_(engine, key, IndexedKernel::Names::elements),
      scatter_(engine, "compute/long_scatter", {{"POSITIONS", "0"}}),
      scatter_positions_(engine, "compute/long_scatter", {{"POSITIONS", "1"}}) {}

void PackedSegments::gather(const BufferRange& keys, const List& list, const BufferRange& gathered,
                            const BufferRange& numbers) const {
    gather_.run({keys.size, list.keys}, {.pass = "long-gather",
                                         .bindings = {{"keys", keys},
                                                      {"ends", list.sizes},
                                                      {"firsts", list.firsts},
                                                      {"gathered-keys", gathered},
                                                      {"numbers", numbers},
                                                      {"segment-count", list.count}},
                                         .output = 3});
}

void PackedSegments::scatter(const ElementwiseKernel& kernel, const BufferRange& values, const List& list,
                             const BufferRange& numbers, const BufferRange& results) const {
    kernel.run({values.size, list.keys}, {.pass = "long-scatter",
                                          .bindings = {{"values", values},
                                                       {"ends", list.sizes},
                                                       {"firsts", list.firsts},
                                                       {"numbers", numbers},
                                                       {"results", results}}});
}

void PackedSegments::sort(Operation& operation, const BufferRange& keys, const List& list,
                          const BufferRange& sorted_keys, const std::optional<BufferRange>& positions) const {
    const std::int64_t n = keys.size;
    Arena::Scope& scratch = operation.scratch();
    const BufferRange gathered = scratch.take(key_, n), by_key = scratch.take(key_, n);
    const BufferRange numbers = scratch.take(ElementType::uint32, n);
    const BufferRange moved = scratch.take(ElementType::uint32, n);
    ends_.run(list.sizes, std::nullopt, list.sizes, list.count);
    gather(keys, list, gathered, numbers);
    if (!positions) {
        by_key_.run({gathered, by_key, numbers, moved}, list.keys);
        by_segment_.run(
            {moved, numbers, as_type(ElementType::uint32, by_key), as_type(ElementType::uint32, gathered)},
            list.keys);
        scatter(scatter_, gathered, list, numbers, sorted_keys);
        return;
    }
    const BufferRange numbers_by_key = scratch.take(ElementType::uint32, n);
    by_key_.run({gathered, by_key, {}, moved}, list.keys);
    gather_numbers_.run(numbers, moved, numbers_by_key, list.keys);
    // The sorted keys are gathered by position later, so the memory that held them, and then these, is free.
    const BufferRange places = as_type(ElementType::uint32, by_key), found = as_type(key_, moved);
    by_segment_.run({numbers_by_key, numbers, moved, places}, list.keys);
    gather_keys_.run(gathered, places, found, list.keys);
    scatter(scatter_, found, list, numbers, sorted_keys);
    scatter(scatter_positions_, places, list, numbers, *positions);
}

// Indices of counters: the segments that groups of each shape sort, then the long segments and their tiles,
// or their keys if these are packed.
constexpr std::size_t long_segments = max_group_shapes;
constexpr std::size_t long_units = long_segments + 1;
namespace {

constexpr std::size_t numbers_of_kinds = long_units + 1;

/// Segments that all fit groups of one shape are not listed by size if these groups take at most so many
/// keys.
constexpr std::int64_t max_unlisted_keys = 1 << 22;

/// The segments by size, see segment_kinds.comp.
struct KindLists {
    BufferRange counts;
    BufferRange listed;            ///< for each shape
    BufferRange firsts{}, sizes{}; ///< of long segments that are packed
    SegmentSweeps::Table table{};  ///< of others

    BufferRange count(std::size_t index) const { return counts.part(static_cast<std::int64_t>(index), 1); }
};

} // namespace

struct SegmentedSortKernels::Parts {
    Parts(Engine& on, ElementType key, bool positions, std::int64_t segments, const RadixSortOptions& options)
        : engine(on),
          max_segments(segments), counts{DeviceArray(std::vector<std::uint32_t>(numbers_of_kinds)),
                                         DeviceArray(std::vector<std::uint32_t>(numbers_of_kinds))} {
        const RadixKind kind{key, positions ? SortPayload::positions : SortPayload::none, options};
        for (const RadixShape& shape : group_shapes(on, kind.payload, GroupSorts::segment))
            groups.emplace_back(on, kind, shape, GroupSorts::segment);
        const std::optional<RadixShape> shape = segment_sweep_shape(on);
        if (shape && on.chained_allowed())
            sweeps.emplace(on, kind, *shape);
        else
            packed.emplace(on, key, positions, segments, options);
        kinds.emplace(on, "compute/segment_kinds",
                      gl::Specialization{{"TILE", std::to_string(sweeps ? sweeps->tile() : 0)}}, 1);
    }

    std::int64_t max_keys() const { return groups.empty() ? 0 : groups.back().max_keys(); }
    KindLists list_kinds(Arena::Scope& scratch, std::int64_t keys, const BufferRange& offsets) const;
    /// All but long segments.
    void sort_by_groups(const RadixArrays& from, const RadixArrays& to, const BufferRange& offsets,
                        const KindLists& lists) const;

    /// All segments. shape: index of a shape whose groups can sort the longest.
    void sort_unlisted(const RadixArrays& from, const RadixArrays& to, const BufferRange& offsets,
                       std::size_t shape) const;

    Engine& engine;
    std::int64_t max_segments;
    std::optional<ElementwiseKernel> kinds;
    std::vector<RadixGroup> groups; ///< from small to large
    std::optional<SegmentSweeps> sweeps;
    std::optional<PackedSegments> packed; ///< if there are no sweeps
    /// For this run, all zero, and for the next one, which are cleared in this.
    mutable std::array<DeviceArray<std::uint32_t>, 2> counts;
};

KindLists SegmentedSortKernels::Parts::list_kinds(Arena::Scope& scratch, std::int64_t keys,
                                                  const BufferRange& offsets) const {
    const std::int64_t segments = offsets.size - 1;
    const auto take = [&](std::int64_t size) { return scratch.take(ElementType::uint32, size); };
    std::swap(counts[0], counts[1]);
    KindLists lists{.counts = counts[0].view().range(),
                    .listed = take(static_cast<std::int64_t>(max_group_shapes) * segments)};
    // Missing shapes have a limit of 0: no segment needs them.
    std::vector<Kernel::Uniform> uniforms(1 + max_group_shapes, 0u);
    uniforms[0] = static_cast<std::uint32_t>(keys);
    for (std::size_t i = 0; i < groups.size(); ++i)
        uniforms[1 + i] = static_cast<std::uint32_t>(groups[i].max_keys());
    if (sweeps) {
        lists.table = sweeps->make_table(scratch, keys, segments, max_keys() + 1);
        uniforms.emplace_back(static_cast<std::uint32_t>(lists.table.tiles));
        uniforms.emplace_back(static_cast<std::uint32_t>(lists.table.segments));
    } else {
        lists.firsts = take(segments);
        lists.sizes = take(segments);
    }
    kinds->run(segments, {.pass = "segment-kinds",
                          .bindings = {{"offsets", offsets},
                                       {"counts", lists.counts, false},
                                       {"segments", lists.listed, false},
                                       sweeps ? Kernel::Binding{"table", lists.table.words, false}
                                              : Kernel::Binding{"firsts", lists.firsts, false},
                                       {"sizes", lists.sizes, false},
                                       {"next-counts", counts[1].view().range(), false}},
                          .uniforms = std::move(uniforms),
                          .output = 2});
    return lists;
}

void SegmentedSortKernels::Parts::sort_by_groups(const RadixArrays& from, const RadixArrays& to,
                                                 const BufferRange& offsets, const KindLists& lists) const {
    const std::int64_t segments = offsets.size - 1;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const BufferRange its = lists.listed.part(static_cast<std::int64_t>(i) * segments, segments);
        const bool last = i + 1 == groups.size() && from.keys.size <= max_keys();
        groups[i].sort_segments(engine, from, to, offsets, its, Length(segments, lists.count(i)), 0, !last);
    }
}

void SegmentedSortKernels::Parts::sort_unlisted(const RadixArrays& from, const RadixArrays& to,
                                                const BufferRange& offsets, std::size_t shape) const {
    const std::int64_t segments = offsets.size - 1;
    std::int64_t skipped = 0;
    // Large groups sort short segments slowly.
    constexpr std::size_t medium = 1;
    if (shape > medium) {
        groups[medium].sort_segments(engine, from, to, offsets, std::nullopt, segments, 0, true);
        skipped = groups[medium].max_keys();
    }
    groups[shape].sort_segments(engine, from, to, offsets, std::nullopt, segments, skipped, false);
}

SegmentedSortKernels::SegmentedSortKernels(Engine& engine, ElementType key, bool positions,
                                           std::int64_t max_segments, const RadixSortOptions& options) {
    if (max_segments < 1)
        throw usage_error(fmt::format(
            "a segmented sort of at most {} segments sorts nothing: give at least 1", max_segments));
    parts_ = std::make_unique<const Parts>(engine, key, positions, max_segments, options);
}
SegmentedSortKernels::SegmentedSortKernels(SegmentedSortKernels&&) noexcept = default;
SegmentedSortKernels& SegmentedSortKernels::operator=(SegmentedSortKernels&&) noexcept = default;
SegmentedSortKernels::~SegmentedSortKernels() = default;

void SegmentedSortKernels::run(const BufferRange& keys, const BufferRange& offsets,
                               const BufferRange& sorted_keys,
                               const std::optional<BufferRange>& positions) const {
    const Parts& parts = *parts_;
    Operation operation(parts.engine, "segmented sort");
    const std::int64_t n = keys.size, segments = offsets.size - 1;
    operation.require_fits(keys, "keys");
    operation.require_size(sorted_keys, n, "sorted keys");
    operation.require_same_or_apart(keys, "keys", sorted_keys, "sorted keys");
    operation.require_at_least(offsets, 1, "offsets");
    if (segments > parts.max_segments)
        throw usage_error(
            fmt::format("segmented sort: {} offsets are {} segments, but it was made for {}: make "
                        "it for as many",
                        offsets.size, segments, parts.max_segments));
    operation.require_apart(offsets, "offsets", sorted_keys, "sorted keys");
    if (positions) {
        operation.require_size(*positions, n, "positions");
        operation.require_apart(keys, "keys", *positions, "positions");
        operation.require_apart(sorted_keys, "sorted keys", *positions, "positions");
        operation.require_apart(offsets, "offsets", *positions, "positions");
    }
    if (parts.sweeps)
        require_countable(n, operation.name());
    if (n == 0 || segments == 0)
        return;
    const StageScope stage(parts.engine.observer(), operation.name());
    const RadixArrays from{keys, keys}, to{sorted_keys, positions.value_or(sorted_keys)};
    const auto takes_all = [&](const RadixGroup& group) { return n <= group.max_keys(); };
    const auto smallest = std::ranges::find_if(parts.groups, takes_all);
    if (smallest != parts.groups.end() && segments * smallest->max_keys() <= max_unlisted_keys) {
        parts.sort_unlisted(from, to, offsets, static_cast<std::size_t>(smallest - parts.groups.begin()));
        return;
    }
    Arena::Scope& scratch = operation.scratch();
    const KindLists lists = parts.list_kinds(scratch, n, offsets);
    parts.sort_by_groups(from, to, offsets, lists);
    if (n <= parts.max_keys())
        return;
    if (parts.sweeps)
        parts.sweeps->sort(parts.engine, scratch, from, to, lists.table, lists.count(long_units));
    else
        parts.packed->sort(operation, keys,
                           {lists.firsts, lists.sizes, lists.count(long_segments), lists.count(long_units)},
                           sorted_keys, positions);
}

} // namespace scanline::compute::detail
