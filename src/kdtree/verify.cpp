#include "scanline/kdtree/verify.h"

#include "tree_faults.h"

#include "scanline/core/memory.h"
#include "scanline/points/points.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace scanline::kdtree {
namespace {

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
    Verifier(const Tree<C>& tree, const Points<C>& points, const cpu::Options& options)
        : tree_(tree), points_(points), options_(options),
          team_(cpu::threads_for(options, points.size() / cpu::items_of_a_thread)) {}

    Wrong run() {
        if (auto wrong = in_stage("nodes", [this] {
                return in_parts(tree_.size(), [this](std::int64_t at) {
                    return wrong_name(at, node(at), named_by(at), points_);
                });
            }))
            return wrong;
        if (auto wrong = in_stage("bounds", [this] {
                Bounds bounds;
                CancelPoll poll(cancelled());
                return out_of_bounds(tree_.whole(), bounds, poll);
            }))
            return wrong;
        return in_stage("points", [this] {
            mark_named();
            return in_parts(points_.size(), [this](std::int64_t point) {
                return named_[static_cast<std::size_t>(point)] != 0 ? std::nullopt : not_found(point);
            });
        });
    }

private:
    template <class Check>
    Wrong in_stage(std::string_view name, Check check) {
        const StageScope stage(options_.observer, name);
        return check();
    }

    // Returns the result of check(i) for the first faulty i; multithreaded.
    template <class Check>
    Wrong in_parts(std::int64_t size, Check check) {
        std::vector<Wrong> found(static_cast<std::size_t>(team_.size()));
        share_evenly(team_, size, cancelled(),
                     [&](int thread, std::int64_t first, std::int64_t last, CancelPoll& poll) {
                         Wrong& wrong = found[static_cast<std::size_t>(thread)];
                         for (std::int64_t i = first; i < last && !wrong; ++i) {
                             poll.count(points_.dimensions);
                             wrong = check(i);
                         }
                     });
        const auto first = std::ranges::find_if(found, [](const Wrong& wrong) { return wrong.has_value(); });
        return first == found.end() ? std::nullopt : *first;
    }

    const CancelHook& cancelled() const { return options_.limits.cancelled; }

    const C* node(std::int64_t at) const { return tree_.points()[at]; }

    std::int32_t named_by(std::int64_t at) const { return tree_.index[static_cast<std::size_t>(at)]; }

    // Restores the bounds before returning.
    Wrong out_of_bounds(const Subtree& subtree, Bounds& bounds, CancelPoll& poll) const {
        if (subtree.empty())
            return std::nullopt;
        poll.count(tree_.dimensions);
        const std::int64_t root = subtree.root();
        const auto side = [&](int axis, std::int64_t ancestor) {
            return compare_super_keys(node(root), node(ancestor), tree_.dimensions, axis);
        };
        for (int axis = 0; axis < tree_.dimensions; ++axis) {
            const std::int64_t below = bounds.below[static_cast<std::size_t>(axis)],
                               above = bounds.above[static_cast<std::size_t>(axis)];
            if ((below != Bounds::none && side(axis, below) <= 0) ||
                (above != Bounds::none && side(axis, above) >= 0))
                return wrong_side(tree_.whole(), root, node(root), tree_.dimensions,
                                  [this](std::int64_t ancestor) { return node(ancestor); });
        }
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
    cpu::ThreadTeam team_;
    std::vector<unsigned char> named_; ///< 1 if a node names the point
};

} // namespace

template <Coordinate C>
std::optional<std::string> verify(const Tree<C>& tree, const Points<C>& points, const cpu::Options& options) {
    {
        const StageScope stage(options.observer, "check");
        require_points(points, verify_operation, options.limits.cancelled);
        if (auto wrong = wrong_size(tree, points))
            return wrong;
    }
    return Verifier<C>(tree, points, options).run();
}

template std::optional<std::string> verify(const Tree<std::int32_t>&, const Points<std::int32_t>&,
                                           const cpu::Options&);
template std::optional<std::string> verify(const Tree<float>&, const Points<float>&, const cpu::Options&);
template std::optional<std::string> verify(const Tree<double>&, const Points<double>&, const cpu::Options&);

} // namespace scanline::kdtree
