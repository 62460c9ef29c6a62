#include "packed_segments.h"

#include <algorithm>
#include <bit>

namespace scanline::compute::detail {
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

} // namespace scanline::compute::detail
