#include "scanline/kdtree/rank_build.h"

#include "tree_coordinates.h"

#include "scanline/core/raw_array.h"
#include "scanline/cpu/sort.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/lists.h"
#include "scanline/ranks/places.h"

#include <array>
#include <bit>
#include <fmt/format.h>
#include <numeric>

namespace scanline::kdtree {

namespace {

/// A point on its way. Coordinates beyond its dimensions are 0, which compare alike.
template <Coordinate C, int width>
struct Row {
    std::array<C, std::size_t{width}> point;
    std::int32_t index;
    std::int32_t node; ///< its own, or the first of the subtree that it is in
};

/// Levels that the ranks split together.
int shared_levels(std::int64_t nodes, int ranks) {
    constexpr std::int64_t few = 64; // nodes a rank
    const auto count = static_cast<unsigned>(ranks);
    if (nodes < few * ranks)
        return 0;
    return static_cast<int>(std::has_single_bit(count) ? std::bit_width(count) - 1
                                                       : std::bit_width(8 * count - 1));
}

template <Coordinate C, int width>
class RankBuilder {
    using Row = kdtree::Row<C, width>;

public:
    RankBuilder(ranks::Communicator& ranks, const Points<C>& points, const cpu::Options& options)
        : ranks_(ranks), dimensions_(points.dimensions), options_(options),
          team_(build_threads(points.size(), options)) {}

    Tree<C> build(const Points<C>& points, std::span<const std::int32_t> index, const RankBuild<C>& build) {
        in_stage("sort", [&] {
            ranks::agree_on(ranks_, [&] {
                rows_.allocate(index.size());
                for_each(0, index.size(), [&](std::size_t i) {
                    rows_[i] = {{}, index[i], 0};
                    std::copy_n(points[static_cast<std::int64_t>(i)], dimensions_, rows_[i].point.begin());
                });
                sort(less_of_all());
                drop_equal();
            });
        });
        std::vector<std::int64_t> runs;
        in_stage("exchange", [&] { runs = exchange(ranks::counts_by_slice(ranks_, rows(), less_by(0))); });
        in_stage("remove-duplicates", [&] {
            ranks::agree_on(ranks_, [&] {
                merge(std::move(runs), less_of_all());
                drop_equal();
            });
            drop_first_if_before();
        });
        in_stage("split", [&] { split(); });
        const auto first_subtree = [this](int rank) {
            return (rank * std::ssize(subtrees_) + ranks_.size() - 1) / ranks_.size();
        };
        in_stage("exchange", [&] {
            std::vector<std::int64_t> places;
            for (int rank = 1; rank < ranks_.size(); ++rank)
                places.push_back(
                    std::ranges::lower_bound(rows_, first_node(first_subtree(rank)), {}, &Row::node) -
                    rows_.begin());
            places.push_back(size());
            std::adjacent_difference(places.begin(), places.end(), places.begin());
            runs = exchange(places);
        });
        Tree<C> tree{dimensions_, {}, {}};
        const std::int64_t first = first_subtree(ranks_.rank()), last = first_subtree(ranks_.rank() + 1);
        in_stage("build", [&] {
            ranks::agree_on(ranks_, [&] {
                merge(std::move(runs), [](const Row& a, const Row& b) { return a.node < b.node; });
                std::vector<std::int32_t> order(rows_.size());
                std::iota(order.begin(), order.end(), 0);
                for (std::int64_t i = first; i < last; ++i)
                    build_subtree(subtrees_[static_cast<std::size_t>(i)], first_node(first), build, order);
                allocate(tree.index, size(), build_operation);
                allocate(tree.coordinates, size() * dimensions_, build_operation);
                for_each(0, order.size(), [&](std::size_t node) {
                    const Row& row = rows_[static_cast<std::size_t>(order[node])];
                    tree.index[node] = row.index;
                    std::copy_n(row.point.begin(), dimensions_,
                                tree.coordinates.data() + node * static_cast<std::size_t>(dimensions_));
                });
            });
        });
        return tree;
    }

private:
    std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }
    std::span<const Row> rows() const { return {rows_.data(), rows_.size()}; }

    template <class Work>
    void in_stage(std::string_view name, Work work) {
        const StageScope stage(options_.observer, name);
        work();
    }

    /// Threads share the numbers from `begin` to `end` - 1.
    template <class Each>
    void for_each(std::size_t begin, std::size_t end, Each each) {
        share_parts(team_, end - begin, static_cast<std::size_t>(team_.size()),
                    [&](std::size_t /*thread*/, std::size_t first, std::size_t last) {
                        CancelPoll poll(options_.limits.cancelled);
                        for (std::size_t i = begin + first; i < begin + last; ++i) {
                            poll.count();
                            each(i);
                        }
                    });
    }

    static auto less_by(int axis) {
        return [axis](const Row& a, const Row& b) {
            return a.node != b.node ? a.node < b.node
                                    : compare_super_keys(a.point.data(), b.point.data(), width, axis) < 0;
        };
    }

    template <class Less>
    void sort(Less less) {
        RawArray<Row> scratch(rows_.size());
        cpu::sort(team_, std::span<Row>(rows_), std::span<Row>(scratch), less, options_.limits.cancelled);
    }

    // By the first super key. Of equal points, the one with the smallest index is the first.
    static auto less_of_all() {
        return [less = less_by(0)](const Row& a, const Row& b) {
            return less(a, b) || (!less(b, a) && a.index < b.index);
        };
    }

    void drop_equal() {
        const auto is_equal = [](const Row& a, const Row& b) { return a.point == b.point; };
        const auto first =
            cpu::first_where<std::uint32_t>(1, std::max<std::size_t>(rows_.size(), 1), [&](std::size_t i) {
                return std::uint32_t{is_equal(rows_[i - 1], rows_[i])};
            });
        if (first < rows_.size())
            rows_.allocate(static_cast<std::size_t>(
                std::unique(rows_.begin() + first - 1, rows_.end(), is_equal) - rows_.begin()));
    }

    // Merges sorted runs, two by two. sizes: of each.
    template <class Less>
    void merge(std::vector<std::int64_t> sizes, Less less) {
        for (RawArray<Row> merged(sizes.size() > 1 ? rows_.size() : 0); sizes.size() > 1;
             std::swap(rows_, merged)) {
            std::size_t begin = 0;
            std::vector<std::int64_t> of_merged;
            for (std::size_t i = 0; i < sizes.size(); i += 2) {
                const auto first = static_cast<std::size_t>(sizes[i]),
                           second = static_cast<std::size_t>(i + 1 < sizes.size() ? sizes[i + 1] : 0);
                const std::span<const Row> a = rows().subspan(begin, first),
                                           b = rows().subspan(begin + first, second);
                share_parts(team_, first + second, static_cast<std::size_t>(team_.size()),
                            [&](std::size_t /*thread*/, std::size_t from, std::size_t to) {
                                CancelPoll poll(options_.limits.cancelled);
                                cpu::merge_part(a, b, from, to, merged.data() + begin + from,
                                                polling(less, poll));
                            });
                of_merged.push_back(sizes[i] + static_cast<std::int64_t>(second));
                begin += first + second;
            }
            sizes = std::move(of_merged);
        }
    }

    // Sorted ranks without duplicates may still end with the point that the next begins with.
    void drop_first_if_before() {
        std::vector<std::int64_t> counts;
        const std::vector<Row> lasts = ranks::gather_lists(ranks_, rows().last(size() > 0 ? 1 : 0), &counts);
        const auto before = std::accumulate(counts.begin(), counts.begin() + ranks_.rank(), std::int64_t{0});
        if (size() > 0 && before > 0 && lasts[static_cast<std::size_t>(before - 1)].point == rows_[0].point) {
            std::copy(rows_.begin() + 1, rows_.end(), rows_.begin());
            rows_.allocate(rows_.size() - 1);
        }
        nodes_ = ranks::share_of(ranks_, size()).all;
    }

    // Sends each rank its rows, which lie one rank's after the other's. Returns how many come from each.
    std::vector<std::int64_t> exchange(std::span<const std::int64_t> sent) {
        std::vector<std::int64_t> received;
        rows_ = ranks::exchange_lists(ranks_, rows(), sent, &received);
        return received;
    }

    // The order of all rows by subtree and super key has the median of each subtree at its node.
    void split() {
        subtrees_ = {{0, nodes_, 0}};
        const int levels = shared_levels(nodes_, ranks_.size());
        for (int level = 0; level < levels; ++level) {
            const auto less = less_by(level % dimensions_);
            if (level > 0)
                ranks::agree_on(ranks_, [&] { sort(less); });
            std::vector<std::int64_t> medians; // and the places behind them
            for (const Subtree& subtree : subtrees_)
                medians.insert(medians.end(), {subtree.root(), subtree.root() + 1});
            const std::vector<std::int64_t> places =
                ranks::places_of(ranks_, rows(), std::span<const std::int64_t>(medians), less);
            std::vector<Subtree> below;
            for (std::size_t i = 0; i < subtrees_.size(); ++i) {
                const Subtree& subtree = subtrees_[i];
                const auto root = static_cast<std::int32_t>(subtree.root());
                const std::span<const Row> from_root =
                    rows().subspan(static_cast<std::size_t>(places[2 * i]));
                const auto of_subtree = static_cast<std::size_t>(
                    std::ranges::partition_point(from_root,
                                                 [&](const Row& row) { return row.node == subtree.first; }) -
                    from_root.begin());
                const auto behind = static_cast<std::size_t>(places[2 * i + 1]),
                           begin = static_cast<std::size_t>(places[2 * i]);
                for_each(begin, begin + of_subtree,
                         [&](std::size_t at) { rows_[at].node = at < behind ? root : root + 1; });
                below.insert(below.end(), {subtree.left(), subtree.right()});
            }
            subtrees_ = std::move(below);
        }
    }

    // Of a subtree; behind the last, the number of nodes.
    std::int64_t first_node(std::int64_t subtree) const {
        return subtree < std::ssize(subtrees_) ? subtrees_[static_cast<std::size_t>(subtree)].first : nodes_;
    }

    // Super keys are cyclic: the tree of the turned points has the same shape.
    void build_subtree(const Subtree& subtree, std::int64_t first_of_rank, const RankBuild<C>& build,
                       std::vector<std::int32_t>& order) {
        const auto first = static_cast<std::size_t>(subtree.first - first_of_rank),
                   size = static_cast<std::size_t>(subtree.size());
        std::vector<C> turned;
        allocate(turned, static_cast<std::int64_t>(size) * dimensions_, build_operation);
        for_each(0, size, [&](std::size_t i) {
            const auto begin = rows_[first + i].point.begin(), split = begin + subtree.axis(dimensions_);
            std::rotate_copy(begin, split, begin + dimensions_,
                             turned.data() + i * static_cast<std::size_t>(dimensions_));
        });
        const Tree<C> tree = build({turned, dimensions_});
        for_each(0, size, [&](std::size_t node) {
            order[first + node] = static_cast<std::int32_t>(first) + tree.index[node];
        });
    }

    ranks::Communicator& ranks_;
    const int dimensions_;
    const cpu::Options& options_;
    cpu::ThreadTeam team_;
    RawArray<Row> rows_;
    std::int64_t nodes_ = 0; ///< of all ranks
    std::vector<Subtree> subtrees_;
};

} // namespace

template <Coordinate C>
Tree<C> build_over_ranks(ranks::Communicator& ranks, const Points<C>& points,
                         std::span<const std::int32_t> index, const RankBuild<C>& build,
                         const cpu::Options& options) {
    {
        const StageScope stage(options.observer, "check");
        const std::int64_t all = ranks::share_of(ranks, points.size()).all;
        ranks::agree_on(ranks, [&] {
            require_points(points, build_operation, options.limits.cancelled);
            if (all > points::max_points)
                throw usage_error(fmt::format("{}: {} points are over the limit of {}", build_operation, all,
                                              points::max_points));
        });
    }
    if (points.dimensions <= 3)
        return RankBuilder<C, 3>(ranks, points, options).build(points, index, build);
    if (points.dimensions <= 8)
        return RankBuilder<C, 8>(ranks, points, options).build(points, index, build);
    return RankBuilder<C, max_dimensions>(ranks, points, options).build(points, index, build);
}

#define SCANLINE_INSTANTIATE(C)                                                                              \
    template Tree<C> build_over_ranks(ranks::Communicator&, const Points<C>&, std::span<const std::int32_t>, \
                                      const RankBuild<C>&, const cpu::Options&);
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
SCANLINE_INSTANTIATE(double)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::kdtree
