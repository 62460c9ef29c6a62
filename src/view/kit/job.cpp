#include "kit/job.h"

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

Verdict gpu_verdict(const Look& look, const GpuFinding& finding, const std::string& waiting,
                    const std::string& failed, const std::string& agrees) {
    const Palette& palette = look.palette();
    if (!finding.made)
        return finding.pending ? Verdict{"GPU ...", palette.dim, waiting}
                               : Verdict{"GPU failed", palette.error, failed};
    if (!finding.not_run.empty())
        return {"GPU not run", palette.dim, fmt::format("Not run on the GPU: {}.", finding.not_run)};
    if (!finding.difference.empty())
        return {"GPU differs", palette.error, finding.difference};
    return {"GPU agrees", palette.series[2], agrees};
}

} // namespace scanline::view
