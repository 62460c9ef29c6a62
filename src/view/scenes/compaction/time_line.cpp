#include "scenes/compaction/time_line.h"

#include "kit/canvas.h"
#include "kit/widgets.h"
#include "scanline/raster/passes.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::compaction {

namespace {

/// The position of a stage in execution order; the input and unknown ones come first.
std::ptrdiff_t rank_of(std::string_view stage) {
    const auto found = std::ranges::find(raster::stage::all, stage);
    return found == raster::stage::all.end() ? -1 : found - raster::stage::all.begin();
}

constexpr float heading_margin = 12; ///< at both sides

} // namespace

TimeLine::TimeLine(std::span<const TraceStep> a, std::span<const TraceStep> b)
    : stages_{{.name = "input"}}, places_(1) {
    const std::array runs{a, b};
    for (const auto& run : runs) {
        for (const TraceStep& step : run) {
            if (std::ranges::find(stages_, step.stage, &Stage::name) == stages_.end())
                stages_.push_back({.name = step.stage});
        }
    }
    std::ranges::stable_sort(stages_.begin() + 1, stages_.end(), {},
                             [](const Stage& stage) { return rank_of(stage.name); });
    Place place;
    for (place.stage = 1; place.stage < stages_.size(); ++place.stage) {
        Stage& stage = stages_[place.stage];
        std::array<std::vector<int>, 2> steps; // of each run in this stage
        for (std::size_t run = 0; run < runs.size(); ++run) {
            for (int step = 0; step < static_cast<int>(runs[run].size()); ++step) {
                if (runs[run][static_cast<std::size_t>(step)].stage == stage.name)
                    steps[run].push_back(step);
            }
            stage.passes[run] = static_cast<int>(steps[run].size());
        }
        stage.first = count();
        stage.count = std::ranges::max(stage.passes);
        for (place.pass = 0; place.pass < stage.count; ++place.pass) {
            for (std::size_t run = 0; run < runs.size(); ++run) {
                if (!steps[run].empty())
                    place.steps[run] =
                        steps[run][static_cast<std::size_t>(std::min(place.pass, stage.passes[run] - 1))];
            }
            places_.push_back(place);
        }
    }
}

int TimeLine::position_of(int step, bool b) const {
    const auto found =
        std::ranges::find_if(places_, [&](const Place& place) { return place.steps[b ? 1 : 0] == step; });
    return static_cast<int>(found - places_.begin());
}

std::string TimeLine::sentence(int position, bool both,
                               const std::function<std::string(bool b)>& meaning) const {
    const Stage& stage = stage_at(position);
    std::array<std::string, 2> texts;
    for (const std::size_t b : {0u, 1u}) {
        const char* const idle = stage.passes[b] == 0 ? "has no" : "is done with its";
        texts[b] = runs(position, b == 1) ? meaning(b == 1) : fmt::format("{} {}.", idle, stage.name);
    }
    return !both || texts[0] == texts[1] ? texts[0] : fmt::format("A: {} B: {}", texts[0], texts[1]);
}

std::string TimeLine::text(int position) const {
    const Stage& stage = stage_at(position);
    return stage.count == 1
               ? stage.name
               : fmt::format("{}, pass {} of {}", stage.name, at(position).pass + 1, stage.count);
}

int TimeLine::matching(const TimeLine& other, int position) const {
    const std::string& wanted = other.stage_at(position).name;
    int before = 0;
    for (const Stage& stage : stages_) {
        if (stage.name == wanted)
            return stage.first + std::min(other.at(position).pass, stage.count - 1);
        if (rank_of(stage.name) < rank_of(wanted))
            before = stage.first + stage.count - 1;
    }
    return before;
}

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
        show_clickable();
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

} // namespace scanline::view::compaction
