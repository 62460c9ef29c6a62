#include "scanline/skyline/reference/sky_align.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

namespace scanline::skyline::reference {

namespace {

struct Point {
    std::uint32_t id, median, quartile;
    bool dominated = false;

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

    Skyline operator()() {
        filter();
        mark();
        find_cells();
        for (int level = 0; level <= keys_.dimensions && keys_.size() > 0; ++level)
            run(level);
        std::ranges::sort(found_.ids);
        return std::move(found_);
    }

private:
    void filter() {
        std::uint32_t tau = std::numeric_limits<std::uint32_t>::max();
        for (std::int64_t row = 0; row < keys_.size(); ++row) {
            poll_.count(keys_.dimensions);
            tau = std::min(tau, *std::max_element(keys_[row], keys_[row] + keys_.dimensions));
        }
        for (std::int64_t row = 0; row < keys_.size(); ++row) {
            poll_.count(keys_.dimensions);
            const auto [least, greatest] = std::minmax_element(keys_[row], keys_[row] + keys_.dimensions);
            if (*least < tau || *greatest == tau)
                points_.push_back({static_cast<std::uint32_t>(row), 0, 0});
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
            const auto [first, second, third] = quartiles(column);
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
        std::vector<Point*> dominated;
        for (const Cell& own : cells_) {
            if (points_[own.first].level() < level)
                continue;
            for (std::size_t i = own.first; i < own.last; ++i) {
                if (points_[i].dominated)
                    continue;
                ++stats.points;
                if (is_dominated(points_[i], own, level, stats.counters))
                    dominated.push_back(&points_[i]);
            }
        }
        stats.pruned = static_cast<std::int64_t>(dominated.size());
        for (Point* point : dominated)
            point->dominated = true;
        for (const Point& point : points_) {
            if (point.level() == level && !point.dominated)
                found_.ids.push_back(point.id);
        }
        if (variant_ != SkyAlignVariant::no_sync) {
            std::erase_if(points_,
                          [level](const Point& point) { return point.dominated || point.level() == level; });
            find_cells();
        }
        found_.counters.dominance_tests += stats.counters.dominance_tests;
        found_.counters.mask_tests += stats.counters.mask_tests;
        found_.levels.push_back(stats);
    }

    bool is_dominated(const Point& point, const Cell& own, int level, Counters& counters) {
        if (point.level() == level)
            return is_dominated_in(own, point, counters);
        for (const Cell& cell : cells_) {
            const Point& any = points_[cell.first];
            if (any.level() != level)
                continue;
            ++counters.mask_tests;
            poll_.count();
            if ((any.median & ~point.median) == 0 && is_dominated_in(cell, point, counters))
                return true;
        }
        return false;
    }

    // The cell's median mask has no bit that the point's has not.
    bool is_dominated_in(const Cell& cell, const Point& point, Counters& counters) {
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
                return true;
        }
        return false;
    }

    const Keys& keys_;
    const SkyAlignVariant variant_;
    CancelPoll poll_;
    std::vector<Point> points_;
    std::vector<Cell> cells_;
    Skyline found_;
};

} // namespace

std::string_view to_string(SkyAlignVariant variant) {
    switch (variant) {
    case SkyAlignVariant::full: return "full";
    case SkyAlignVariant::no_sync: return "no-sync";
    case SkyAlignVariant::no_quart: return "no-quart";
    }
    return "";
}

Skyline sky_align(const Keys& keys, SkyAlignVariant variant, const CancelHook& cancelled) {
    return SkyAlign(keys, variant, cancelled)();
}

} // namespace scanline::skyline::reference
