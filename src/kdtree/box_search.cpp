#include "scanline/kdtree/box_search.h"

#include "box_walk.h"
#include "operation_names.h"
#include "query_checks.h"
#include "query_team.h"
#include "results.h"

#include <algorithm>

namespace scanline::kdtree {
template <Coordinate C>
PointsInside box_search(const Tree<C>& tree, const Boxes<C>& boxes, const CpuOptions& options) {
    {
        const StageScope stage(options.observer, "check");
        require_boxes(tree.dimensions, boxes, box_operation);
    }
    QueryTeam team(boxes.low.size(), options);
    PointsInside found;
    with_dimensions(tree.dimensions, [&](auto dimensions) {
        const auto walk = [&](std::int64_t box, auto take) {
            BoxWalk(tree, dimensions, boxes.low[box], boxes.high[box], take).run();
        };
        {
            const StageScope stage(options.observer, "count");
            found.offset = count_rows(
                team,
                [&](std::int64_t box) {
                    std::int64_t count = 0;
                    walk(box, [&count](std::int64_t first, std::int64_t last) { count += last - first; });
                    return count;
                },
                box_operation);
        }
        const StageScope stage(options.observer, "search");
        make_room(found.index, found.offset.back(), box_operation);
        team.for_each([&](std::int64_t box, int /*thread*/) {
            std::int32_t* const begin = found.index.data() + found.offset[static_cast<std::size_t>(box)];
            std::int32_t* end = begin;
            walk(box, [&](std::int64_t first, std::int64_t last) {
                end = std::copy(tree.index.data() + first, tree.index.data() + last, end);
            });
            std::sort(begin, end);
        });
    });
    return found;
}

template PointsInside box_search(const Tree<std::int32_t>&, const Boxes<std::int32_t>&, const CpuOptions&);
template PointsInside box_search(const Tree<float>&, const Boxes<float>&, const CpuOptions&);

} // namespace scanline::kdtree
