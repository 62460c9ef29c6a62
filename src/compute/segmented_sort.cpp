#include "scanline/compute/segmented_sort.h"
#include "long_segments.h"
#include "radix_passes.h"
#include "scanline/compute/fill.h"

#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

constexpr std::size_t group_kinds = 2;   ///< segments that groups of one shape sort, or of another
constexpr std::size_t long_segments = 2; ///< the index of their number, behind those of the groups' ones
constexpr std::size_t long_keys = 3;     ///< of the number of their keys
constexpr std::int64_t numbers_of_kinds = 4;

class KindsKernel : public SingleKernel {
public:
    explicit KindsKernel(Engine& engine) : SingleKernel(engine, "segment_kinds", {}, 1) {}

    struct Ranges {
        BufferRange offsets, counts, segments, firsts, sizes;
    };
    void run(const Ranges& ranges, std::int64_t keys, std::array<std::int64_t, group_kinds> most) const {
        kernel().run(engine(), Length(ranges.offsets.size - 1),
                     {.pass = "segment-kinds",
                      .bindings = {{"offsets", ranges.offsets},
                                   {"counts", ranges.counts, false},
                                   {"segments", ranges.segments, false},
                                   {"firsts", ranges.firsts, false},
                                   {"sizes", ranges.sizes, false}},
                      .uniforms = {static_cast<std::uint32_t>(keys), static_cast<std::uint32_t>(most[0]),
                                   static_cast<std::uint32_t>(most[1])},
                      .output = 2});
    }
};

} // namespace

struct SegmentedSortKernels::Parts {
    Parts(Engine& on, ElementType key, bool positions, std::int64_t most_segments,
          const RadixSortOptions& options)
        : engine(on), max_segments(most_segments), fill(on, ElementType::uint32), kinds(on),
          long_ones(on, key, positions, most_segments, options) {
        const RadixKind kind{key, positions ? SortPayload::positions : SortPayload::none, options};
        for (const RadixShape& shape : group_shapes(on))
            groups.emplace_back(on, kind, shape);
    }

    // Of the segments of each kind; where there are fewer shapes, none is of the kinds behind.
    std::array<std::int64_t, group_kinds> most_keys() const {
        std::array<std::int64_t, group_kinds> most{};
        for (std::size_t i = 0; i < groups.size(); ++i)
            most.at(i) = groups[i].most_keys();
        return most;
    }

    Engine& engine;
    std::int64_t max_segments;
    FillKernel fill;
    KindsKernel kinds;
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
    Arena::Scope& scratch = operation.scratch();
    const auto take = [&](std::int64_t size) { return scratch.take(ElementType::uint32, size); };
    const BufferRange counts = take(numbers_of_kinds);
    const auto count = [&](std::size_t index) { return counts.part(static_cast<std::int64_t>(index), 1); };
    const BufferRange listed = take(static_cast<std::int64_t>(group_kinds) * segments);
    const BufferRange firsts = take(segments), sizes = take(segments);
    parts.fill.run(counts, {0, 0}, std::nullopt);
    parts.kinds.run({offsets, counts, listed, firsts, sizes}, n, parts.most_keys());

    const RadixArrays from{keys, keys}, to{sorted_keys, positions.value_or(sorted_keys)};
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
