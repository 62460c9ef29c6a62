#include "scanline/compute/segmented_sort.h"
#include "long_segments.h"
#include "radix_passes.h"
#include "scanline/compute/fill.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

// Indices of numbers: of the segments that groups of each shape sort, of the long ones, and of the keys of
// these.
constexpr std::size_t long_segments = most_group_shapes;
constexpr std::size_t long_keys = long_segments + 1;
constexpr std::int64_t numbers_of_kinds = long_keys + 1;

/// Where so few segments surely fit a group each, they are not told by their kinds before.
constexpr std::int64_t most_untold_segments = 1024;

using MostKeys = std::array<std::uint32_t, most_group_shapes>; ///< of groups of each shape

} // namespace

class SegmentKindsKernel : public SingleKernel {
public:
    explicit SegmentKindsKernel(Engine& engine) : SingleKernel(engine, "compute/segment_kinds", {}, 1) {}

    struct Ranges {
        BufferRange offsets, counts, segments, firsts, sizes;
    };
    void run(const Ranges& ranges, std::int64_t keys, const MostKeys& most) const {
        kernel().run(engine(), Length(ranges.offsets.size - 1),
                     {.pass = "segment-kinds",
                      .bindings = {{"offsets", ranges.offsets},
                                   {"counts", ranges.counts, false},
                                   {"segments", ranges.segments, false},
                                   {"firsts", ranges.firsts, false},
                                   {"sizes", ranges.sizes, false}},
                      .uniforms = {static_cast<std::uint32_t>(keys), most[0], most[1], most[2]},
                      .output = 2});
    }
};

struct SegmentedSortKernels::Parts {
    Parts(Engine& on, ElementType key, bool positions, std::int64_t most_segments,
          const RadixSortOptions& options)
        : engine(on), max_segments(most_segments), fill(on, ElementType::uint32), kinds(on),
          long_ones(on, key, positions, most_segments, options) {
        const RadixKind kind{key, positions ? SortPayload::positions : SortPayload::none, options};
        for (const RadixShape& shape : group_shapes(on))
            groups.emplace_back(on, kind, shape);
    }

    // Where there are fewer shapes, what is too large for one is too large for those that are missing.
    MostKeys most_keys() const {
        MostKeys most{};
        for (std::size_t i = 0; i < groups.size(); ++i)
            most.at(i) = static_cast<std::uint32_t>(groups[i].most_keys());
        return most;
    }

    Engine& engine;
    std::int64_t max_segments;
    FillKernel fill;
    SegmentKindsKernel kinds;
    std::vector<RadixGroupSegments> groups; ///< from small to large
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
    const auto takes_all = [&](const RadixGroupSegments& group) { return n <= group.most_keys(); };
    const auto group = std::ranges::find_if(parts.groups, takes_all);
    if (group != parts.groups.end() && segments <= most_untold_segments) {
        group->sort(parts.engine, from, to, offsets, std::nullopt, segments);
        return;
    }
    Arena::Scope& scratch = operation.scratch();
    const auto take = [&](std::int64_t size) { return scratch.take(ElementType::uint32, size); };
    const BufferRange counts = take(numbers_of_kinds);
    const auto count = [&](std::size_t index) { return counts.part(static_cast<std::int64_t>(index), 1); };
    const BufferRange listed = take(static_cast<std::int64_t>(most_group_shapes) * segments);
    const BufferRange firsts = take(segments), sizes = take(segments);
    parts.fill.run(counts, {0, 0}, std::nullopt);
    parts.kinds.run({offsets, counts, listed, firsts, sizes}, n, parts.most_keys());

    std::int64_t most = 0;
    for (std::size_t i = 0; i < parts.groups.size(); ++i) {
        const BufferRange its = listed.part(static_cast<std::int64_t>(i) * segments, segments);
        parts.groups[i].sort(parts.engine, from, to, offsets, its, Length(segments, count(i)));
        most = parts.groups[i].most_keys();
    }
    if (n > most)
        parts.long_ones.sort(operation, keys, {firsts, sizes, count(long_segments), count(long_keys)},
                             sorted_keys, positions);
}

} // namespace scanline::compute::detail
