#include "scanline/compute/segmented_sort.h"
#include "kernel.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

RadixSortOptions segment_bits(std::int64_t max_segments) {
    if (max_segments < 1)
        throw usage_error(fmt::format(
            "a segmented sort of at most {} segments sorts nothing: give at least 1", max_segments));
    // They are counted from 1; the one behind the last offset is one more.
    const auto most = static_cast<std::uint64_t>(max_segments) + 1;
    return {.begin_bit = 0, .end_bit = std::min(static_cast<int>(std::bit_width(most)), 32)};
}

BufferRange words_of(const BufferRange& range) {
    return {range.buffer, range.first, range.size, ElementType::uint32};
}

} // namespace

SegmentedSortKernels::SegmentedSortKernels(Engine& engine, ElementType key, bool positions,
                                           std::int64_t max_segments, const RadixSortOptions& options)
    : engine_(&engine), key_(key), max_segments_(max_segments), heads_(engine),
      count_(engine, ElementType::uint32, {}, false),
      by_key_(engine, key, positions ? SortPayload::positions : SortPayload::values, options),
      by_segment_(engine, ElementType::uint32, SortPayload::values, segment_bits(max_segments)),
      gather_segments_(engine, ElementType::uint32, IndexedKernel::Names::elements),
      gather_keys_(engine, key, IndexedKernel::Names::elements), copy_(engine, key) {}

void SegmentedSortKernels::run(const BufferRange& keys, const BufferRange& offsets,
                               const BufferRange& sorted_keys,
                               const std::optional<BufferRange>& positions) const {
    Operation operation(*engine_, "segmented sort");
    const std::int64_t n = keys.size;
    operation.require_fits(keys, "keys");
    operation.require_size(sorted_keys, n, "sorted keys");
    operation.require_same_or_apart(keys, "keys", sorted_keys, "sorted keys");
    operation.require_at_least(offsets, 1, "offsets");
    if (offsets.size - 1 > max_segments_)
        throw usage_error(
            fmt::format("segmented sort: {} offsets are {} segments, but it was made for {}: make "
                        "it for as many",
                        offsets.size, offsets.size - 1, max_segments_));
    operation.require_apart(offsets, "offsets", sorted_keys, "sorted keys");
    if (positions) {
        operation.require_size(*positions, n, "positions");
        operation.require_apart(keys, "keys", *positions, "positions");
        operation.require_apart(sorted_keys, "sorted keys", *positions, "positions");
        operation.require_apart(offsets, "offsets", *positions, "positions");
    }
    if (n == 0)
        return;
    const StageScope stage(engine_->observer(), operation.name());
    Arena::Scope& scratch = operation.scratch();
    const BufferRange segments = scratch.take(ElementType::uint32, n);
    heads_.run(offsets, segments);
    count_.run(segments, std::nullopt, segments, std::nullopt);
    const BufferRange by_key = scratch.take(key_, n);
    const BufferRange moved = scratch.take(ElementType::uint32, n);
    if (!positions) {
        by_key_.run({keys, by_key, segments, moved}, std::nullopt);
        by_segment_.run({moved, segments, words_of(by_key), words_of(sorted_keys)}, std::nullopt);
        return;
    }
    const BufferRange segments_by_key = scratch.take(ElementType::uint32, n);
    by_key_.run({keys, by_key, {}, moved}, std::nullopt);
    gather_segments_.run(segments, moved, segments_by_key, std::nullopt);
    by_segment_.run({segments_by_key, segments, moved, *positions}, std::nullopt);
    // Keys that are sorted in place have to be read before they are written.
    gather_keys_.run(keys, *positions, by_key, std::nullopt);
    copy_.run(by_key, sorted_keys, std::nullopt);
}

} // namespace scanline::compute::detail
