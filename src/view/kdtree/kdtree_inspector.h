#pragma once
#include "kdtree/kdtree_model.h"
#include "scanline/view/look.h"
#include "stage_bars.h"

namespace scanline::view {

/// The stages of a build, each in a colour of its own.
StageTable kd_stage_table(const bench::Repetition& times);

/// The panel at the right of the scene of k-d trees.
void draw_kd_inspector(const Look& look, KdModel& model);

} // namespace scanline::view
