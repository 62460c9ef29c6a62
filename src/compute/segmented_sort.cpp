#include "scanline/compute/segmented_sort.h"
#include "packed_segments.h"
#include "radix_passes.h"
#include "segment_sweeps.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::compute::detail {
namespace {

// Indices of counters: the segments that groups of each shape sort, then the long segments and their tiles,
// or their keys if these are packed.
constexpr std::size_t long_segments = most_group_shapes;
constexpr std::size_t long_units = long_segments + 1;
constexpr std::size_t numbers_of_kinds = long_units + 1;

/// Segments that all fit groups of one shape are not listed by size if these groups take at most so many
/// keys.
constexpr std::int64_t most_unlisted_keys = 1 << 22;

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
    Parts(Engine& on, ElementType key, bool positions, std::int64_t most_segments,
          const RadixSortOptions& options)
        : engine(on),
          max_segments(most_segments), counts{DeviceArray(std::vector<std::uint32_t>(numbers_of_kinds)),
                                              DeviceArray(std::vector<std::uint32_t>(numbers_of_kinds))} {
        const RadixKind kind{key, positions ? SortPayload::positions : SortPayload::none, options};
        for (const RadixShape& shape : group_shapes(on, kind.payload, GroupSorts::segment))
            groups.emplace_back(on, kind, shape, GroupSorts::segment);
        const std::optional<RadixShape> shape = segment_sweep_shape(on);
        if (shape && on.chained_allowed())
            sweeps.emplace(on, kind, *shape);
        else
            packed.emplace(on, key, positions, most_segments, options);
        kinds.emplace(on, "compute/segment_kinds",
                      gl::Specialization{{"TILE", std::to_string(sweeps ? sweeps->tile() : 0)}}, 1);
    }

    std::int64_t most_keys() const { return groups.empty() ? 0 : groups.back().most_keys(); }
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
                    .listed = take(static_cast<std::int64_t>(most_group_shapes) * segments)};
    // Missing shapes have a limit of 0: no segment needs them.
    std::vector<Kernel::Uniform> uniforms(1 + most_group_shapes, 0u);
    uniforms[0] = static_cast<std::uint32_t>(keys);
    for (std::size_t i = 0; i < groups.size(); ++i)
        uniforms[1 + i] = static_cast<std::uint32_t>(groups[i].most_keys());
    if (sweeps) {
        lists.table = sweeps->make_table(scratch, keys, segments, most_keys() + 1);
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
        const bool last = i + 1 == groups.size() && from.keys.size <= most_keys();
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
        skipped = groups[medium].most_keys();
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
    const auto takes_all = [&](const RadixGroup& group) { return n <= group.most_keys(); };
    const auto smallest = std::ranges::find_if(parts.groups, takes_all);
    if (smallest != parts.groups.end() && segments * smallest->most_keys() <= most_unlisted_keys) {
        parts.sort_unlisted(from, to, offsets, static_cast<std::size_t>(smallest - parts.groups.begin()));
        return;
    }
    Arena::Scope& scratch = operation.scratch();
    const KindLists lists = parts.list_kinds(scratch, n, offsets);
    parts.sort_by_groups(from, to, offsets, lists);
    if (n <= parts.most_keys())
        return;
    if (parts.sweeps)
        parts.sweeps->sort(parts.engine, scratch, from, to, lists.table, lists.count(long_units));
    else
        parts.packed->sort(operation, keys,
                           {lists.firsts, lists.sizes, lists.count(long_segments), lists.count(long_units)},
                           sorted_keys, positions);
}

} // namespace scanline::compute::detail
