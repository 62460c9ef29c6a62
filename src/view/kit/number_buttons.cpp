#include "kit/number_buttons.h"

#include "scanline/core/format.h"
#include "scanline/view/widgets.h"

#include <fmt/format.h>

namespace scanline::view {

void number_buttons(const Look& look, std::span<const std::pair<int, const char*>> presets, const char* what,
                    int& number) {
    const float space = look.px(5), gaps = static_cast<float>(presets.size() - 1);
    const float width =
        (ImGui::GetContentRegionAvail().x - gaps * space) / static_cast<float>(presets.size());
    ImGui::PushID(what);
    for (const auto& [count, name] : presets) {
        if (count != presets.front().first)
            ImGui::SameLine(0, space);
        if (ImGui::Button(name, {width, 0}))
            number = count;
        tooltip(fmt::format("{} {}.", with_commas(count), what).c_str());
    }
    ImGui::PopID();
}

} // namespace scanline::view
