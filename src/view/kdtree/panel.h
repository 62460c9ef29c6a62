#pragma once
#include "kdtree/batch.h"
#include "kdtree/device.h"
#include "kdtree/sight.h"
#include "scanline/view/widgets.h"

namespace scanline::view {

// Parts of the inspector.

void show_tree(const Look& look, const KdRun& run);
void show_counts(const Look& look, const KdRun& run, const KdCounts& counts);
/// device: null while the GPU builds, or if it failed.
void show_times(const Look& look, const KdRun& run, const KdDeviceBuild* device);
void show_batch(const Look& look, const KdBatch& batch);
/// simple: points are drawn simply, see draw_mark().
void show_legend(const Look& look, bool query, bool simple);

/// The stages of the CPU's build and, if it ran, of the GPU's: each has the same colour in both.
StageTable build_table(const KdRun& run, const KdDeviceBuild* device);

} // namespace scanline::view
