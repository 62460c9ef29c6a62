#include "scanline/kdtree/verify.h"

#include "tree_faults.h"

#include "scanline/core/memory.h"
#include "scanline/points/points.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/lists.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace scanline::kdtree {
namespace {

constexpr int depth_of_parts = 10; ///< many more than threads and ranks

// The nearest ancestors on both sides along each axis: they imply those farther away.
struct Bounds {
    static constexpr std::int64_t none = -1;
    std::array<std::int64_t, max_dimensions> below{}, above{};

    Bounds() {
        below.fill(none);
        above.fill(none);
    }
};

template <Coordinate C>
class Verifier {
public:
    Verifier(const Tree<C>& tree, const Points<C>& points, const cpu::Options& options,
             ranks::Communicator* ranks)
        : tree_(tree), points_(points), options_(options), ranks_(ranks),
          team_(cpu::threads_for(options, points.size() / cpu::items_of_a_thread)) {}

    Wrong run() {
        if (auto wrong = in_stage("nodes", tree_.size(), [this](std::int64_t at, CancelPoll& poll) {
                poll.count(points_.dimensions);
                return wrong_name(at, node(at), named_by(at), points_);
            }))
            return wrong;
        const int depth = std::min(levels(tree_.size()), depth_of_parts);
        if (auto wrong = in_stage("bounds", std::int64_t{1} << depth,
                                  [this, depth](std::int64_t part, CancelPoll& poll) {
                                      return out_of_bounds_in(part, depth, poll);
                                  }))
            return wrong;
        ranks::agree_on(ranks_, [this] { mark_named(); });
        return in_stage("points", points_.size(), [this](std::int64_t point, CancelPoll& poll) {
            poll.count(points_.dimensions);
            return named_[static_cast<std::size_t>(point)] != 0 ? std::nullopt : not_found(point);
        });
    }

private:
    // Returns the result of check(i, poll) for the first faulty i; shared by ranks and their threads.
    template <class Check>
    Wrong in_stage(std::string_view name, std::int64_t size, Check check) {
        const StageScope stage(options_.observer, name);
        const ranks::Slice own =
            ranks_ != nullptr ? ranks::slice_of(size, ranks_->rank(), ranks_->size()) : ranks::Slice{0, size};
        std::vector<Wrong> found(static_cast<std::size_t>(team_.size()));
        ranks::agree_on(ranks_, [&] {
            share_evenly(team_, own.size, cancelled(),
                         [&](int thread, std::int64_t first, std::int64_t last, CancelPoll& poll) {
                             Wrong& wrong = found[static_cast<std::size_t>(thread)];
                             for (std::int64_t i = first; i < last && !wrong; ++i)
                                 wrong = check(own.first + i, poll);
                         });
        });
        std::vector<std::string> texts;
        for (Wrong& wrong : found)
            if (wrong)
                texts.push_back(*std::move(wrong));
        if (ranks_ != nullptr)
            texts = ranks::gather_texts(*ranks_, texts);
        return texts.empty() ? std::nullopt : Wrong(texts.front());
    }

    const CancelHook& cancelled() const { return options_.limits.cancelled; }

    const C* node(std::int64_t at) const { return tree_.points()[at]; }

    std::int32_t named_by(std::int64_t at) const { return tree_.index[static_cast<std::size_t>(at)]; }

    Wrong out_of_bounds(std::int64_t at, const Bounds& bounds) const {
        const auto side = [&](int axis, std::int64_t ancestor) {
            return compare_super_keys(node(at), node(ancestor), tree_.dimensions, axis);
        };
        for (int axis = 0; axis < tree_.dimensions; ++axis) {
            const std::int64_t below = bounds.below[static_cast<std::size_t>(axis)],
                               above = bounds.above[static_cast<std::size_t>(axis)];
            if ((below != Bounds::none && side(axis, below) <= 0) ||
                (above != Bounds::none && side(axis, above) >= 0))
                return wrong_side(tree_.whole(), at, node(at), tree_.dimensions,
                                  [this](std::int64_t ancestor) { return node(ancestor); });
        }
        return std::nullopt;
    }

    // Checks subtree number `part` of that depth, and those of its ancestors whose first subtree it is.
    Wrong out_of_bounds_in(std::int64_t part, int depth, CancelPoll& poll) const {
        Bounds bounds;
        Subtree subtree = tree_.whole();
        for (; depth > 0 && !subtree.empty(); --depth) {
            const std::int64_t root = subtree.root(), parts_below = std::int64_t{1} << depth;
            if (part % parts_below == 0)
                if (auto wrong = out_of_bounds(root, bounds))
                    return wrong;
            const bool is_left = part % parts_below < parts_below / 2;
            const auto axis = static_cast<std::size_t>(subtree.axis(tree_.dimensions));
            (is_left ? bounds.above : bounds.below)[axis] = root;
            subtree = is_left ? subtree.left() : subtree.right();
        }
        return out_of_bounds(subtree, bounds, poll);
    }

    // Restores the bounds before returning.
    Wrong out_of_bounds(const Subtree& subtree, Bounds& bounds, CancelPoll& poll) const {
        if (subtree.empty())
            return std::nullopt;
        poll.count(tree_.dimensions);
        const std::int64_t root = subtree.root();
        if (auto wrong = out_of_bounds(root, bounds))
            return wrong;
        const auto axis = static_cast<std::size_t>(subtree.axis(tree_.dimensions));
        const std::int64_t above = std::exchange(bounds.above[axis], root);
        Wrong wrong = out_of_bounds(subtree.left(), bounds, poll);
        bounds.above[axis] = above;
        if (wrong)
            return wrong;
        const std::int64_t below = std::exchange(bounds.below[axis], root);
        wrong = out_of_bounds(subtree.right(), bounds, poll);
        bounds.below[axis] = below;
        return wrong;
    }

    // A point named by a node equals that node, which lies within its bounds: a search would find it there.
    void mark_named() {
        allocate(named_, points_.size(), verify_operation, cancelled());
        CancelPoll poll(cancelled());
        for (const std::int32_t point : tree_.index) {
            poll.count();
            named_[static_cast<std::size_t>(point)] = 1;
        }
    }

    Wrong not_found(std::int64_t point) const {
        return wrong_way(
            tree_.whole(), point, points_, [this](std::int64_t at) { return node(at); },
            [this](std::int64_t at) { return named_by(at); });
    }

    const Tree<C>& tree_;
    const Points<C> points_;
    const cpu::Options& options_;
    ranks::Communicator* ranks_;
    cpu::ThreadTeam team_;
    std::vector<unsigned char> named_; ///< 1 if a node names the point
};

} // namespace

template <Coordinate C>
std::optional<std::string> verify(const Tree<C>& tree, const Points<C>& points, const cpu::Options& options,
                                  ranks::Communicator* ranks) {
    {
        const StageScope stage(options.observer, "check");
        ranks::agree_on(ranks, [&] { require_points(points, verify_operation, options.limits.cancelled); });
        if (auto wrong = wrong_size(tree, points))
            return wrong;
    }
    return Verifier<C>(tree, points, options, ranks).run();
}

template std::optional<std::string> verify(const Tree<std::int32_t>&, const Points<std::int32_t>&,
                                           const cpu::Options&, ranks::Communicator*);
template std::optional<std::string> verify(const Tree<float>&, const Points<float>&, const cpu::Options&,
                                           ranks::Communicator*);
template std::optional<std::string> verify(const Tree<double>&, const Points<double>&, const cpu::Options&,
                                           ranks::Communicator*);

} // namespace scanline::kdtree
