#include "shell/finder.h"

#include "kit/canvas.h"
#include "kit/text.h"
#include "kit/widgets.h"
#include "scanline/core/text.h"
#include "shell/dialog.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cctype>
#include <climits>
#include <cmath>
#include <fmt/format.h>
#include <imgui_stdlib.h>
#include <tuple>
#include <utility>

namespace scanline::view {

namespace {

constexpr int letter = 1, next_to_last = 5, begins_word = 8, begins_text = 4, ends_text = 2, max_gap = 6;

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// For a typed text that begins a text or one of its words; more than letters can score.
int score_as_typed(std::string_view typed, std::string_view in) {
    constexpr int step = 1000;
    int best = 0;
    for (std::size_t at = in.find(typed); at != in.npos; at = in.find(typed, at + 1)) {
        const int rank = typed.size() == in.size() ? 3 : at == 0 ? 2 : is_letter(in[at - 1]) ? 0 : 1;
        best = std::max(best, rank * step);
    }
    return best;
}

} // namespace

std::optional<int> match_score(std::string_view typed, std::string_view text) {
    std::string wanted = lowered(std::string(typed));
    std::erase(wanted, ' ');
    const std::string in = lowered(std::string(text));
    // best[i]: the best score of the letters so far with the last of them at text[i].
    std::vector<std::optional<int>> best(in.size());
    for (std::size_t w = 0; w < wanted.size(); ++w) {
        std::vector<std::optional<int>> next(in.size());
        for (std::size_t i = w; i < in.size(); ++i) {
            if (in[i] != wanted[w])
                continue;
            const bool begins = i == 0 || !is_letter(in[i - 1]);
            const int own = letter + (begins ? begins_word : 0) + (i == 0 ? begins_text : 0) +
                            (i + 1 == in.size() ? ends_text : 0);
            if (w == 0)
                next[i] = own;
            for (std::size_t last = 0; w > 0 && last < i; ++last) {
                if (!best[last])
                    continue;
                const int gap = static_cast<int>(i - last) - 1;
                next[i] = std::max(next[i].value_or(INT_MIN),
                                   *best[last] + own + (gap == 0 ? next_to_last : -std::min(gap, max_gap)));
            }
        }
        best = std::move(next);
    }
    if (wanted.empty())
        return 0;
    const auto found = std::ranges::max_element(best);
    if (found == best.end() || !*found)
        return std::nullopt;
    return **found + score_as_typed(trimmed(lowered(std::string(typed))), in);
}

std::vector<std::size_t> ranked(std::string_view typed, const std::vector<Findable>& entries) {
    const bool is_typed = typed.find_first_not_of(' ') != std::string_view::npos;
    std::vector<std::tuple<int, bool, std::size_t>> order; // ascending
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (const std::optional<int> score = match_score(typed, entries[i].text))
            order.emplace_back(-*score, is_typed && !entries[i].is_near, i);
    }
    std::ranges::sort(order);
    std::vector<std::size_t> places;
    for (const auto& [score, is_far, place] : order)
        places.push_back(place);
    return places;
}

void Finder::open(std::vector<Findable> entries) {
    entries_ = std::move(entries);
    typed_.clear();
    found_ = ranked(typed_, entries_);
    selected_ = 0;
    open_ = true;
}

void Finder::draw(const Look& look) {
    if (!open_)
        return;
    constexpr const char* id = "Find";
    if (!ImGui::IsPopupOpen(id))
        ImGui::OpenPopup(id);
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y * 0.12f}, ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowSize({std::min(look.px(560), display.x * 0.9f), 0});
    if (!ImGui::BeginPopupModal(id, nullptr,
                                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return;
    if (ImGui::IsWindowAppearing())
        ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const std::string before = typed_;
    const bool entered = ImGui::InputTextWithHint("##find", "a scene, a command, or a setting", &typed_,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    if (typed_ != before) {
        found_ = ranked(typed_, entries_);
        selected_ = 0;
        moved_ = true;
    }
    const auto pressed = [](int key) { return is_pressed(key, true); };
    if (!found_.empty()) {
        const std::size_t count = found_.size(), start = selected_;
        selected_ =
            (selected_ + (pressed(GLFW_KEY_DOWN) ? 1 : 0) + (pressed(GLFW_KEY_UP) ? count - 1 : 0)) % count;
        moved_ = moved_ || selected_ != start;
    }
    std::optional<std::size_t> picked = draw_results(look, display.y * 0.6f);
    if (entered && !found_.empty())
        picked = found_[selected_];
    if (picked || pressed(GLFW_KEY_ESCAPE)) {
        open_ = false;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    if (picked) {
        // It may open the finder again.
        const std::function<void()> run = entries_[*picked].run;
        run();
    }
}

std::optional<std::size_t> Finder::draw_results(const Look& look, float room) {
    const Palette& palette = look.palette();
    const float row = look.px(28);
    if (found_.empty()) {
        note(look, "No matches.");
        return std::nullopt;
    }
    std::optional<std::size_t> picked;
    const float rows = std::floor(std::min(room / row, 10.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild("found", {0, row * std::min(rows, static_cast<float>(found_.size()))});
    for (std::size_t i = 0; i < found_.size(); ++i) {
        const Findable& entry = entries_[found_[i]];
        const Rect place = Rect::of(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, row});
        if (ImGui::InvisibleButton(fmt::format("{}", i).c_str(), place.size()))
            picked = found_[i];
        show_clickable();
        if (i == selected_ && std::exchange(moved_, false))
            ImGui::SetScrollHereY();
        if (!ImGui::IsItemVisible())
            continue;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (i == selected_ || ImGui::IsItemHovered())
            fill(list, place, i == selected_ ? mix(palette.panel, palette.accent, 0.3f) : palette.hovered,
                 look.px(4));
        const float right = place.right - look.px(10), top = place.middle_y() - look.fonts.text->FontSize / 2;
        const float detail = width_of(look.fonts.small, entry.detail);
        write(list, look.fonts.small, {right, place.middle_y() - look.fonts.small->FontSize / 2}, palette.dim,
              entry.detail, 1);
        write_cut(list, look.fonts.text, {place.left + look.px(10), top},
                  right - detail - place.left - look.px(22), palette.text, entry.text);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    return picked;
}

} // namespace scanline::view
