#pragma once
#include "scanline/cube/device_build.h"

namespace scanline::cube {

/// Adds rows to H-trees on the GPU: the same, array for array, as a tree built of all rows at once, in which
/// the further rows follow the old ones. Cardinalities may grow. The further rows become a tree of their own,
/// whose nodes are looked up level by level among the children of their parents in the old tree; scans of
/// what is not found then tell where each node of either tree goes.
///
/// Stages: build, match, merge, header-table. Needs, for a while, as much memory as both trees beside the
/// result. Errors: those of DeviceBuild; usage for a tree of another path or of measures folded differently,
/// or with a larger cardinality.
///
///     const DeviceUpdate update(engine, rows.shape, tree.path);
///     tree = update(tree, upload_rows(engine, rows));
class DeviceUpdate {
public:
    /// shape: that of the further rows. path: none for default_path().
    DeviceUpdate(compute::Engine& engine, const Shape& shape, std::vector<int> path = {});

    DeviceTree operator()(const DeviceTree& tree, const DeviceRows& rows,
                          const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::cube
