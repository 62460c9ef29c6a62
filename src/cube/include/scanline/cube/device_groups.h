#pragma once
#include "scanline/core/hidden.h"
#include "scanline/cube/device_tree.h"
#include "scanline/cube/query.h"

namespace scanline::cube {

/// Answers queries with groups of trees on the GPU, as answer() does on the CPU: the same groups in the same
/// order, except that a method other than path is always a scan. All nodes of the deepest level asked for are
/// looked at; those that meet all conditions become the leaves of a small tree over the dimensions to group
/// by, which are the groups. The small groups are left out, and the top ones sorted, on the GPU too; the
/// result alone is downloaded. Exact, and the same in every run.
///
/// Stages: select, group, top (if asked for), download. Dispatches are bounded; a hook cancels between them.
/// The first query with other dimensions to group by prepares for them. Needs OpenGL 4.3, and on the GPU, for
/// each node that meets the conditions, 32 bytes for each dimension to group by, and 24 for each measure.
/// Errors: usage for a tree of another shape, for what answer() refuses, and, naming the bytes, if an array
/// is larger than a storage block of the driver; failure, naming the bytes, if the GPU is out of memory;
/// Cancelled.
///
///     const DeviceGroups groups(engine, tree.shape);
///     groups(tree, {.group_by = {1}}).count;   // rows (0, 0) (1, 1) (0, 1): 1 2
class DeviceGroups {
public:
    DeviceGroups(compute::Engine& engine, const Shape& shape);

    Groups operator()(const DeviceTree& tree, const Query& query, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<Parts> parts_;
};

} // namespace scanline::cube
