#include "reference/run_pass.h"
#include "scanline/core/bits.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <algorithm>

namespace scanline::raster::reference {

namespace {

/// The common part of all searches. count(first) is the number of survivors of the block whose first element
/// is `first`; find(first, c), for c below that, is the position in the block of the element for output c.
template <class Count, class Find>
Stream search_blocks(const Stream& payload, int block, Trace* trace, Count count, Find find) {
    const auto block_size = static_cast<std::size_t>(block);
    return run_pass(trace, pass::search, 0, payload.size(), [&](std::size_t i) {
        const std::size_t c = i % block_size;
        const std::size_t first = i - c;
        return c < count(first) ? payload[first + find(first, c)] : empty_element;
    });
}

} // namespace

Stream horn_search(const Stream& payload, const Stream& inv, const Stream& prefix_sums, int block,
                   Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    const int levels = log2_exact(power_of_two_ceiling(block));
    const auto invalid = [&](std::size_t first) { return to_index(prefix_sums[first + block_size - 1]); };
    const auto count = [&](std::size_t first) { return block_size - invalid(first); };
    const auto find = [&](std::size_t first, std::size_t c) {
        // An output below the count is followed by at least as many elements as the block has invalid ones,
        // so no probe c + d leaves the block.
        std::size_t low = 0;
        std::size_t high = invalid(first);
        std::size_t place = c;
        for (int probe = 0; probe <= levels; ++probe) {
            const std::size_t d = (low + high) / 2;
            place = c + d;
            const std::size_t sum = to_index(prefix_sums[first + place]);
            if (sum == d && inv[first + place] == 0.0f)
                break;
            // Invalid elements may share the sum of the one sought, but lie after it; go down.
            if (sum > d)
                low = d + 1;
            else
                high = d;
        }
        return place;
    };
    return search_blocks(payload, block, trace, count, find);
}

Stream horn_unblocked(std::span<const float> values, const Stream& payload, const StreamLayout& layout,
                      const Discriminator& discriminator, bool /*regional*/, Trace* trace) {
    const Stream inv = discriminate(values, layout, discriminator, Mark::invalid, trace);
    const Stream sums = prefix_sum(inv, 1 << layout.stream_levels(), PrefixSumMethod::hillis_steele, trace);
    Stream elements = horn_search(payload, inv, sums, static_cast<int>(layout.padded_size()), trace);
    elements.resize(static_cast<std::size_t>(std::ranges::count(inv, 0.0f)));
    return elements;
}

Stream jj_search(const Stream& payload, const Stream& inv, const Stream& prefix_sums, int block,
                 Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    const auto count = [&](std::size_t first) {
        return block_size - to_index(prefix_sums[first + block_size - 1]);
    };
    const auto find = [&](std::size_t first, std::size_t c) {
        std::size_t place = c;
        while (inv[first + place] != 0.0f)
            place = block_size - to_index(prefix_sums[first + place]);
        return place;
    };
    return search_blocks(payload, block, trace, count, find);
}

Stream rlz_search(const Stream& payload, const Stream& run_sums, int block, Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    const auto count = [&](std::size_t first) {
        return block_size - to_index(run_sums[first + block_size - 1]);
    };
    const auto find = [&](std::size_t first, std::size_t c) {
        const auto invalid_up_to = [&](std::size_t d) { return to_index(run_sums[first + c + d]); };
        std::size_t current = invalid_up_to(0);
        std::size_t next = invalid_up_to(current);
        while (current != next) {
            current = invalid_up_to(next);
            next = invalid_up_to(current);
        }
        return c + current;
    };
    return search_blocks(payload, block, trace, count, find);
}

Stream bt_search(const Stream& payload, const std::vector<Stream>& tree, int block, Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    const auto levels = static_cast<std::size_t>(log2_exact(block));
    const auto count = [&](std::size_t first) { return to_index(tree[levels][first / block_size]); };
    const auto find = [&](std::size_t first, std::size_t c) {
        std::size_t node = first / block_size;
        std::size_t before = 0; // valid elements of the block left of the node
        for (std::size_t level = levels; level-- > 0;) {
            node *= 2;
            const std::size_t in_left_child = to_index(tree[level][node]);
            if (c >= before + in_left_child) {
                before += in_left_child;
                ++node;
            }
        }
        return node - first;
    };
    return search_blocks(payload, block, trace, count, find);
}

} // namespace scanline::raster::reference
