#include "shell/lesson_strip.h"

#include "kit/canvas.h"
#include "kit/focus.h"
#include "kit/text.h"
#include "kit/widgets.h"
#include "scanline/core/number.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr float left_part = 0.52f, right_part = 0.45f;

float answer_width(const Look& look, const std::string& answer) {
    return ImGui::CalcTextSize(answer.c_str()).x + look.px(24);
}

/// Answers that do not fit side by side go below one another.
bool is_one_row(const Look& look, const Stop& stop, float width) {
    float all = 0;
    for (const std::string& answer : stop.answers)
        all += answer_width(look, answer) + ImGui::GetStyle().ItemSpacing.x;
    return all <= width;
}

} // namespace

float LessonStrip::height(const Look& look, float width) const {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float row = ImGui::GetFrameHeightWithSpacing(), right = right_part * width;
    const auto height_of = [](const std::string& text, float room) {
        return ImGui::CalcTextSize(text.c_str(), nullptr, false, room).y;
    };
    float most = 0;
    for (const Stop& stop : lesson_.stops) {
        const float rows = is_one_row(look, stop, right) ? 1 : static_cast<float>(stop.answers.size()),
                    question = height_of(stop.question, right) + rows * row + style.ItemSpacing.y +
                               height_of("Right. " + stop.remark, right);
        const float goal = stop.goal.counter.empty() ? 0 : row;
        most = std::max(
            {most, height_of(stop.text, left_part * width), goal + (stop.question.empty() ? 0 : question)});
    }
    return std::min(most + row, ImGui::GetIO().DisplaySize.y / 3);
}

void LessonStrip::count(const std::vector<Setting>& counters, bool at_end) {
    const Goal& goal = stop().goal;
    const auto found = std::ranges::find(counters, goal.counter, &Setting::key);
    counted_.reset();
    if (goal.counter.empty() || found == counters.end())
        return;
    counted_ = read_number<double>(found->value, {-1e15, 1e15});
    if (!counted_ || !at_end)
        return;
    const auto [best, is_first] = best_.emplace(place_, *counted_);
    if (goal.prefers(*counted_, best->second))
        best->second = *counted_;
}

bool LessonStrip::reached() const {
    const auto best = best_.find(place_);
    return best != best_.end() && stop().goal.is_reached_by(best->second);
}

void LessonStrip::draw_goal(const Look& look) const {
    const Palette& palette = look.palette();
    const Goal& goal = stop().goal;
    if (goal.counter.empty())
        return;
    using enum Goal::Sign;
    std::string text = fmt::format("{}: {}wanted {}{:g} at the last step", capitalized(goal.counter),
                                   counted_ ? fmt::format("{:g} so far, ", *counted_) : "",
                                   goal.sign == at_least  ? "at least "
                                   : goal.sign == at_most ? "at most "
                                                          : "",
                                   goal.number);
    if (const auto best = best_.find(place_); best != best_.end())
        text += fmt::format(", best {:g}", best->second);
    coloured_text(reached() ? palette.series[2] : palette.focus, reached() ? "Reached. " + text : text);
}

void LessonStrip::draw(const Look& look, const Actions& actions) {
    const float top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(top + ImGui::GetFrameHeightWithSpacing());
    ImGui::BeginChild(fmt::format("stop {}", place_).c_str()); // each begins at its top
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushTextWrapPos(left_part * width);
    coloured_text(look.palette().text, stop().text);
    ImGui::PopTextWrapPos();
    ImGui::SameLine((1 - right_part) * width);
    ImGui::BeginGroup();
    draw_goal(look);
    draw_question(look, right_part * width);
    ImGui::EndGroup();
    ImGui::EndChild();
    ImGui::SetCursorPosY(top);
    draw_title(look, actions); // last: its buttons may go to another stop, or end this
}

void LessonStrip::draw_title(const Look& look, const Actions& actions) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = look.px(64), gap = look.px(6), height = ImGui::GetFrameHeight(),
                room = ImGui::GetContentRegionAvail().x - 3 * (width + gap),
                y = at.y + (height - look.fonts.heading->FontSize) / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float end =
        2 * gap + write_cut(list, look.fonts.heading, {at.x, y}, room, look.palette().text, stop().title);
    write_cut(list, look.fonts.text, {at.x + end, y}, room - end, look.palette().dim,
              fmt::format("{} of {}  {}{}", place_ + 1, lesson_.stops.size(), lesson_.title,
                          stop().notes.empty() ? "" : "  (notes)"));
    ImGui::Dummy({room, height});
    if (!stop().notes.empty() && ImGui::IsItemHovered())
        wrapped_tooltip(stop().notes);
    for (const char* const name : {"Back", "Next", "Close"}) {
        const Action& action = *actions.find("lesson." + lowered(name));
        ImGui::SameLine(0, gap);
        ImGui::BeginDisabled(!is_enabled(action));
        const bool clicked = ImGui::Button(name, {width, height});
        ImGui::EndDisabled();
        tooltip(fmt::format("{} {}", action.description, to_string(action.shortcut)).c_str());
        if (clicked)
            actions.run(action.id);
    }
}

void LessonStrip::draw_question(const Look& look, float width) {
    const Palette& palette = look.palette();
    const bool one_row = is_one_row(look, stop(), width);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    coloured_text(palette.text, stop().question);
    bool any_tried = false;
    int i = 0;
    for (const std::string& answer : stop().answers) {
        const bool was_tried = tried_.contains({place_, i}), is_right = was_tried && i == stop().right;
        any_tried = any_tried || was_tried;
        if (i > 0 && one_row)
            ImGui::SameLine();
        ImGui::PushStyleColor(ImGuiCol_Button, is_right ? palette.valid : palette.raised);
        ImGui::PushStyleColor(ImGuiCol_Text, is_right    ? palette.valid_text
                                             : was_tried ? palette.error
                                                         : palette.text);
        if (ImGui::Button(fmt::format("{}##{}", answer, i).c_str(), {answer_width(look, answer), 0}))
            tried_.emplace(place_, i);
        offer_focus();
        ImGui::PopStyleColor(2);
        ++i;
    }
    if (any_tried)
        coloured_text(answered() ? palette.text : palette.error,
                      answered() ? "Right. " + stop().remark : "Not that one. Try again.");
    ImGui::PopTextWrapPos();
}

} // namespace scanline::view
