#include "kit/job.h"

#include "kit/focus.h"
#include "kit/widgets.h"
#include "scanline/core/format.h"

#include <fmt/format.h>
#include <utility>

namespace scanline::view {

bool job_controls(const Look& look, const Ticket& job, const std::string& start, Tooltip what, Tooltip stop,
                  bool& wanted) {
    if (!job.pending())
        return button(look, (start + "###start").c_str(), what) && std::exchange(wanted, true);
    ImGui::ProgressBar(static_cast<float>(job.progress().fraction), {-1, ImGui::GetFrameHeight()});
    if (button(look, "Stop", stop))
        wanted = false;
    return false;
}

bool show_comparison(const Look& look, const GpuComparison& made) {
    if (!made.ran())
        note(look, fmt::format("Not run on the GPU: {}.", made.not_run));
    else if (!made.difference.empty())
        coloured_text(look.palette().error, made.difference, true);
    return made.ran() && made.difference.empty();
}

Verdict gpu_verdict(const Look& look, bool pending, const GpuComparison* made, const std::string& waiting,
                    const std::string& failed, const std::string& agrees) {
    const Palette& palette = look.palette();
    if (!made)
        return pending ? Verdict{"Comparing ...", palette.dim, waiting}
                       : Verdict{"Failed", palette.error, failed};
    if (!made->ran())
        return {"GPU not run", palette.dim, fmt::format("Not run on the GPU: {}.", made->not_run)};
    if (!made->difference.empty())
        return {fmt::format("{} differs", made->where), palette.error, made->difference};
    return {fmt::format("{} agrees", made->where), palette.series[2], agrees};
}

std::string threads_text(int threads) {
    return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

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
        offer_focus();
        if (const std::string all = with_commas(count); name != all)
            tooltip(fmt::format("{} {}.", all, what).c_str());
    }
    ImGui::PopID();
}

} // namespace scanline::view
