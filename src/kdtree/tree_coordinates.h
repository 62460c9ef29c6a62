#pragma once
#include "room.h"
#include "worthwhile_threads.h"

#include "scanline/cpu/thread_team.h"
#include "scanline/kdtree/cpu_options.h"
#include "scanline/kdtree/tree.h"

#include <algorithm>

namespace scanline::kdtree {

/// Gives nodes the coordinates of the points that they are, by threads. Errors: failure where there is no
/// memory; `what` begins the message; Cancelled.
template <Coordinate C>
void take_coordinates(Tree<C>& tree, const Points<C>& points, const CpuOptions& options, const char* what) {
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    const CancelHook& cancelled = options.limits.cancelled;
    make_room(tree.coordinates, tree.size() * points.dimensions, what, cancelled);
    cpu::ThreadTeam team(worthwhile_threads(options, tree.size() / points_of_a_thread));
    team.run([&](int thread) {
        CancelPoll poll(cancelled);
        const auto last = static_cast<std::size_t>(tree.size() * (thread + 1) / team.size());
        for (auto node = static_cast<std::size_t>(tree.size() * thread / team.size()); node < last; ++node) {
            poll.count(points.dimensions);
            std::copy_n(points[tree.index[node]], dimensions,
                        tree.coordinates.begin() + static_cast<std::ptrdiff_t>(node * dimensions));
        }
    });
}

} // namespace scanline::kdtree
