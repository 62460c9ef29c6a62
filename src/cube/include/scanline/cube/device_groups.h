#pragma once
#include "scanline/core/pimpl.h"
#include "scanline/cube/device_tree.h"
#include "scanline/cube/query.h"

namespace scanline::cube {

/// Answers group-by queries on the GPU, as answer() does on the CPU: the same groups in the same order; the
/// method is path or scan. Scans the deepest level that the query names, and builds a small tree over the
/// dimensions to group by from the nodes that meet all conditions; its leaves are the groups. Having and top
/// are applied on the GPU too, and only the result is downloaded. Exact and deterministic.
///
/// Stages: select, group, top (if asked for), download. Dispatches are bounded; a hook cancels between them.
/// The first query with other dimensions to group by takes longer, to prepare for them. Needs OpenGL 4.3. GPU
/// memory: for each node that meets the conditions, 32 bytes for each dimension to group by, and 24 for each
/// measure. Errors: usage for a tree of another shape, for what answer() refuses, and, naming the bytes, if
/// an array is larger than a storage block of the driver; failure, naming the bytes, if the GPU is out of
/// memory; Cancelled.
///
///     const DeviceGroups groups(engine, tree.shape);
///     groups(tree, {.group_by = {1}}).count;   // rows (0, 0) (1, 1) (0, 1): 1 2
class DeviceGroups {
public:
    DeviceGroups(compute::Engine& engine, const Shape& shape);

    Groups operator()(const DeviceTree& tree, const Query& query, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<Parts> parts_;
};

} // namespace scanline::cube
