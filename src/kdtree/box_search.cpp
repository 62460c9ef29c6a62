#include "scanline/kdtree/box_search.h"

#include "queries.h"
#include "tree_walk.h"

#include <algorithm>
#include <functional>

namespace scanline::kdtree {
template <Coordinate C>
PointsInside box_search(const Tree<C>& tree, const Boxes<C>& boxes, const cpu::Options& options) {
    const CancelHook& cancelled = options.limits.cancelled;
    {
        const StageScope stage(options.observer, "check");
        require_boxes(tree.dimensions, boxes, box_operation, cancelled);
    }
    cpu::QueryTeam team(boxes.low.size(), options);
    PointsInside found;
    with_dimensions(tree.dimensions, [&](auto dimensions) {
        const auto walk = [&](std::int64_t box, CancelPoll& poll, auto take) {
            BoxWalk(tree, dimensions, boxes.low[box], boxes.high[box], take, poll).run();
        };
        {
            const StageScope stage(options.observer, "count");
            constexpr std::int64_t bytes = sizeof(std::int32_t);
            found.offset = count_rows(
                team, {bytes, options.limits, box_operation}, [&](std::int64_t box, CancelPoll& poll) {
                    std::int64_t count = 0;
                    walk(box, poll,
                         [&count](std::int64_t first, std::int64_t last) { count += last - first; });
                    return count;
                });
        }
        const StageScope stage(options.observer, "search");
        make_room(found.index, found.offset.back(), box_operation, cancelled);
        team.for_each([&](std::int64_t box, int /*thread*/, CancelPoll& poll) {
            std::int32_t* const begin = found.index.data() + found.offset[static_cast<std::size_t>(box)];
            std::int32_t* end = begin;
            walk(box, poll, [&](std::int64_t first, std::int64_t last) {
                poll.count(last - first);
                end = std::copy(tree.index.data() + first, tree.index.data() + last, end);
            });
            cancellable_sort(begin, end, std::less<>(), poll);
        });
    });
    return found;
}

template PointsInside box_search(const Tree<std::int32_t>&, const Boxes<std::int32_t>&, const cpu::Options&);
template PointsInside box_search(const Tree<float>&, const Boxes<float>&, const cpu::Options&);
template PointsInside box_search(const Tree<double>&, const Boxes<double>&, const cpu::Options&);

} // namespace scanline::kdtree
