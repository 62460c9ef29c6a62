#include "scanline/skyline/reference/sky_align.h"

#include "scanline/skyline/trace.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>

namespace scanline::skyline::reference {

namespace {

struct Point {
    std::uint32_t id, median, quartile;
    std::optional<std::uint32_t> dominator{};

    int level() const { return std::popcount(median); }
};

/// Points [first, last) with one median mask.
struct Cell {
    std::size_t first, last;
};

class SkyAlign {
public:
    SkyAlign(const Keys& keys, SkyAlignVariant variant, const CancelHook& cancelled)
        : keys_(keys), variant_(variant), poll_(cancelled) {}

    Trace operator()() {
        filter();
        mark();
        find_cells();
        for (int level = 0; level <= keys_.dimensions && keys_.size() > 0; ++level)
            run(level);
        std::ranges::sort(trace_.found.ids);
        return std::move(trace_);
    }

private:
    void filter() {
        const auto rows = static_cast<std::uint32_t>(keys_.size());
        for (std::uint32_t row = 0; row < rows; ++row) {
            poll_.count(keys_.dimensions);
            const std::uint32_t greatest = *std::max_element(keys_[row], keys_[row] + keys_.dimensions);
            if (row == 0 || greatest < trace_.tau) {
                trace_.tau = greatest;
                trace_.tau_row = row;
            }
        }
        trace_.rows.assign(rows, {.dominator = trace_.tau_row});
        for (std::uint32_t row = 0; row < rows; ++row) {
            poll_.count(keys_.dimensions);
            const auto [least, greatest] = std::minmax_element(keys_[row], keys_[row] + keys_.dimensions);
            if (*least < trace_.tau || *greatest == trace_.tau)
                points_.push_back({row, 0, 0});
        }
    }

    std::array<std::uint32_t, 3> quartiles(int column) {
        std::vector<std::uint32_t> sorted;
        for (const Point& point : points_)
            sorted.push_back(keys_[point.id][column]);
        cancellable_sort(sorted.begin(), sorted.end(), std::less(), poll_);
        const std::size_t quarter = sorted.size() / 4, half = sorted.size() / 2;
        return {sorted[quarter], sorted[half], sorted[quarter + half]};
    }

    void mark() {
        for (int column = 0; column < keys_.dimensions && !points_.empty(); ++column) {
            const auto [first, second, third] = trace_.quartiles.emplace_back(quartiles(column));
            for (Point& point : points_) {
                const std::uint32_t key = keys_[point.id][column];
                const bool upper = key > second;
                point.median |= std::uint32_t{upper} << column;
                point.quartile |= std::uint32_t{key > (upper ? third : first)} << column;
            }
        }
        const auto place = [](const Point& point) {
            return std::tuple(point.level(), point.median, point.id);
        };
        cancellable_sort(
            points_.begin(), points_.end(),
            [&](const Point& a, const Point& b) { return place(a) < place(b); }, poll_);
        for (const Point& point : points_)
            trace_.order.push_back(point.id);
    }

    void find_cells() {
        cells_.clear();
        for (std::size_t i = 0; i < points_.size(); ++i) {
            if (i == 0 || points_[i].median != points_[i - 1].median)
                cells_.push_back({i, i});
            cells_.back().last = i + 1;
        }
    }

    void run(int level) {
        LevelStats stats{level, 0, 0, {}};
        std::vector<std::pair<Point*, std::uint32_t>> dominated;
        for (const Cell& own : cells_) {
            if (points_[own.first].level() < level)
                continue;
            for (std::size_t i = own.first; i < own.last; ++i) {
                if (points_[i].dominator)
                    continue;
                ++stats.points;
                if (const auto by = dominator_of(points_[i], own, level, stats.counters))
                    dominated.emplace_back(&points_[i], *by);
            }
        }
        stats.pruned = static_cast<std::int64_t>(dominated.size());
        for (const auto& [point, by] : dominated) {
            point->dominator = by;
            leave(*point, Trace::Outcome::pruned, level, by);
        }
        for (const Point& point : points_) {
            if (point.level() == level && !point.dominator) {
                trace_.found.ids.push_back(point.id);
                leave(point, Trace::Outcome::skyline, level, point.id);
            }
        }
        if (variant_ != SkyAlignVariant::no_sync) {
            std::erase_if(points_,
                          [level](const Point& point) { return point.dominator || point.level() == level; });
            find_cells();
        }
        trace_.found.counters.dominance_tests += stats.counters.dominance_tests;
        trace_.found.counters.mask_tests += stats.counters.mask_tests;
        trace_.found.levels.push_back(stats);
    }

    void leave(const Point& point, Trace::Outcome outcome, int level, std::uint32_t dominator) {
        trace_.rows[point.id] = {point.median, point.quartile, outcome, level, dominator};
    }

    std::optional<std::uint32_t> dominator_of(const Point& point, const Cell& own, int level,
                                              Counters& counters) {
        if (point.level() == level)
            return dominator_in(own, point, counters);
        for (const Cell& cell : cells_) {
            const Point& any = points_[cell.first];
            if (any.level() != level)
                continue;
            ++counters.mask_tests;
            poll_.count();
            if ((any.median & ~point.median) != 0)
                continue;
            if (const auto by = dominator_in(cell, point, counters))
                return by;
        }
        return std::nullopt;
    }

    // The cell's median mask has no bit that the point's has not.
    std::optional<std::uint32_t> dominator_in(const Cell& cell, const Point& point, Counters& counters) {
        // Elsewhere the cell is in the lower half, and the point in the upper.
        const std::uint32_t same_half = points_[cell.first].median | ~point.median;
        for (std::size_t i = cell.first; i < cell.last; ++i) {
            const Point& other = points_[i];
            poll_.count();
            if (variant_ != SkyAlignVariant::no_quart) {
                ++counters.mask_tests;
                if ((same_half & other.quartile & ~point.quartile) != 0)
                    continue;
            }
            if (&other == &point)
                continue;
            ++counters.dominance_tests;
            poll_.count(keys_.dimensions);
            if (dominates(keys_[other.id], keys_[point.id], keys_.dimensions))
                return other.id;
        }
        return std::nullopt;
    }

    const Keys& keys_;
    const SkyAlignVariant variant_;
    CancelPoll poll_;
    std::vector<Point> points_;
    std::vector<Cell> cells_;
    Trace trace_;
};

} // namespace

Skyline sky_align(const Keys& keys, SkyAlignVariant variant, const CancelHook& cancelled) {
    return SkyAlign(keys, variant, cancelled)().found;
}

} // namespace scanline::skyline::reference

namespace scanline::skyline {

Trace trace_sky_align(const Keys& keys, const CancelHook& cancelled) {
    return reference::SkyAlign(keys, reference::SkyAlignVariant::full, cancelled)();
}

} // namespace scanline::skyline
