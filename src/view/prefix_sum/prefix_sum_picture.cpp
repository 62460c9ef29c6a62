#include "prefix_sum/prefix_sum_picture.h"

#include "prefix_sum/prefix_sum_picture_parts.h"
#include "prefix_sum/prefix_sum_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

namespace scanline::view::prefix_sum {

namespace {

float gutter_width(const Look& look, const Timeline& timeline) {
    float widest = 0;
    for (const TimeStep& step : timeline.steps)
        widest = std::max(widest, width_of(look.fonts.small, step.name));
    return std::max(widest + look.px(24), look.px(72));
}

void show_tooltip(const PictureOf& of, const Hit& hit) {
    std::string text;
    const auto element = static_cast<std::size_t>(std::max(0, hit.index));
    switch (hit.kind) {
    case Hit::Kind::nothing: return;
    case Hit::Kind::input:
        text = fmt::format("x{} = {}\nClick to add 1, right click to take 1 off.", hit.index,
                           value_text(of.timeline.input[element]));
        break;
    case Hit::Kind::output: {
        const auto& output = of.memory.output[element];
        text = !output ? fmt::format("y{}: not written yet", hit.index)
                       : fmt::format("y{} = {}\nthe {} of {}", hit.index, value_text(output->value.value),
                                     to_string(of.op), range_text(output->value));
        break;
    }
    case Hit::Kind::tile: {
        const PublishedTile& tile = of.memory.tiles[element];
        const std::string value = value_text(tile.value.value);
        switch (tile.state) {
        case TileState::nothing: text = fmt::format("Tile {} has published nothing (X)", hit.index); break;
        case TileState::aggregate:
            text = fmt::format("Tile {} has published its own total (A): {}", hit.index, value);
            break;
        case TileState::prefix:
            text = fmt::format("Tile {} has published the total of all up to it (P): {}", hit.index, value);
            break;
        }
        break;
    }
    case Hit::Kind::sum: {
        const std::string place = place_text({Space::sum, hit.index});
        const auto& sum = of.memory.sums[element];
        text = !sum ? fmt::format("{}: not left yet", place)
                    : fmt::format("{} = {}\nthe {} of {}, left by thread {} for the others\n{}", place,
                                  value_text(sum->value.value), to_string(of.op), range_text(sum->value),
                                  thread_of(hit.index),
                                  tile_text(of.timeline, of.timeline.at(sum->writer).tile));
        break;
    }
    case Hit::Kind::event: text = details_text(of.timeline, hit.event, of.op); break;
    case Hit::Kind::step: text = of.timeline.steps[element].sentence + "\nClick to go there."; break;
    }
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

PictureAnswer answer_to(const Hit& hit) {
    const bool left = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    const bool right = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    if (hit.kind == Hit::Kind::input && (left || right))
        return {.element = hit.index, .change = left ? 1 : -1};
    if (left && hit.kind == Hit::Kind::step)
        return {.seek = hit.index};
    if (left && hit.kind == Hit::Kind::event)
        return {.seek = hit.event.step};
    return {};
}

} // namespace

void Picture::follow(const Layout& layout, const PictureOf& of) {
    const bool is_new = followed_step_ != of.step || followed_count_ != of.timeline.steps.size();
    followed_step_ = of.step;
    followed_count_ = of.timeline.steps.size();
    if (is_new)
        ImGui::SetScrollY(layout.scroll_for(of.step));
}

PictureAnswer Picture::draw(const Look& look, const PictureOf& of) {
    ImGui::BeginChild("picture", {0, 0}, false,
                      ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoMove);
    const ImVec2 origin = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    // Without the scroll bars, which need not be there.
    const ImVec2 inner = {ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x,
                          ImGui::GetWindowContentRegionMax().y - ImGui::GetWindowContentRegionMin().y};
    Layout::Room room;
    room.area = {origin.x, origin.y, origin.x + std::min(size.x, inner.x),
                 origin.y + std::min(size.y, inner.y)};
    room.scale = look.scale;
    room.gutter = gutter_width(look, of.timeline);
    room.scroll_x = ImGui::GetScrollX();
    room.scroll_y = ImGui::GetScrollY();
    const Layout layout(of.timeline, room);
    ImGui::Dummy({std::floor(layout.content_width()), std::floor(layout.content_height())});
    follow(layout, of);

    const ImVec2 mouse = ImGui::GetMousePos();
    const Hit hit = ImGui::IsWindowHovered() ? layout.hit(mouse.x, mouse.y) : Hit{};
    const Traced traced = trace(of, hit);
    Painter painter(look, of, layout, traced);
    painter.rows();
    painter.arrows();
    painter.band();
    painter.gutter();
    show_tooltip(of, hit);
    const PictureAnswer answer = answer_to(hit);
    ImGui::EndChild();
    return answer;
}

} // namespace scanline::view::prefix_sum
