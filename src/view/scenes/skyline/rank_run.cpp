#include "scenes/skyline/rank_run.h"

#include "scanline/ranks/communicator.h"
#include "scenes/skyline/run.h"

#include <algorithm>

namespace scanline::view::skyline_scene {

namespace {

using Points = std::vector<std::uint32_t>;

/// The points that are in no column worse than all of the others.
Points may_dominate(const Run& run, Points points, const Points& others) {
    for (int column = 0; column < run.dimensions(); ++column) {
        const auto key = [&](std::uint32_t point) { return run.keys[point][column]; };
        const auto worst = std::ranges::max_element(others, {}, key);
        std::erase_if(points,
                      [&](std::uint32_t point) { return worst == others.end() || key(point) > key(*worst); });
    }
    return points;
}

} // namespace

RankRun find_over_ranks(const Run& run, int ranks, const CancelHook& cancelled) {
    CancelPoll poll(cancelled);
    RankRun made{ranks, std::vector<int>(run.rows.size()), std::vector<int>(run.rows.size())};
    std::vector<Points> left(static_cast<std::size_t>(ranks)), known;
    for (std::size_t rank = 0; rank < left.size(); ++rank) {
        const ranks::Slice slice = ranks::slice_of(run.size(), static_cast<int>(rank), ranks);
        for (std::int64_t point = slice.first; point < slice.end(); ++point) {
            made.rank_of[static_cast<std::size_t>(point)] = static_cast<int>(rank);
            left[rank].push_back(static_cast<std::uint32_t>(point));
        }
    }
    for (std::size_t step = 0; step <= left.size(); ++step) {
        if (step <= RankRun::own_step + 1)
            known = left; // by the greatest keys, which all ranks tell each other once
        RankRun::Step now{Traffic(ranks), std::vector<bool>(run.rows.size())};
        std::vector<Points> kept = left;
        for (std::size_t to = 0; to < left.size(); ++to) {
            const std::size_t from =
                (to + std::max(step, RankRun::own_step) - RankRun::own_step) % left.size();
            const Points got = step == 0 ? Points() : may_dominate(run, left[from], known[to]);
            std::erase_if(kept[to], [&](std::uint32_t point) {
                poll.count(std::ssize(got));
                const bool goes = std::ranges::any_of(
                    got, [&](std::uint32_t other) { return run.dominates(other, point); });
                made.gone_in[point] = goes ? static_cast<int>(step) : 0;
                return goes;
            });
            now.traffic.sent[from * left.size() + to] = std::ssize(from == to ? kept[to] : got);
            for (const std::uint32_t point : from == to ? Points() : got)
                now.is_sent[point] = true;
        }
        left = std::move(kept);
        made.steps.push_back(std::move(now));
    }
    return made;
}

} // namespace scanline::view::skyline_scene
