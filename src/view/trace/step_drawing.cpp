#include "trace/step_drawing.h"

#include "kit/canvas.h"
#include "scanline/view/widgets.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr float heading_margin = 12; ///< at both sides

} // namespace

std::optional<int> draw_stages(const Look& look, const TimeLine& line, int position, bool compared) {
    std::optional<int> clicked;
    if (line.count() == 0)
        return clicked;
    const ImFont* font = look.fonts.small;
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect row =
        Rect::of(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, font->FontSize + look.px(8)})
            .inset(look.px(heading_margin), 0);
    const float gap = look.px(2);
    float natural = 0;
    for (const TimeLine::Stage& stage : line.stages())
        natural += width_of(font, stage.name) + look.px(12) + gap;
    float left = row.left;
    for (const TimeLine::Stage& stage : line.stages()) {
        const float width =
            (width_of(font, stage.name) + look.px(12) + gap) * (row.width() + gap) / natural - gap;
        const Rect cell{left, row.top, left + width, row.bottom};
        left += width + gap;
        ImGui::SetCursorScreenPos(cell.low());
        if (ImGui::InvisibleButton(stage.name.c_str(), cell.size()))
            clicked = stage.first;
        std::string about =
            stage.name + fmt::format(": steps {} to {}.", stage.first, stage.first + stage.count - 1);
        if (stage.count == 1)
            about = stage.name + fmt::format(": step {}.", stage.first);
        if (compared && stage.first > 0)
            about += fmt::format(" Passes of A: {}, of B: {}.", stage.passes[0], stage.passes[1]);
        tooltip(about.c_str());
        const int done = position - stage.first + 1;
        const bool current = done >= 1 && done <= stage.count;
        fill(list, cell,
             current                  ? with_alpha(palette.accent, 0.28f)
             : ImGui::IsItemHovered() ? palette.hovered
                                      : palette.raised,
             look.px(3));
        if (current)
            fill(list,
                 {cell.left, cell.bottom - look.px(2),
                  cell.left + width * static_cast<float>(done) / static_cast<float>(stage.count),
                  cell.bottom},
                 palette.accent);
        const float text = std::min(width_of(font, stage.name), width - look.px(6));
        write_cut(list, font, {cell.middle_x() - text / 2, cell.top + look.px(3)}, width - look.px(6),
                  current ? palette.text : palette.dim, stage.name);
    }
    ImGui::SetCursorScreenPos({row.left - look.px(heading_margin), row.bottom});
    return clicked;
}

} // namespace scanline::view
