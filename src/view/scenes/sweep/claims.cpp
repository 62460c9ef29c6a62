#include "kit/canvas.h"
#include "kit/chart_view.h"
#include "scenes/sweep/scene.h"

#include <fmt/ranges.h>

namespace scanline::view::sweep {

namespace {

void draw_card(const Look& look, const bench::Claim& claim, bool measured) {
    const Palette& palette = look.palette();
    const ImU32 colour = !claim.holds ? palette.dim : *claim.holds ? palette.series[2] : palette.error;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float right = low.x + ImGui::GetContentRegionAvail().x, left = ImGui::GetCursorPosX();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::SetCursorScreenPos({low.x + look.px(12), low.y + look.px(7)});
    const char* const open = measured ? "undecided" : "not measured";
    coloured_text(colour, !claim.holds ? open : *claim.holds ? "holds" : "fails");
    ImGui::SameLine(left + look.px(110));
    ImGui::BeginGroup();
    coloured_text(palette.text, claim.claim, true);
    if (measured)
        note(look, claim.evidence, look.fonts.small);
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y + look.px(7);
    list.ChannelsSetCurrent(0);
    fill(list, {low.x, low.y, right, bottom}, palette.panel, look.px(4));
    fill(list, {low.x, low.y, low.x + look.px(3), bottom}, colour);
    list.ChannelsMerge();
    ImGui::SetCursorScreenPos({low.x, bottom});
    ImGui::Dummy({0, look.px(1)});
}

} // namespace

void SweepScene::run_next() {
    if (queue_.empty() || run_.pending())
        return;
    if (std::exchange(cancelled_, false))
        return queue_.clear();
    form_.set("experiment", queue_.front());
    form_.set("quick", "false");
    queue_.erase(queue_.begin());
    run();
    tab_ = Tab::claims;
}

void SweepScene::draw_claims() {
    const Look& look = host_.look;
    std::vector<std::string> missing;
    int hold = 0, fail = 0;
    for (const Judged& one : judged_)
        for (const auto& [claim, holds, evidence] : one.claims) {
            hold += holds == true, fail += holds == false;
            if (!holds && (missing.empty() || missing.back() != one.experiment->name))
                missing.emplace_back(one.experiment->name);
        }
    ImGui::BeginDisabled(missing.empty() || run_.pending());
    if (ImGui::Button("Run what is missing")) {
        queue_ = missing;
        cancelled_ = false;
    }
    ImGui::EndDisabled();
    tooltip(
        fmt::format("Measures {}, each by its whole plan: it takes long.", fmt::join(missing, ", ")).c_str());
    ImGui::SameLine();
    coloured_text(look.palette().text, fmt::format("{} hold, {} fail; of {} experiments some are open", hold,
                                                   fail, missing.size()));
    ImGui::BeginChild("claims", {0, 0});
    for (const Judged& one : judged_) {
        coloured_text(look.palette().text,
                      fmt::format("{}: {}", one.experiment->name, one.experiment->title));
        for (const bench::Claim& claim : one.claims)
            draw_card(look, claim, one.measured);
        ImGui::Dummy({0, look.px(10)});
    }
    ImGui::EndChild();
}

void SweepScene::draw_figure(const bench::Figure& figure) {
    if (const auto point = draw_chart(host_.look, figure.chart, choices_)) {
        std::vector<Setting> axes;
        if (const bench::Row* row = row_at(model_.results(), *point))
            for (const auto& [axis, value] : row->axes)
                axes.push_back({axis, value.text()});
        picked_ = scene_showing(model_.results().experiment, axes);
        if (picked_)
            ImGui::OpenPopup("point");
    }
    if (!ImGui::BeginPopup("point"))
        return;
    if (ImGui::MenuItem("Open in its scene")) {
        host_.go(picked_->scene, picked_->settings);
        for (const std::string& limit : picked_->limits)
            host_.log.notify(limit);
    }
    ImGui::EndPopup();
}

} // namespace scanline::view::sweep
