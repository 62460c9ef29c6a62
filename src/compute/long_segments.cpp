#include "long_segments.h"
#include "scanline/compute/kernel.h"

#include <algorithm>
#include <bit>

namespace scanline::compute::detail {
namespace {

RadixSortOptions number_bits(std::int64_t max_segments) {
    return {.begin_bit = 0,
            .end_bit = std::clamp(
                static_cast<int>(std::bit_width(static_cast<std::uint64_t>(max_segments - 1))), 1, 32)};
}

// The same memory; every type of a key has four bytes.
BufferRange as_type(ElementType type, const BufferRange& range) {
    return {range.buffer, range.first, range.size, type};
}

} // namespace

LongSegments::LongSegments(Engine& engine, ElementType key, bool positions, std::int64_t max_segments,
                           const RadixSortOptions& options)
    : key_(key), ends_(engine, ElementType::uint32, {}, false), gather_(engine),
      by_key_(engine, key, positions ? SortPayload::positions : SortPayload::values, options),
      by_segment_(engine, ElementType::uint32, SortPayload::values, number_bits(max_segments)),
      gather_numbers_(engine, ElementType::uint32, IndexedKernel::Names::elements),
      gather_keys_(engine, key, IndexedKernel::Names::elements), scatter_(engine, false),
      scatter_positions_(engine, true) {}

void LongSegments::GatherKernel::run(const BufferRange& keys, const List& list, const BufferRange& gathered,
                                     const BufferRange& numbers) const {
    kernel().run(engine(), Length(keys.size, list.keys),
                 {.pass = "long-gather",
                  .bindings = {{"keys", keys},
                               {"ends", list.sizes},
                               {"firsts", list.firsts},
                               {"gathered-keys", gathered},
                               {"numbers", numbers},
                               {"segment-count", list.count}},
                  .output = 3});
}

void LongSegments::ScatterKernel::run(const BufferRange& values, const List& list, const BufferRange& numbers,
                                      const BufferRange& results) const {
    kernel().run(engine(), Length(values.size, list.keys),
                 {.pass = "long-scatter",
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
    gather_.run(keys, list, gathered, numbers);
    if (!positions) {
        by_key_.run({gathered, by_key, numbers, moved}, list.keys);
        by_segment_.run(
            {moved, numbers, as_type(ElementType::uint32, by_key), as_type(ElementType::uint32, gathered)},
            list.keys);
        scatter_.run(gathered, list, numbers, sorted_keys);
        return;
    }
    const BufferRange numbers_by_key = scratch.take(ElementType::uint32, n);
    by_key_.run({gathered, by_key, {}, moved}, list.keys);
    gather_numbers_.run(numbers, moved, numbers_by_key, list.keys);
    // The sorted keys are found by their positions later: what held them, and then these, is free.
    const BufferRange places = as_type(ElementType::uint32, by_key), found = as_type(key_, moved);
    by_segment_.run({numbers_by_key, numbers, moved, places}, list.keys);
    gather_keys_.run(gathered, places, found, list.keys);
    scatter_.run(found, list, numbers, sorted_keys);
    scatter_positions_.run(places, list, numbers, *positions);
}

} // namespace scanline::compute::detail
