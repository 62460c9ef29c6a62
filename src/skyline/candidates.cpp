#include "candidates.h"

#include "scanline/skyline/skyline.h"

#include <algorithm>
#include <compare>
#include <limits>

namespace scanline::skyline {

namespace {

struct Extremes {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max(), greatest = 0;
};

Extremes extremes(const Keys& keys, std::size_t row) {
    Extremes found;
    for (const std::uint32_t *key = keys[static_cast<std::int64_t>(row)], *end = key + keys.dimensions;
         key != end; ++key) {
        found.least = std::min(found.least, *key);
        found.greatest = std::max(found.greatest, *key);
    }
    return found;
}

bool may_stay(const Extremes& row, std::uint32_t tau) {
    return row.least < tau || row.greatest == tau;
}

} // namespace

std::vector<std::uint32_t> candidates(const Keys& keys, cpu::ThreadTeam& team, const cpu::Options& options) {
    const StageScope stage(options.observer, "filter");
    const CancelHook& cancelled = options.limits.cancelled;
    const auto threads = static_cast<std::size_t>(team.size());
    const auto rows = static_cast<std::size_t>(keys.size());
    // The least of the greatest keys so far. For the first few rows it is too large, and too many stay.
    struct alignas(64) Part {
        std::uint32_t tau = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> kept;
    };
    std::vector<Part> parts(threads);
    cpu::share_parts(team, rows, threads, [&](std::size_t thread, std::size_t first, std::size_t last) {
        CancelPoll poll(cancelled);
        Part part;
        for (std::size_t row = first; row < last; ++row) {
            poll.count(keys.dimensions);
            const Extremes keys_of_row = extremes(keys, row);
            part.tau = std::min(part.tau, keys_of_row.greatest);
            if (may_stay(keys_of_row, part.tau))
                part.kept.push_back(static_cast<std::uint32_t>(row));
        }
        parts[thread] = std::move(part);
    });
    const std::uint32_t tau = std::ranges::min_element(parts, {}, &Part::tau)->tau;
    team.run([&](int thread) {
        CancelPoll poll(cancelled);
        std::erase_if(parts[static_cast<std::size_t>(thread)].kept, [&](std::uint32_t row) {
            poll.count(keys.dimensions);
            return !may_stay(extremes(keys, row), tau);
        });
    });
    std::vector<std::uint32_t> kept = std::move(parts[0].kept);
    for (std::size_t thread = 1; thread < threads; ++thread)
        kept.insert(kept.end(), parts[thread].kept.begin(), parts[thread].kept.end());
    return kept;
}

void keep_first(const Keys& keys, std::vector<std::uint32_t>& ids, CancelPoll& poll) {
    const auto compare = [&](std::uint32_t a, std::uint32_t b) {
        return std::lexicographical_compare_three_way(keys[a], keys[a] + keys.dimensions, keys[b],
                                                      keys[b] + keys.dimensions);
    };
    cancellable_sort(
        ids.begin(), ids.end(),
        [&](std::uint32_t a, std::uint32_t b) {
            const auto order = compare(a, b);
            return order != 0 ? order < 0 : a < b;
        },
        poll);
    const auto equal = [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) == 0; };
    ids.erase(std::unique(ids.begin(), ids.end(), equal), ids.end());
    std::ranges::sort(ids);
}

} // namespace scanline::skyline
