// Where values come from: the arrows of the picture.
#include "prefix_sum/prefix_sum_picture_parts.h"

#include <algorithm>

namespace scanline::view::prefix_sum {

namespace {

// Own registers are not worth an arrow: the lane is the same.
bool deserves_arrow(const Access& read, const LaneStep& lane, const Timeline& timeline) {
    if (read.place.space == Space::chip)
        return false;
    if (read.writer.step < 0)
        return read.place.space == Space::input && read.place.index < static_cast<int>(timeline.input.size());
    const bool own = timeline.at(read.writer).lane == lane.lane;
    return timeline.lane_per_element() || !own || read.place.space == Space::output;
}

} // namespace

// Hundreds of arrows, side by side or across each other, would be one bright area.
float Painter::arrow_density() const {
    if (of_.timeline.lane_per_element())
        return is_dense() ? 0.35f : layout_.column_width() < look_.px(14) ? 0.6f : 1.0f;
    constexpr float most_bright = 30;
    std::ptrdiff_t arrows = 0;
    for (const LaneStep& lane : current().lanes)
        arrows += std::ranges::count_if(
            lane.reads, [&](const Access& read) { return deserves_arrow(read, lane, of_.timeline); });
    return std::clamp(most_bright / static_cast<float>(std::max<std::ptrdiff_t>(1, arrows)), 0.15f, 1.0f);
}

void Painter::arrows() {
    list_.PushClipRect({window_.left + layout_.gutter(), window_.top}, {window_.right, window_.bottom}, true);
    const auto& steps = of_.timeline.steps;
    const float density = arrow_density();
    for (int step = 0; step < static_cast<int>(steps.size()); ++step) {
        const auto& lanes = steps[static_cast<std::size_t>(step)].lanes;
        const bool is_current = step == of_.step;
        for (int index = 0; index < static_cast<int>(lanes.size()); ++index) {
            const LaneStep& lane = lanes[static_cast<std::size_t>(index)];
            const bool traced = !traced_.events.empty() && traced_.has(of_.timeline, {step, index});
            // The other rows of lanes would be covered by their arrows, and hundreds of them show nothing.
            if (!is_current && !traced && (!of_.timeline.lane_per_element() || is_dense()))
                continue;
            for (const Access& read : lane.reads) {
                if (!deserves_arrow(read, lane, of_.timeline))
                    continue;
                // Others than those of the row just above would cover the rows between.
                if (!is_current && !traced && read.writer.step != step - 1)
                    continue;
                const bool inside =
                    read.value.first >= traced_.elements.first && read.value.last <= traced_.elements.last;
                if (traced && inside)
                    arrow(read, step, lane, with_alpha(palette_.trace, 0.9f), 1.5f);
                else if (is_current)
                    arrow(read, step, lane, with_alpha(palette_.accent, 0.85f * density), 1.5f);
                else
                    arrow(read, step, lane,
                          with_alpha(palette_.dim, (step < of_.step ? 0.3f : 0.13f) * density), 1);
            }
        }
    }
    list_.PopClipRect();
}

void Painter::arrow(const Access& read, int step, const LaneStep& lane, ImU32 colour, float thickness) {
    const Rect to = layout_.event(step, lane);
    Rect from;
    if (read.writer.step >= 0)
        from = layout_.event(read.writer.step, of_.timeline.at(read.writer));
    else
        from = layout_.input(read.place.index);
    // What has been published long ago is where its chip is, what has been stored where the output is.
    if (read.place.space == Space::sum)
        from = layout_.sum(read.place.index);
    else if (of_.timeline.publishes && is_message(read.place.space))
        from = layout_.tile(read.place.index);
    else if (read.place.space == Space::output && layout_.has_outputs())
        from = layout_.output(read.place.index);
    // The band's cells are outlined; what leaves them need not cross what is written below them.
    if (layout_.has_outputs())
        from.bottom = std::max(from.bottom, layout_.band_bottom());
    if (to.top < from.bottom || to.bottom < layout_.band_bottom() || to.top > window_.bottom)
        return;
    curve({from.middle_x(), from.bottom}, {to.middle_x(), to.top}, colour, look_.px(thickness));
}

void Painter::curve(ImVec2 from, ImVec2 to, ImU32 colour, float thickness) {
    const float head = is_dense() ? 0.0f : look_.px(3.5f);
    const float bend = std::min((to.y - from.y) * 0.6f, look_.px(36));
    // 0 leaves it to ImGui, which takes some twenty.
    const int segments = !is_crowded() ? 0 : current().lanes.size() > 40 ? 8 : 14;
    const ImVec2 end{to.x, to.y - head};
    list_.AddBezierCubic(from, {from.x, from.y + bend}, {end.x, end.y - bend}, end, colour, thickness,
                         segments);
    if (is_dense())
        return;
    list_.AddTriangleFilled({to.x, to.y}, {to.x - head * 0.8f, to.y - head * 1.4f},
                            {to.x + head * 0.8f, to.y - head * 1.4f}, colour);
}

} // namespace scanline::view::prefix_sum
