// Compiled once for each instruction set.
#include "box_kernels.h"

#include "scanline/skyline/keys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "box_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scanline::skyline::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The query's codes, each as often as a block has entries.
struct Spread {
    alignas(64) std::uint8_t codes[(max_dimensions + 1) * box_entries];
};

// A bit for each entry of a block, set if none of its codes is greater than the query's.
HWY_INLINE std::uint64_t within(const std::uint8_t* block, const Spread& query, std::size_t bytes) {
    // More than this at a time, and most are compared in vain.
    constexpr std::size_t at_once = 4 * box_entries;
    std::uint64_t bits = 0;
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t entry = 0; entry < box_entries; ++entry) {
        bool greater = false;
        for (std::size_t at = entry; at < bytes && !greater; at += box_entries)
            greater = block[at] > query.codes[at];
        bits |= std::uint64_t{!greater} << entry;
    }
    static_cast<void>(at_once);
#else
    const hn::CappedTag<std::uint8_t, box_entries> d;
    const auto zero = hn::Zero(d);
    // Each store may write 8 bytes.
    std::uint8_t stored[box_entries / 8 + 8] = {};
    for (std::size_t entry = 0; entry < box_entries; entry += hn::Lanes(d)) {
        auto excess = zero;
        bool any = true;
        for (std::size_t column = 0; column < bytes && any; column += at_once) {
            const std::size_t end = std::min(column + at_once, bytes);
            for (std::size_t at = column; at < end; at += box_entries)
                excess = hn::Or(excess, hn::SaturatedSub(hn::LoadU(d, block + at + entry),
                                                         hn::LoadU(d, query.codes + at + entry)));
            any = !hn::AllFalse(d, hn::Eq(excess, zero));
        }
        hn::StoreMaskBits(d, hn::Eq(excess, zero), stored + entry / 8);
    }
    std::memcpy(&bits, stored, sizeof(bits));
#endif
    return bits;
}

HWY_ATTR bool search(const BoxTree& tree, const BoxQuery& query, const std::uint32_t* keys, int dimensions,
                     Counters& counters) {
    const std::size_t skipped = static_cast<std::size_t>(query.first_column) * box_entries,
                      bytes = tree.block_bytes() - skipped;
    Spread spread;
    for (std::size_t column = 0; column < bytes / box_entries; ++column)
        std::memset(spread.codes + column * box_entries, query.codes[column], box_entries);
    const auto row_of = [keys, dimensions](std::uint32_t row) {
        return keys + std::size_t{row} * static_cast<std::size_t>(dimensions);
    };
    // For each level, the block whose entries are visited, and those still to visit.
    std::array<std::size_t, 8> block;
    std::array<std::uint64_t, 8> waiting;
    const std::size_t top = tree.levels.size() - 1;
    std::size_t level = top;
    block[top] = 0;
    waiting[top] = within(tree.levels[top].data() + skipped, spread, bytes);
    std::array<std::int64_t, 2> looks{}; // at rows, at boxes
    ++looks[top > 0];
    bool found = false;
    while (true) {
        if (waiting[level] == 0) {
            if (level == top)
                break;
            ++level;
            continue;
        }
        const std::size_t entry =
            block[level] * box_entries + static_cast<std::size_t>(std::countr_zero(waiting[level]));
        waiting[level] &= waiting[level] - 1;
        if (level == 0) {
            const std::uint32_t *const row = row_of(tree.rows[entry]), *const asked = row_of(query.row);
            found = dominates(row, asked, dimensions) ||
                    (query.or_equal && std::equal(row, row + dimensions, asked));
            if (found)
                break;
            continue;
        }
        --level;
        block[level] = entry;
        waiting[level] =
            within(tree.levels[level].data() + entry * tree.block_bytes() + skipped, spread, bytes);
        ++looks[level > 0];
    }
    constexpr auto entries = static_cast<std::int64_t>(box_entries);
    counters.dominance_tests += looks[0] * entries;
    counters.mask_tests += looks[1] * entries;
    return found;
}

} // namespace scanline::skyline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scanline::skyline {

HWY_EXPORT(search);

bool has_dominator(const BoxTree& tree, const BoxQuery& query, const std::uint32_t* keys, int dimensions,
                   Counters& counters) {
    return HWY_DYNAMIC_DISPATCH(search)(tree, query, keys, dimensions, counters);
}

} // namespace scanline::skyline
#endif
