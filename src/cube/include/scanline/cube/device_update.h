#pragma once
#include "scanline/cube/device_build.h"

namespace scanline::cube {

/// Adds rows to H-trees on the GPU. The result equals, array for array, a tree built of the old rows followed
/// by the new ones. Cardinalities may grow. Sorts only the new rows, merges them with the leaves of the old
/// tree by binary search, and finds the nodes of the merged items as DeviceBuild does.
///
/// Stages: key, merge, index, roll-up, header-table. GPU memory: both trees, and during an update what a
/// build of the old leaves and the new rows needs. Errors: those of DeviceBuild; usage for a tree of
/// another path or of measures folded differently, or with a larger cardinality.
///
///     const DeviceUpdate update(engine, rows.shape, tree.path);
///     tree = update(tree, upload_rows(engine, rows));
class DeviceUpdate {
public:
    /// shape: of the new rows. path: empty for default_path().
    DeviceUpdate(compute::Engine& engine, const Shape& shape, std::vector<int> path = {});

    DeviceTree operator()(const DeviceTree& tree, const DeviceRows& rows,
                          const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::cube
