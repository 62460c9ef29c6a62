#pragma once
#include "scanline/core/pimpl.h"
#include "scanline/cube/device_tree.h"

namespace scanline::cube {

/// Builds H-trees on the GPU, the same as on the CPU, array for array. Sorts rows once, by their codes packed
/// in the order of the path. A comparison of neighbours then finds the first level at which each row begins a
/// node, and one scan numbers the nodes of all levels. The rows of a node are adjacent, so a pyramid over the
/// sorted rows folds the measures of all levels at once. Skewed values take no longer than uniform ones.
///
/// Stages: key, index, roll-up, header-table; the paper's, except that its segmented sorts, one for each
/// level, are one sort. Dispatches are bounded; a hook cancels between them. Recycles the memory of the last
/// freed tree.
///
/// Needs OpenGL 4.3. GPU memory: 20 bytes a node, 8 more for each measure, and an eighth of these for the
/// next tree to grow; during a build at most twice as much again. Errors: usage for a path that does not name
/// each dimension once, for rows of another shape, for more than max_dimensions, and, naming the bytes, if
/// the rows' packed codes, their folded measures, or the nodes of all levels, their values or the header
/// tables are larger than a storage block of the driver; failure, naming the bytes, if the GPU is out of
/// memory; Cancelled.
///
///     const DeviceBuild build(engine, rows.shape);
///     const DeviceTree tree = build(rows);   // rows (0, 0) (1, 1) (0, 1): one root, two nodes, three leaves
class DeviceBuild {
public:
    /// path: empty for default_path().
    DeviceBuild(compute::Engine& engine, const Shape& shape, std::vector<int> path = {});

    DeviceTree operator()(const DeviceRows& rows, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

/// Adds rows to H-trees on the GPU. The result equals, array for array, a tree built of the old rows followed
/// by the new ones. Cardinalities may grow. Sorts only the new rows and takes each down the tree. What it finds
/// there says where nodes, rows and side links are to be inserted, and everything between is copied.
///
/// Stages: key, merge, index, roll-up, header-table. GPU memory: both trees, and during an update 4 bytes for
/// each old node and at most 32 for each level of a new row; rows that need more than a storage block are added
/// in parts. Errors: those of DeviceBuild; usage for a tree of
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
    Pimpl<const Parts> parts_;
};

} // namespace scanline::cube
