#include "scanline/kdtree/build.h"

#include "operation_names.h"
#include "room.h"
#include "rows.h"
#include "subtree_queue.h"
#include "worthwhile_threads.h"

#include "scanline/cpu/sort.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <numeric>

namespace scanline::kdtree {
namespace {

// Smaller subtrees stay with the thread that comes to them.
constexpr std::int64_t smallest_task = 1 << 14;
template <class T>
std::span<T> part(std::vector<T>& of, std::int64_t first, std::int64_t last) {
    return std::span(of).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
}

template <Coordinate C, class Rows>
class Builder {
    using Row = typename Rows::Row;

public:
    Builder(const Points<C>& points, const CpuOptions& options)
        : points_(points), rows_(points), observer_(options.observer),
          team_(build_threads(points.size(), options)) {}

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
        const StageScope stage(observer_, name);
        work();
    }

    /// work(first, last): by each thread on its part of so many.
    template <class Work>
    void in_parts(std::int64_t size, Work work) {
        team_.run([&](int thread) {
            const std::int64_t threads = team_.size();
            work(size * thread / threads, size * (thread + 1) / threads);
        });
    }

    // Of equal points the one with the smallest index comes first.
    void sort() {
        make_room(row_, points_.size(), build_operation);
        in_parts(points_.size(), [this](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i)
                row_[static_cast<std::size_t>(i)] = rows_.row(static_cast<std::int32_t>(i));
        });
        std::vector<Row> scratch;
        make_room(scratch, points_.size(), build_operation);
        rows_.with_less(0, [&](auto less) {
            cpu::sort(team_, std::span(row_), std::span(scratch), [less](const Row& a, const Row& b) {
                return less(a, b) || (!less(b, a) && a.index < b.index);
            });
        });
    }

    void remove_duplicates() {
        const auto end = std::unique(row_.begin(), row_.end(),
                                     [this](const Row& a, const Row& b) { return rows_.equal(a, b); });
        row_.erase(end, row_.end());
    }

    void split() {
        SubtreeQueue queue({0, nodes(), 0}, smallest_task);
        team_.run([&](int /*thread*/) {
            while (const std::optional<Subtree> subtree = queue.take()) {
                split_shared(*subtree, queue);
                queue.finish();
            }
        });
    }

    // The left side is for whoever has nothing to do, the right one for this thread.
    void split_shared(Subtree subtree, SubtreeQueue& queue) {
        while (subtree.size() > smallest_task) {
            place_median(subtree);
            queue.put(subtree.left());
            subtree = subtree.right();
        }
        split_alone(subtree);
    }

    void split_alone(const Subtree& subtree) {
        if (subtree.size() < 2)
            return;
        place_median(subtree);
        split_alone(subtree.left());
        split_alone(subtree.right());
    }

    // All rows are in the order of the first axis already.
    void place_median(const Subtree& subtree) {
        if (subtree.depth == 0)
            return;
        const int axis = subtree.axis(points_.dimensions);
        const std::span<Row> rows = part(row_, subtree.first, subtree.last);
        rows_.turn_to(rows, axis);
        rows_.with_less(axis, [&](auto less) {
            std::nth_element(rows.begin(), rows.begin() + (subtree.root() - subtree.first), rows.end(), less);
        });
    }

    Tree<C> make_tree() {
        const auto dimensions = static_cast<std::size_t>(points_.dimensions);
        Tree<C> tree{points_.dimensions, {}, {}};
        make_room(tree.coordinates, nodes() * points_.dimensions, build_operation);
        make_room(tree.index, nodes(), build_operation);
        in_parts(tree.size(), [&](std::int64_t first, std::int64_t last) {
            for (auto node = static_cast<std::size_t>(first); node < static_cast<std::size_t>(last); ++node) {
                tree.index[node] = row_[node].index;
                std::copy_n(rows_.coordinates(row_[node]), dimensions,
                            tree.coordinates.begin() + static_cast<std::ptrdiff_t>(node * dimensions));
            }
        });
        return tree;
    }

    // Once the duplicates are gone.
    std::int64_t nodes() const { return static_cast<std::int64_t>(row_.size()); }

    const Points<C> points_;
    const Rows rows_;
    PassObserver* const observer_;
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
        require_points(points, build_operation);
    }
    switch (points.dimensions) {
    case 1: return build_by<C, WholeRows<C, 1>>(points, options);
    case 2: return build_by<C, WholeRows<C, 2>>(points, options);
    case 3: return build_by<C, WholeRows<C, 3>>(points, options);
    case 4: return build_by<C, WholeRows<C, 4>>(points, options);
    default: return build_by<C, KeyRows<C>>(points, options);
    }
}

template Tree<std::int32_t> build(const Points<std::int32_t>&, const CpuOptions&);
template Tree<float> build(const Points<float>&, const CpuOptions&);

} // namespace scanline::kdtree
