#include "scanline/compute/segmented_sort.h"
#include "packed_segments.h"
#include "radix_passes.h"
#include "segment_sweeps.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

// Indices of counters: the segments that groups of each shape sort, then the long segments and their tiles,
// or their keys if these are packed.
constexpr std::size_t long_segments = most_group_shapes;
constexpr std::size_t long_units = long_segments + 1;
constexpr std::int64_t numbers_of_kinds = long_units + 1;

/// Segments are not listed by size if groups of one shape for all of them have at most so many keys.
constexpr std::int64_t most_unlisted_keys = 1 << 22;

using MostKeys = std::array<std::uint32_t, most_group_shapes>; ///< per group, for each shape

} // namespace

struct SegmentedSortKernels::Parts {
    Parts(Engine& on, ElementType key, bool positions, std::int64_t most_segments,
          const RadixSortOptions& options)
        : engine(on), max_segments(most_segments),
          counts(std::vector<std::uint32_t>(static_cast<std::size_t>(2 * numbers_of_kinds))) {
        const RadixKind kind{key, positions ? SortPayload::positions : SortPayload::none, options};
        for (const RadixShape& shape : segment_shapes(on, kind.payload))
            groups.emplace_back(on, kind, shape, RadixGroup::Of::segments);
        const std::optional<RadixShape> shape = sweep_shape(on);
        if (shape && on.chained_allowed())
            sweeps.emplace(on, kind, *shape);
        else
            packed.emplace(on, key, positions, most_segments, options);
        kinds.emplace(on, "compute/segment_kinds",
                      gl::Specialization{{"TILE", std::to_string(sweeps ? sweeps->tile() : 0)}}, 1);
    }

    // Missing shapes keep a limit of 0: no segment needs them.
    MostKeys most_keys() const {
        MostKeys most{};
        for (std::size_t i = 0; i < groups.size(); ++i)
            most.at(i) = static_cast<std::uint32_t>(groups[i].most_keys());
        return most;
    }

    /// All zero; those of the next run are cleared in this one.
    BufferRange take_counts() const {
        second_counts = !second_counts;
        return counts.view().range().part(second_counts ? numbers_of_kinds : 0, numbers_of_kinds);
    }
    BufferRange next_counts() const {
        return counts.view().range().part(second_counts ? 0 : numbers_of_kinds, numbers_of_kinds);
    }

    Engine& engine;
    std::int64_t max_segments;
    std::optional<ElementwiseKernel> kinds;
    std::vector<RadixGroup> groups; ///< from small to large
    std::optional<SegmentSweeps> sweeps;
    std::optional<PackedSegments> packed; ///< if there are no sweeps
    mutable DeviceArray<std::uint32_t> counts;
    mutable bool second_counts = false;
};

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
    if (n == 0 || segments == 0)
        return;
    const StageScope stage(parts.engine.observer(), operation.name());
    const RadixArrays from{keys, keys}, to{sorted_keys, positions.value_or(sorted_keys)};
    const auto sorts_unlisted = [&](const RadixGroup& group) {
        return segments * group.most_keys() <= most_unlisted_keys;
    };
    const auto takes_all = [&](const RadixGroup& group) { return n <= group.most_keys(); };
    const auto smallest = std::ranges::find_if(parts.groups, takes_all);
    if (smallest != parts.groups.end() && sorts_unlisted(*smallest)) {
        smallest->sort_segments(parts.engine, from, to, offsets, std::nullopt, segments);
        return;
    }
    const std::int64_t most = parts.groups.empty() ? 0 : parts.groups.back().most_keys();
    Arena::Scope& scratch = operation.scratch();
    const auto take = [&](std::int64_t size) { return scratch.take(ElementType::uint32, size); };
    const BufferRange counts = parts.take_counts();
    const auto count = [&](std::size_t index) { return counts.part(static_cast<std::int64_t>(index), 1); };
    const BufferRange listed = take(static_cast<std::int64_t>(most_group_shapes) * segments);
    SegmentSweeps::Table table{};
    BufferRange firsts, sizes;
    if (parts.sweeps) {
        table = parts.sweeps->make_table(scratch, n, segments, most + 1);
        firsts = sizes = table.words;
    } else {
        firsts = take(segments);
        sizes = take(segments);
    }
    const MostKeys most_keys = parts.most_keys();
    std::vector<Kernel::Uniform> uniforms{static_cast<std::uint32_t>(n)};
    uniforms.insert(uniforms.end(), most_keys.begin(), most_keys.end());
    if (parts.sweeps) {
        for (const std::int64_t room : {table.tiles, table.segments})
            uniforms.emplace_back(static_cast<std::uint32_t>(room));
    }
    parts.kinds->run(segments, {.pass = "segment-kinds",
                                .bindings = {{"offsets", offsets},
                                             {"counts", counts, false},
                                             {"segments", listed, false},
                                             {parts.sweeps ? "table" : "firsts", firsts, false},
                                             {"sizes", sizes, false},
                                             {"next-counts", parts.next_counts(), false}},
                                .uniforms = std::move(uniforms),
                                .output = 2});

    if (!parts.groups.empty() && sorts_unlisted(parts.groups.back())) {
        parts.groups.back().sort_segments(parts.engine, from, to, offsets, std::nullopt, segments);
    } else {
        for (std::size_t i = 0; i < parts.groups.size(); ++i) {
            const BufferRange its = listed.part(static_cast<std::int64_t>(i) * segments, segments);
            parts.groups[i].sort_segments(parts.engine, from, to, offsets, its, Length(segments, count(i)));
        }
    }
    if (n <= most)
        return;
    if (parts.sweeps)
        parts.sweeps->sort(parts.engine, scratch, from, to, table, count(long_units));
    else
        parts.packed->sort(operation, keys, {firsts, sizes, count(long_segments), count(long_units)},
                           sorted_keys, positions);
}

} // namespace scanline::compute::detail
