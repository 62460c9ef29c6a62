#include "candidates.h"

#include "scanline/core/memory.h"

#include <algorithm>
#include <limits>

namespace scanline::skyline {

std::vector<std::uint32_t> candidates(const Keys& keys, cpu::ThreadTeam& team, const CancelHook& cancelled) {
    const auto threads = static_cast<std::size_t>(team.size());
    const auto rows = static_cast<std::size_t>(keys.size());
    const int dimensions = keys.dimensions;
    // Calls work(row, thread).
    const auto for_each_row = [&](auto work) {
        cpu::share_parts(team, rows, threads, [&](std::size_t thread, std::size_t first, std::size_t last) {
            CancelPoll poll(cancelled);
            in_pieces(static_cast<std::int64_t>(last - first), dimensions, poll,
                      [&](std::int64_t begin, std::int64_t end) {
                          for (auto i = first + static_cast<std::size_t>(begin);
                               i < first + static_cast<std::size_t>(end); ++i)
                              work(static_cast<std::uint32_t>(i), thread);
                      });
        });
    };
    struct alignas(64) Part {
        std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> kept;
    };
    std::vector<Part> parts(threads);
    for_each_row([&](std::uint32_t row, std::size_t thread) {
        std::uint32_t greatest = 0;
        for (int i = 0; i < dimensions; ++i)
            greatest = std::max(greatest, keys[row][i]);
        parts[thread].least = std::min(parts[thread].least, greatest);
    });
    const std::uint32_t tau = std::ranges::min_element(parts, {}, &Part::least)->least;
    for_each_row([&](std::uint32_t row, std::size_t thread) {
        bool less = false, greater = false;
        for (int i = 0; i < dimensions && !less; ++i) {
            less = keys[row][i] < tau;
            greater |= keys[row][i] > tau;
        }
        if (less || !greater)
            parts[thread].kept.push_back(row);
    });
    std::vector<std::uint32_t> kept = std::move(parts[0].kept);
    for (std::size_t thread = 1; thread < threads; ++thread)
        kept.insert(kept.end(), parts[thread].kept.begin(), parts[thread].kept.end());
    return kept;
}

} // namespace scanline::skyline
