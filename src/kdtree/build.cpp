#include "scanline/kdtree/build.h"

#include "operation_names.h"
#include "result_memory.h"
#include "room.h"
#include "rows.h"
#include "subtree_queue.h"
#include "worthwhile_threads.h"

#include "scanline/cpu/sort.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace scanline::kdtree {
namespace {

// Smaller subtrees stay with the thread that comes to them.
constexpr std::int64_t smallest_task = 1 << 14;

template <class T>
std::span<T> part(std::vector<T>& of, std::int64_t first, std::int64_t last) {
    return std::span(of).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
}

/// std::nth_element of rows that are all different. While they are many it parts them around pivots of its
/// own, which can be cancelled; polls of the rest would cost more than they are worth.
template <class Row, class Less>
void place_nth(std::span<Row> rows, std::size_t nth, Less less, CancelPoll& poll) {
    constexpr std::size_t few = 1 << 17;
    // Where pivots are bad the standard library knows better.
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

public:
    Builder(const Points<C>& points, const CpuOptions& options)
        : points_(points), rows_(points), options_(options), team_(build_threads(points.size(), options)) {}

    Tree<C> build() {
        in_stage("sort", [this] { sort(); });
        in_stage("remove-duplicates", [this] { remove_duplicates(); });
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

    /// work(i): for each of so many, a part of them by each thread.
    template <class Work>
    void for_each(std::int64_t size, Work work) {
        team_.run([&](int thread) {
            CancelPoll poll(cancelled());
            const std::int64_t last = size * (thread + 1) / team_.size();
            for (std::int64_t i = size * thread / team_.size(); i < last; ++i) {
                poll.count(points_.dimensions);
                work(static_cast<std::size_t>(i));
            }
        });
    }

    // Of equal points the one with the smallest index comes first.
    void sort() {
        ResultMemory(options_.limits, build_operation).require(points_.size(), 2 * sizeof(Row));
        make_room(row_, points_.size(), build_operation, cancelled());
        for_each(points_.size(),
                 [this](std::size_t i) { row_[i] = rows_.row(static_cast<std::int32_t>(i)); });
        std::vector<Row> scratch;
        make_room(scratch, points_.size(), build_operation, cancelled());
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
        SubtreeQueue queue({0, nodes(), 0}, smallest_task);
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

    // The left side is for whoever has nothing to do, the right one for this thread.
    void split_shared(Subtree subtree, SubtreeQueue& queue, CancelPoll& poll) {
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

    // All rows are in the order of the first axis already.
    void place_median(const Subtree& subtree, CancelPoll& poll) {
        if (subtree.depth == 0)
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
        make_room(tree.coordinates, nodes() * points_.dimensions, build_operation, cancelled());
        make_room(tree.index, nodes(), build_operation, cancelled());
        for_each(tree.size(), [&](std::size_t node) {
            tree.index[node] = row_[node].index;
            std::copy_n(rows_.coordinates(row_[node]), dimensions,
                        tree.coordinates.begin() + static_cast<std::ptrdiff_t>(node * dimensions));
        });
        return tree;
    }

    const CancelHook& cancelled() const { return options_.limits.cancelled; }
    // Once the duplicates are gone.
    std::int64_t nodes() const { return static_cast<std::int64_t>(row_.size()); }

    const Points<C> points_;
    const Rows rows_;
    const CpuOptions& options_;
    cpu::ThreadTeam team_;
    std::vector<Row> row_;
};

template <Coordinate C, class Rows>
Tree<C> build_by(const Points<C>& points, const CpuOptions& options) {
    return Builder<C, Rows>(points, options).build();
}

} // namespace

int build_threads(std::int64_t points, const CpuOptions& options) {
    return worthwhile_threads(options, points / points_of_a_thread);
}

template <Coordinate C>
Tree<C> build(const Points<C>& points, const CpuOptions& options) {
    {
        const StageScope stage(options.observer, "check");
        require_points(points, build_operation, options.limits.cancelled);
    }
    // Each of these takes seconds to compile: of double, whose rows are long, there are those of the plane
    // and of space.
    constexpr bool all = !std::same_as<C, double>;
    switch (points.dimensions) {
    case 1: return build_by<C, std::conditional_t<all, WholeRows<C, 1>, KeyRows<C>>>(points, options);
    case 2: return build_by<C, WholeRows<C, 2>>(points, options);
    case 3: return build_by<C, WholeRows<C, 3>>(points, options);
    case 4: return build_by<C, std::conditional_t<all, WholeRows<C, 4>, KeyRows<C>>>(points, options);
    default: return build_by<C, KeyRows<C>>(points, options);
    }
}

template Tree<std::int32_t> build(const Points<std::int32_t>&, const CpuOptions&);
template Tree<float> build(const Points<float>&, const CpuOptions&);
template Tree<double> build(const Points<double>&, const CpuOptions&);

} // namespace scanline::kdtree
