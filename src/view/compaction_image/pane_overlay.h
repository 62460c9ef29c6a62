#pragma once
#include "compaction_image/pane.h"
#include "compaction_image/pane_drawing.h"
#include "compaction_image/pane_view.h"
#include "scanline/view/look.h"

namespace scanline::view {

// What is drawn over a picture, inside of the clip rectangle that is set.

/// Lines between texels, where these are large enough.
void draw_texel_grid(ImDrawList& list, const PaneContents& contents, const PaneParts& parts,
                     const PaneView& view);
/// Where the blocks of the stream begin: whole lines where blocks stand in columns, else a tick for each.
void draw_block_grid(const Look& look, ImDrawList& list, const PaneContents& contents, const PaneParts& parts,
                     const PaneView& view);
/// What stands in the texels, where these are large enough.
void draw_texel_labels(const Look& look, ImDrawList& list, const Pane& pane, const PaneParts& parts,
                       const PaneView& view);
/// A frame around a texel that is seen on any background.
void draw_texel_mark(const Look& look, ImDrawList& list, const PaneContents& contents, const PaneParts& parts,
                     const PaneView& view, glm::ivec2 texel);

} // namespace scanline::view
