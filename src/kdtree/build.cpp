#include "scanline/kdtree/tree.h"

#include "tree_coordinates.h"

#include "scanline/cpu/sort.h"
#include "scanline/points/points.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <type_traits>

namespace scanline::kdtree {
namespace {

// The rows that a build sorts and splits: points with their index, in two variants.

/// A row that stores and moves the whole point: no lookups elsewhere.
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
    /// Prepares rows for comparison by another axis.
    void turn_to(std::span<Row> /*rows*/, int /*axis*/, CancelPoll& /*poll*/) const {}

    /// visit(less): less compares by the super key of the axis.
    template <class Visit>
    void with_less(int axis, Visit visit) const {
        // For the less common double, one comparison for all axes compiles in a third of the time.
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
    // The order of the coordinates is a compile-time constant in each comparison.
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

/// One coordinate beside the index, for points with many: looks up the others only if that one is equal.
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

// Smaller subtrees stay on the thread that reaches them.
constexpr std::int64_t smallest_task = 1 << 14;

template <class T>
std::span<T> part(std::vector<T>& of, std::int64_t first, std::int64_t last) {
    return std::span(of).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
}

/// std::nth_element for distinct rows. While there are many, partitions them around its own pivots, which can
/// be cancelled; polling further down would cost more than it is worth.
template <class Row, class Less>
void place_nth(std::span<Row> rows, std::size_t nth, Less less, CancelPoll& poll) {
    constexpr std::size_t few = 1 << 17;
    // If pivots are bad, the standard library does better.
    for (int tries = 2 * static_cast<int>(std::bit_width(rows.size())); rows.size() > few && tries > 0;
         --tries) {
        const Row &a = rows.front(), &b = rows[rows.size() / 2], &c = rows.back();
        const Row pivot = less(a, b) == less(b, c) ? b : less(a, b) == less(a, c) ? c : a;
        const auto behind_less = std::partition(rows.begin(), rows.end(), [&](const Row& row) {
            poll.count();
            return less(row, pivot);
        });
        const auto parted = static_cast<std::size_t>(behind_less - rows.begin());
        rows = nth < parted ? rows.first(parted) : rows.subspan(parted);
        nth = nth < parted ? nth : nth - parted;
    }
    poll.count(static_cast<std::int64_t>(rows.size()));
    std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(nth), rows.end(), less);
}

template <Coordinate C, class Rows>
class Builder {
    using Row = typename Rows::Row;
    using Queue = cpu::TaskQueue<Subtree>;

public:
    Builder(const Points<C>& points, bool are_distinct, const cpu::Options& options)
        : points_(points), rows_(points), is_sorted_(!are_distinct), options_(options),
          team_(build_threads(points.size(), options)) {}

    Tree<C> build() {
        if (is_sorted_) {
            in_stage("sort", [this] { sort(); });
            in_stage("remove-duplicates", [this] { remove_duplicates(); });
        } else {
            take_rows();
        }
        Tree<C> tree;
        in_stage("build", [&] {
            split();
            tree = make_tree();
        });
        return tree;
    }

private:
    template <class Work>
    void in_stage(std::string_view name, Work work) {
        const StageScope stage(options_.observer, name);
        work();
    }

    /// Calls work(i) for each i; every thread handles a part.
    template <class Work>
    void for_each(std::int64_t size, Work work) {
        share_evenly(team_, size, cancelled(),
                     [&](int /*thread*/, std::int64_t first, std::int64_t last, CancelPoll& poll) {
                         for (std::int64_t i = first; i < last; ++i) {
                             poll.count(points_.dimensions);
                             work(static_cast<std::size_t>(i));
                         }
                     });
    }

    void take_rows() {
        ResultMemory(options_.limits, build_operation).require(points_.size(), 2 * sizeof(Row));
        allocate(row_, points_.size(), build_operation, cancelled());
        for_each(points_.size(),
                 [this](std::size_t i) { row_[i] = rows_.row(static_cast<std::int32_t>(i)); });
    }

    // Of equal points, the one with the smallest index comes first.
    void sort() {
        take_rows();
        std::vector<Row> scratch;
        allocate(scratch, points_.size(), build_operation, cancelled());
        rows_.with_less(0, [&](auto less) {
            cpu::sort(
                team_, std::span(row_), std::span(scratch),
                [less](const Row& a, const Row& b) {
                    return less(a, b) || (!less(b, a) && a.index < b.index);
                },
                cancelled());
        });
    }

    void remove_duplicates() {
        CancelPoll poll(cancelled());
        const auto end =
            std::unique(row_.begin(), row_.end(),
                        polling([this](const Row& a, const Row& b) { return rows_.equal(a, b); }, poll));
        row_.erase(end, row_.end());
    }

    void split() {
        // Depth d has at most 2^d subtrees of at most nodes / 2^d, so all splits together number less than
        // twice those of the last depth.
        Queue queue({0, nodes(), 0}, 1 + 2 * (nodes() / smallest_task));
        team_.run([&](int /*thread*/) {
            CancelPoll poll(cancelled());
            try {
                while (const std::optional<Subtree> subtree = queue.take()) {
                    split_shared(*subtree, queue, poll);
                    queue.finish();
                }
            } catch (...) {
                queue.give_up();
                throw;
            }
        });
    }

    // Offers the left side to idle threads, and keeps the right one.
    void split_shared(Subtree subtree, Queue& queue, CancelPoll& poll) {
        while (subtree.size() > smallest_task) {
            place_median(subtree, poll);
            queue.put(subtree.left());
            subtree = subtree.right();
        }
        split_alone(subtree, poll);
    }

    void split_alone(const Subtree& subtree, CancelPoll& poll) {
        if (subtree.size() < 2)
            return;
        place_median(subtree, poll);
        split_alone(subtree.left(), poll);
        split_alone(subtree.right(), poll);
    }

    void place_median(const Subtree& subtree, CancelPoll& poll) {
        if (subtree.depth == 0 && is_sorted_) // by the first axis
            return;
        const int axis = subtree.axis(points_.dimensions);
        const std::span<Row> rows = part(row_, subtree.first, subtree.last);
        rows_.turn_to(rows, axis, poll);
        rows_.with_less(axis, [&](auto less) {
            place_nth(rows, static_cast<std::size_t>(subtree.root() - subtree.first), less, poll);
        });
    }

    Tree<C> make_tree() {
        const auto dimensions = static_cast<std::size_t>(points_.dimensions);
        Tree<C> tree{points_.dimensions, {}, {}};
        allocate(tree.coordinates, nodes() * points_.dimensions, build_operation, cancelled());
        allocate(tree.index, nodes(), build_operation, cancelled());
        for_each(tree.size(), [&](std::size_t node) {
            tree.index[node] = row_[node].index;
            std::copy_n(rows_.coordinates(row_[node]), dimensions,
                        tree.coordinates.begin() + static_cast<std::ptrdiff_t>(node * dimensions));
        });
        return tree;
    }

    const CancelHook& cancelled() const { return options_.limits.cancelled; }
    // After duplicates are removed.
    std::int64_t nodes() const { return static_cast<std::int64_t>(row_.size()); }

    const Points<C> points_;
    const Rows rows_;
    const bool is_sorted_; ///< before it is split
    const cpu::Options& options_;
    cpu::ThreadTeam team_;
    std::vector<Row> row_;
};

} // namespace

int build_threads(std::int64_t points, const cpu::Options& options) {
    return cpu::threads_for(options, points / cpu::items_of_a_thread);
}

namespace {

template <Coordinate C>
Tree<C> build_any(const Points<C>& points, bool are_distinct, const cpu::Options& options) {
    {
        const StageScope stage(options.observer, "check");
        require_points(points, build_operation, options.limits.cancelled);
    }
    // Each of these takes seconds to compile. For double, with its long rows, only 2 and 3 dimensions are.
    constexpr bool all = !std::same_as<C, double>;
    const auto build_by = [&]<class Rows>() {
        return Builder<C, Rows>(points, are_distinct, options).build();
    };
    switch (points.dimensions) {
    case 1: return build_by.template operator()<std::conditional_t<all, WholeRows<C, 1>, KeyRows<C>>>();
    case 2: return build_by.template operator()<WholeRows<C, 2>>();
    case 3: return build_by.template operator()<WholeRows<C, 3>>();
    case 4: return build_by.template operator()<std::conditional_t<all, WholeRows<C, 4>, KeyRows<C>>>();
    default: return build_by.template operator()<KeyRows<C>>();
    }
}

} // namespace

template <Coordinate C>
Tree<C> build(const Points<C>& points, const cpu::Options& options) {
    return build_any(points, false, options);
}

template <Coordinate C>
Tree<C> build_distinct(const Points<C>& points, const cpu::Options& options) {
    return build_any(points, true, options);
}

#define SCANLINE_INSTANTIATE(C)                                                                              \
    template Tree<C> build(const Points<C>&, const cpu::Options&);                                           \
    template Tree<C> build_distinct(const Points<C>&, const cpu::Options&);
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
SCANLINE_INSTANTIATE(double)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::kdtree
