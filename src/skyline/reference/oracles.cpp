#include "scanline/skyline/reference/oracles.h"

#include <algorithm>
#include <numeric>

namespace scanline::skyline::reference {

Skyline bnl(const Keys& keys, const CancelHook& cancelled) {
    CancelPoll poll(cancelled);
    Skyline found;
    std::vector<std::uint32_t>& window = found.ids;
    const auto test = [&](std::uint32_t p, std::uint32_t q) {
        ++found.counters.dominance_tests;
        poll.count(keys.dimensions);
        return dominates(keys[p], keys[q], keys.dimensions);
    };
    for (std::uint32_t row = 0; row < keys.size(); ++row) {
        if (std::ranges::any_of(window, [&](std::uint32_t other) { return test(other, row); }))
            continue;
        std::erase_if(window, [&](std::uint32_t other) { return test(row, other); });
        window.push_back(row);
    }
    return found;
}

Skyline sfs(const Keys& keys, const CancelHook& cancelled) {
    CancelPoll poll(cancelled);
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(keys.size()));
    std::vector<std::uint32_t> order(sums.size());
    std::iota(order.begin(), order.end(), 0u);
    for (const std::uint32_t row : order) {
        poll.count(keys.dimensions);
        sums[row] = std::accumulate(keys[row], keys[row] + keys.dimensions, std::uint64_t{0});
    }
    cancellable_sort(
        order.begin(), order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return std::pair(sums[a], a) < std::pair(sums[b], b); },
        poll);
    Skyline found;
    for (const std::uint32_t row : order) {
        const auto dominates_row = [&](std::uint32_t other) {
            ++found.counters.dominance_tests;
            poll.count(keys.dimensions);
            return dominates(keys[other], keys[row], keys.dimensions);
        };
        if (std::ranges::none_of(found.ids, dominates_row))
            found.ids.push_back(row);
    }
    std::ranges::sort(found.ids);
    return found;
}

} // namespace scanline::skyline::reference
