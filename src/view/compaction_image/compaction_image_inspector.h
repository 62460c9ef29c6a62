#pragma once
#include "compaction_image/image_model.h"
#include "scanline/view/look.h"

namespace scanline::view {

/// The right panel of the scene of a compacted picture: what runs, what it took, what is shown. Errors: those
/// of ImageModel::change().
void draw_image_inspector(const Look& look, ImageModel& model);

} // namespace scanline::view
