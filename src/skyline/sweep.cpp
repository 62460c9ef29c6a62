#include "candidates.h"
#include "find.h"

#include "scanline/core/memory.h"
#include "scanline/cpu/radix_sort.h"

#include <algorithm>
#include <map>

namespace scanline::skyline {

namespace {

/// What the rows so far dominate in the columns after the first: for a key of the first of them, the least
/// key of the second. Both ascend and descend strictly.
class Staircase {
public:
    /// True if no row so far is as good in both; then the row is a part of it.
    bool add(std::uint32_t y, std::uint32_t z) {
        auto after = steps_.upper_bound(y);
        if (after != steps_.begin() && std::prev(after)->second <= z)
            return false;
        while (after != steps_.end() && after->second >= z)
            after = steps_.erase(after);
        steps_.insert_or_assign(y, z);
        return true;
    }

private:
    std::map<std::uint32_t, std::uint32_t> steps_;
};

} // namespace

Skyline sweep(const Keys& keys, const Options& find_options) {
    const cpu::Options& options = find_options.cpu;
    const CancelHook& cancelled = options.limits.cancelled;
    cpu::ThreadTeam team(cpu::threads_for(options, keys.size() / cpu::items_of_a_thread));
    Skyline found{candidates(keys, team, options), {}, {}};
    std::vector<std::uint32_t>& rows = found.ids;
    const std::size_t size = keys.dimensions > 1 ? rows.size() : 0;
    const auto show_left = [&](std::size_t left) {
        if (find_options.progress)
            find_options.progress(keys.size() - static_cast<std::int64_t>(left), keys.size());
    };
    show_left(size);
    if (keys.dimensions == 1)
        return found;
    std::vector<std::uint32_t> firsts, order;
    CancelPoll poll(cancelled);
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        return std::lexicographical_compare(keys[a], keys[a] + keys.dimensions, keys[b],
                                            keys[b] + keys.dimensions);
    };
    {
        const StageScope stage(options.observer, "sort");
        allocate(firsts, static_cast<std::int64_t>(size), find_operation, cancelled);
        allocate(order, static_cast<std::int64_t>(size), find_operation, cancelled);
        for (std::size_t i = 0; i < size; ++i)
            firsts[i] = keys[rows[i]][0];
        cpu::RadixSort sort({.threads = team.size()});
        sort(std::span<const std::uint32_t>(firsts), std::span(firsts), std::span(order));
        for (std::uint32_t& place : order)
            place = rows[place];
        for (std::size_t first = 0, last; first < size; first = last) {
            for (last = first + 1; last < size && firsts[last] == firsts[first];)
                ++last;
            if (last - first > 1)
                cancellable_sort(order.begin() + static_cast<std::ptrdiff_t>(first),
                                 order.begin() + static_cast<std::ptrdiff_t>(last), less, poll);
        }
    }
    const StageScope stage(options.observer, "sweep");
    rows.clear();
    Staircase staircase;
    bool kept = false;
    for (std::size_t i = 0; i < size; ++i) {
        poll.count(16);
        if (i % 4096 == 0)
            show_left(size - i);
        const std::uint32_t* const row = keys[order[i]];
        // Equal rows come one after the other, and share their fate.
        if (i == 0 || !std::equal(row, row + keys.dimensions, keys[order[i - 1]]))
            kept = staircase.add(row[1], keys.dimensions == 3 ? row[2] : 0);
        if (kept)
            rows.push_back(order[i]);
    }
    std::ranges::sort(rows);
    show_left(0);
    return found;
}

} // namespace scanline::skyline
