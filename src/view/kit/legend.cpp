#include "kit/legend.h"

#include <algorithm>
#include <utility>

namespace scanline::view {

namespace {

constexpr float mark_room = 26, key_gap = 18, margin = 14, padding = 5; // pixels
constexpr std::size_t most_lines = 3;

} // namespace

void Legend::mark(Mark mark, std::string meaning) {
    const float width = width_of(look_.fonts.small, meaning) + (mark ? look_.px(mark_room) : 0);
    keys_.push_back({std::move(mark), std::move(meaning), width});
}

void Legend::square(ImU32 fill, ImU32 border, std::string meaning, std::string sample, ImU32 ink) {
    mark(
        [this, fill, border, sample = std::move(sample), ink](ImDrawList& list, ImVec2 at) {
            const float side = line_height() / 2 - look_.px(1);
            const Rect cell{at.x - look_.px(10), at.y - side, at.x + look_.px(10), at.y + side};
            view::fill(list, cell, fill, look_.px(2));
            outline(list, cell, border, look_.px(2), look_.px(1.5f));
            write_inside(list, look_.fonts.small, cell, ink, sample);
        },
        std::move(meaning));
}

void Legend::pinned() {
    mark([this](ImDrawList& list,
                ImVec2 at) { list.AddCircle(at, look_.px(6), look_.palette().pinned, 0, look_.px(2)); },
         "pinned");
}

std::vector<std::size_t> Legend::lines_of(float width) const {
    std::vector<std::size_t> lines;
    float left = 0;
    for (const Key& key : keys_) {
        if (lines.empty() || left + key.width > width) {
            lines.push_back(0);
            left = 0;
        }
        ++lines.back();
        left += key.width + look_.px(key_gap);
    }
    return lines;
}

float Legend::height(const Rect& room) const {
    if (empty())
        return 0;
    const auto spare = static_cast<std::size_t>(0.12f * room.height() / line_height());
    const std::size_t lines = std::min(
        {lines_of(room.width() - 2 * look_.px(margin)).size(), most_lines, std::max<std::size_t>(spare, 1)});
    return static_cast<float>(lines) * line_height() + 2 * look_.px(padding);
}

void Legend::draw_key(ImDrawList& list, const Key& key, ImVec2 at, ImU32 colour) const {
    const float middle = at.y + line_height() / 2, text = key.mark ? look_.px(mark_room) : 0;
    if (key.mark)
        key.mark(list, {at.x + look_.px(10), middle});
    write(list, look_.fonts.small, {at.x + text, middle - look_.fonts.small->FontSize / 2}, colour,
          key.meaning);
}

void Legend::draw(const Rect& strip) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({strip.left, strip.top}, {strip.right, strip.top}, look_.palette().line);
    const Rect inner = strip.inset(look_.px(margin), look_.px(padding));
    std::size_t next = 0;
    float top = inner.top;
    for (const std::size_t count : lines_of(inner.width())) {
        if (top + line_height() > inner.bottom + 1)
            break;
        float left = inner.left;
        for (const std::size_t end = next + count; next < end; ++next) {
            draw_key(list, keys_[next], {left, top}, look_.palette().dim);
            left += keys_[next].width + look_.px(key_gap);
        }
        top += line_height();
    }
    if (next == keys_.size())
        return;
    write(list, look_.fonts.small, {inner.right, inner.bottom - line_height() + look_.px(3)},
          look_.palette().text, "...", 1);
    if (!is_hovered(strip))
        return;
    ImGui::BeginTooltip();
    for (const Key& key : keys_) {
        draw_key(*ImGui::GetWindowDrawList(), key, ImGui::GetCursorScreenPos(), look_.palette().text);
        ImGui::Dummy({key.width, line_height()});
    }
    ImGui::EndTooltip();
}

} // namespace scanline::view
