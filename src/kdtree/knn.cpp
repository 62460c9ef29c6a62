#include "scanline/kdtree/knn.h"

#include "queries.h"
#include "tree_walk.h"

#include <algorithm>
#include <array>

namespace scanline::kdtree {
namespace {

// The nearest points seen so far, in their order: a ball that shrinks.
template <Coordinate C>
class NearestList {
public:
    // What is missing has the greatest distance that is taken, and is behind every point of that distance.
    NearestList(const Tree<C>& tree, int k, Distance<C> limit)
        : index_(tree.index.data()), last_(static_cast<std::size_t>(k) - 1) {
        std::fill_n(list_.begin(), k, Candidate<Distance<C>>{limit, no_point});
    }

    Distance<C> limit() const { return list_[last_].distance; }

    // Most points come in near the end of the list, and lists are short: they need no heap.
    void offer(Distance<C> distance, std::int64_t node) {
        if (distance > limit())
            return;
        const Candidate<Distance<C>> candidate{distance, index_[node]};
        if (!(candidate < list_[last_]))
            return;
        std::size_t at = last_;
        for (; at > 0 && candidate < list_[at - 1]; --at)
            list_[at] = list_[at - 1];
        list_[at] = candidate;
    }

    void write(std::int32_t* index, Distance<C>* squared_distance) const {
        for (std::size_t i = 0; i <= last_; ++i) {
            index[i] = list_[i].index;
            squared_distance[i] = list_[i].index == no_point ? infinite_distance<C> : list_[i].distance;
        }
    }

private:
    const std::int32_t* const index_;
    const std::size_t last_;
    std::array<Candidate<Distance<C>>, std::size_t{max_neighbors}> list_;
};

} // namespace

template <Coordinate C>
Neighbors<C> knn(const Tree<C>& tree, const Points<C>& queries, int k, Distance<C> radius,
                 const cpu::Options& options) {
    {
        const StageScope stage(options.observer, "check");
        require_queries(tree.dimensions, queries, knn_operation, options.limits.cancelled);
        require_k(k, knn_operation);
        require_radius(radius, knn_operation);
    }
    cpu::QueryTeam team(queries.size(), options);
    const StageScope stage(options.observer, "search");
    Neighbors<C> found{k, {}, {}};
    make_room_for(found, queries.size(), options.limits);
    const Distance<C> limit = squared_radius<C>(radius);
    with_dimensions(tree.dimensions, [&](auto dimensions) {
        team.for_each([&](std::int64_t query, int /*thread*/, CancelPoll& poll) {
            NearestList<C> list(tree, k, limit);
            BallWalk(tree, dimensions, queries[query], list, poll).run();
            list.write(found.index.data() + query * k, found.squared_distance.data() + query * k);
        });
    });
    return found;
}

template Neighbors<std::int32_t> knn(const Tree<std::int32_t>&, const Points<std::int32_t>&, int, double,
                                     const cpu::Options&);
template Neighbors<float> knn(const Tree<float>&, const Points<float>&, int, float, const cpu::Options&);
template Neighbors<double> knn(const Tree<double>&, const Points<double>&, int, double, const cpu::Options&);

} // namespace scanline::kdtree
