#pragma once
#include "scanline/kdtree/points.h"
#include "scanline/kdtree/super_key.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace scanline::kdtree {

// What a build sorts and splits: points with their index, in one of two forms.

/// The whole point in a row of its own, which moves with it: no row looks anywhere else.
template <Coordinate C, int dimensions>
class WholeRows {
public:
    struct Row {
        std::array<C, std::size_t{dimensions}> point;
        std::int32_t index;
    };

    explicit WholeRows(const Points<C>& points) : points_(points) {}

    Row row(std::int32_t index) const {
        Row made{{}, index};
        std::copy_n(points_[index], dimensions, made.point.begin());
        return made;
    }
    /// What has to be done with rows before they are compared by another axis.
    void turn_to(std::span<Row> /*rows*/, int /*axis*/, CancelPoll& /*poll*/) const {}

    /// visit(less): less compares by the super key of the axis.
    template <class Visit>
    void with_less(int axis, Visit visit) const {
        // One comparison for all axes of double, which fewer ask for, compiles in a third of the time.
        if constexpr (std::same_as<C, double>)
            visit([axis](const Row& a, const Row& b) {
                return compare_super_keys(a.point.data(), b.point.data(), dimensions, axis) < 0;
            });
        else
            with_axis<0>(axis, visit);
    }
    static bool equal(const Row& a, const Row& b) { return a.point == b.point; }
    static const C* coordinates(const Row& row) { return row.point.data(); }

private:
    // The order of the coordinates is known where the comparison is compiled.
    template <int axis, class Visit>
    static void with_axis(int wanted, Visit visit) {
        if constexpr (axis + 1 < dimensions) {
            if (wanted != axis)
                return with_axis<axis + 1>(wanted, visit);
        }
        visit([](const Row& a, const Row& b) {
            for (int i = 0; i < dimensions - 1; ++i) {
                const auto at = static_cast<std::size_t>((axis + i) % dimensions);
                if (a.point[at] != b.point[at])
                    return a.point[at] < b.point[at];
            }
            constexpr auto last = static_cast<std::size_t>((axis + dimensions - 1) % dimensions);
            return a.point[last] < b.point[last];
        });
    }

    const Points<C> points_;
};

/// One coordinate beside the index, for points of many: the others are looked up where that one is equal.
template <Coordinate C>
class KeyRows {
public:
    struct Row {
        C key;
        std::int32_t index;
    };

    explicit KeyRows(const Points<C>& points) : points_(points) {}

    Row row(std::int32_t index) const { return {points_[index][0], index}; }
    void turn_to(std::span<Row> rows, int axis, CancelPoll& poll) const {
        in_pieces(static_cast<std::int64_t>(rows.size()), 16, poll,
                  [&](std::int64_t first, std::int64_t last) {
                      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
                          rows[i].key = points_[rows[i].index][axis];
                  });
    }
    template <class Visit>
    void with_less(int axis, Visit visit) const {
        visit([this, axis](const Row& a, const Row& b) {
            return a.key != b.key
                       ? a.key < b.key
                       : compare_super_keys(points_[a.index], points_[b.index], points_.dimensions, axis) < 0;
        });
    }
    bool equal(const Row& a, const Row& b) const {
        return compare_super_keys(points_[a.index], points_[b.index], points_.dimensions, 0) == 0;
    }
    const C* coordinates(const Row& row) const { return points_[row.index]; }

private:
    const Points<C> points_;
};

} // namespace scanline::kdtree
