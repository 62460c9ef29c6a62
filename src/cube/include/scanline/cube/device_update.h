#pragma once
#include "scanline/cube/device_build.h"

namespace scanline::cube {

/// Adds rows to H-trees on the GPU: the same, array for array, as a tree built of all rows at once, in which
/// the further rows follow the old ones. Cardinalities may grow. Only the further rows are sorted; a binary
/// search merges them with the leaves of the old tree, each with its rows and measures. The nodes of what is
/// merged are found as in builds.
///
/// Stages: key, merge, index, roll-up, header-table. Needs as much memory as both trees, and for a while what
/// a build of the old leaves and the further rows does. Errors: those of DeviceBuild; usage for a tree of
/// another path or of measures folded differently, or with a larger cardinality.
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
