#include "scanline/compute/segmented_sort.h"
#include "radix_passes.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/gather_scatter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace scanline::compute::detail {

/// Sorts the listed segments that are too long for a group: packs their keys side by side, sorts them
/// together, then by segment, and moves them back.
class LongSegments {
public:
    LongSegments(Engine& engine, ElementType key, bool positions, std::int64_t max_segments,
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

namespace {

RadixSortOptions number_bits(std::int64_t max_segments) {
    return {.begin_bit = 0,
            .end_bit = std::clamp(
                static_cast<int>(std::bit_width(static_cast<std::uint64_t>(max_segments - 1))), 1, 32)};
}

// Reinterprets the memory; every key type has four bytes.
BufferRange as_type(ElementType type, const BufferRange& range) {
    return {range.buffer, range.first, range.size, type};
}

} // namespace

LongSegments::LongSegments(Engine& engine, ElementType key, bool positions, std::int64_t max_segments,
                           const RadixSortOptions& options)
    : key_(key), ends_(engine, ElementType::uint32, {}, false), gather_(engine, "compute/long_gather"),
      by_key_(engine, key, positions ? SortPayload::positions : SortPayload::values, options),
      by_segment_(engine, ElementType::uint32, SortPayload::values, number_bits(max_segments)),
      gather_numbers_(engine, ElementType::uint32, IndexedKernel::Names::elements),
      gather_keys_(engine, key, IndexedKernel::Names::elements),
      scatter_(engine, "compute/long_scatter", {{"POSITIONS", "0"}}),
      scatter_positions_(engine, "compute/long_scatter", {{"POSITIONS", "1"}}) {}

void LongSegments::gather(const BufferRange& keys, const List& list, const BufferRange& gathered,
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

void LongSegments::scatter(const ElementwiseKernel& kernel, const BufferRange& values, const List& list,
                           const BufferRange& numbers, const BufferRange& results) const {
    kernel.run({values.size, list.keys}, {.pass = "long-scatter",
                                          .bindings = {{"values", values},
                                                       {"ends", list.sizes},
                                                       {"firsts", list.firsts},
                                                       {"numbers", numbers},
                                                       {"results", results}}});
}

void LongSegments::sort(Operation& operation, const BufferRange& keys, const List& list,
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

namespace {

// Indices of counters: the segments that groups of each shape sort, then the long segments and their keys.
constexpr std::size_t long_segments = most_group_shapes;
constexpr std::size_t long_keys = long_segments + 1;
constexpr std::int64_t numbers_of_kinds = long_keys + 1;

/// Up to this many segments that certainly fit a group each are not classified first.
constexpr std::int64_t most_untold_segments = 1024;

using MostKeys = std::array<std::uint32_t, most_group_shapes>; ///< per group, for each shape

} // namespace

struct SegmentedSortKernels::Parts {
    Parts(Engine& on, ElementType key, bool positions, std::int64_t most_segments,
          const RadixSortOptions& options)
        : engine(on), max_segments(most_segments), fill(on, ElementType::uint32),
          kinds(on, "compute/segment_kinds", {}, 1), long_ones(on, key, positions, most_segments, options) {
        const RadixKind kind{key, positions ? SortPayload::positions : SortPayload::none, options};
        for (const RadixShape& shape : group_shapes(on))
            groups.emplace_back(on, kind, shape, RadixGroup::Of::segments);
    }

    // Missing shapes keep a limit of 0: no segment needs them.
    MostKeys most_keys() const {
        MostKeys most{};
        for (std::size_t i = 0; i < groups.size(); ++i)
            most.at(i) = static_cast<std::uint32_t>(groups[i].most_keys());
        return most;
    }

    Engine& engine;
    std::int64_t max_segments;
    FillKernel fill;
    ElementwiseKernel kinds;
    std::vector<RadixGroup> groups; ///< from small to large
    LongSegments long_ones;
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
    const auto takes_all = [&](const RadixGroup& group) { return n <= group.most_keys(); };
    const auto group = std::ranges::find_if(parts.groups, takes_all);
    if (group != parts.groups.end() && segments <= most_untold_segments) {
        group->sort_segments(parts.engine, from, to, offsets, std::nullopt, segments);
        return;
    }
    Arena::Scope& scratch = operation.scratch();
    const auto take = [&](std::int64_t size) { return scratch.take(ElementType::uint32, size); };
    const BufferRange counts = take(numbers_of_kinds);
    const auto count = [&](std::size_t index) { return counts.part(static_cast<std::int64_t>(index), 1); };
    const BufferRange listed = take(static_cast<std::int64_t>(most_group_shapes) * segments);
    const BufferRange firsts = take(segments), sizes = take(segments);
    parts.fill.run(counts, {0, 0}, std::nullopt);
    const MostKeys most_keys = parts.most_keys();
    parts.kinds.run(segments,
                    {.pass = "segment-kinds",
                     .bindings = {{"offsets", offsets},
                                  {"counts", counts, false},
                                  {"segments", listed, false},
                                  {"firsts", firsts, false},
                                  {"sizes", sizes, false}},
                     .uniforms = {static_cast<std::uint32_t>(n), most_keys[0], most_keys[1], most_keys[2]},
                     .output = 2});

    std::int64_t most = 0;
    for (std::size_t i = 0; i < parts.groups.size(); ++i) {
        const BufferRange its = listed.part(static_cast<std::int64_t>(i) * segments, segments);
        parts.groups[i].sort_segments(parts.engine, from, to, offsets, its, Length(segments, count(i)));
        most = parts.groups[i].most_keys();
    }
    if (n > most)
        parts.long_ones.sort(operation, keys, {firsts, sizes, count(long_segments), count(long_keys)},
                             sorted_keys, positions);
}

} // namespace scanline::compute::detail
