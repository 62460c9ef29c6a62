#include "kit/widgets.h"

#include "kit/canvas.h"
#include "kit/focus.h"
#include "kit/glossary.h"
#include "scanline/core/bits.h"
#include "scanline/core/format.h"

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace scanline::view {

namespace {

constexpr float label_share = 0.42f; ///< fraction of a row's width

// The label of a row; the control drawn next gets the remaining width. Returns the id of the control.
std::string begin_row(const Look& look, const char* label, Tooltip text) {
    const float start = ImGui::GetCursorPosX();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::AlignTextToFramePadding();
    const float room = label_share * width - look.px(4);
    coloured_text(look.palette().dim, elided(label, [room](const std::string& part) {
                      return ImGui::CalcTextSize(part.c_str()).x <= room;
                  }));
    tooltip(text);
    ImGui::SameLine(start + label_share * width);
    ImGui::SetNextItemWidth(-1);
    return fmt::format("##{}", label);
}

// A row whose control is drawn under the given id and returns true if it changed.
template <class Control>
bool draw_row(const Look& look, const char* label, Tooltip text, Control control) {
    const std::string id = begin_row(look, label, text);
    const bool changed = control(id.c_str());
    tooltip(text);
    return changed;
}

// Moves the value of a slider by the keys Left and Right.
template <class T>
bool step_by_keys(T& value, T step, T least, T most) {
    const int by = focus_step();
    if (by != 0) // a file may have a value beyond the range
        value = std::clamp(value + static_cast<T>(by) * step, least, most);
    return by != 0;
}

// A slider with its value at its right, where the grip does not cover it.
template <class Slider>
bool draw_slider(const Look& look, const char* label, Tooltip text, const std::string& value, Slider slide) {
    const bool changed = draw_row(look, label, text, [&](const char* id) {
        ImGui::SetNextItemWidth(std::max(look.px(40), ImGui::GetContentRegionAvail().x - look.px(58)));
        return slide(id, " ");
    });
    ImGui::SameLine();
    aligned_text(value, 1);
    return changed;
}

// A list that opens below its row. shown(room): the text while it is closed; entries(): draws the list, and
// returns true if the choice changed.
template <class Shown, class Entries>
bool draw_combo(const Look& look, const char* label, Tooltip text, ImGuiComboFlags flags, Shown shown,
                Entries entries) {
    const std::string id = begin_row(look, label, text);
    const float room =
        ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
    const std::string now = shown(room);
    if (!ImGui::BeginCombo(id.c_str(), now.c_str(), flags)) {
        tooltip(now.ends_with("...") ? fmt::format("{}\n\n{}", shown(FLT_MAX), text).c_str() : text);
        return false;
    }
    const bool changed = entries();
    ImGui::EndCombo();
    return changed;
}

void draw_bar(const Look& look, const StageTable& table, std::size_t variant, const char* name, float margin,
              double scale) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = look.palette();
    const Rect row = Rect::of(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, look.px(20)});
    Rect part{row.left + margin, row.top, row.left + margin, row.bottom};
    if (name)
        list.AddText({row.left, row.middle_y() - ImGui::GetFontSize() / 2}, palette.dim, name);
    fill(list, {part.left, row.top, row.right, row.bottom}, palette.raised, look.px(3));
    for (const StageTable::Row& stage : table.rows) {
        const double time = stage.milliseconds[variant];
        part.right = part.left + static_cast<float>(time / scale) * (row.width() - margin);
        fill(list, part, palette.series[stage.series]);
        if (part.width() > look.px(2))
            list.AddLine({part.right, row.top}, part.high(), palette.panel);
        if (time > 0 && ImGui::IsMouseHoveringRect(part.low(), part.high()))
            ImGui::SetTooltip("%s: %s, %.0f %%", stage.stage.c_str(), duration_text(time).c_str(),
                              100 * time / table.totals[variant]);
        part.left = part.right;
    }
    ImGui::Dummy(row.size());
}

// A line of the table under the bars: a square if it has a colour, a name, a cell for each variant.
void draw_line(const Look& look, const ImU32* colour, const std::string& name,
               std::span<const std::string> cells) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, side = look.px(10), column = look.px(78);
    const float top = at.y + (ImGui::GetFontSize() - side) / 2 + look.px(1);
    const ImFont* font = look.fonts.text;
    if (colour)
        fill(list, Rect::of({at.x, top}, {side, side}), *colour, look.px(2));
    write(list, font, {at.x + side + look.px(8), at.y}, colour ? look.palette().dim : look.palette().text,
          name);
    for (std::size_t i = 0; i < cells.size(); ++i)
        write(list, font, {at.x + width - column * static_cast<float>(cells.size() - 1 - i), at.y},
              look.palette().text, cells[i], 1);
    ImGui::Dummy({width, ImGui::GetFontSize()});
}

std::vector<std::string> times_text(std::span<const double> milliseconds) {
    std::vector<std::string> texts;
    for (const double time : milliseconds)
        texts.push_back(time > 0 ? duration_text(time) : "-");
    return texts;
}

} // namespace

void heading(const Look& look, const char* text) {
    ImGui::PushFont(look.fonts.heading);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
}

void section(const Look& look, const char* title) {
    ImGui::Dummy({0, look.px(6)});
    heading(look, title);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetContentRegionAvail().x, at.y},
                                        look.palette().line);
    ImGui::Dummy({0, look.px(4)});
}

bool choice(const Look& look, const char* label, std::span<const std::string> names, int& index,
            Tooltip text) {
    const auto count = static_cast<int>(names.size());
    const auto name = [&](int i) { return names[static_cast<std::size_t>(i)]; };
    return draw_combo(
        look, label, text, 0,
        [&](float room) {
            return index < 0 || index >= count ? "" : elided(name(index), [room](const std::string& part) {
                return ImGui::CalcTextSize(part.c_str()).x <= room;
            });
        },
        [&] {
            const int before = index;
            for (int i = 0; i < count; ++i) {
                ImGui::PushID(i); // names may be equal
                if (ImGui::Selectable(name(i).c_str(), i == before))
                    index = i;
                offer_focus();
                ImGui::PopID();
            }
            return index != before;
        });
}

bool check_box(const Look& look, const char* label, bool& on) {
    const Palette& palette = look.palette();
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Border, mix(palette.line, palette.dim, 0.6f));
    const bool changed = ImGui::Checkbox(label, &on);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return changed;
}

bool toggle(const Look& look, const char* label, bool& on, Tooltip text) {
    return draw_row(look, label, text, [&](const char* id) { return check_box(look, id, on); });
}

bool slider(const Look& look, const char* label, int& value, int least, int most, Tooltip text) {
    return draw_slider(look, label, text, with_commas(value), [&](const char* id, const char* nothing) {
        return ImGui::SliderInt(id, &value, least, most, nothing, ImGuiSliderFlags_AlwaysClamp) ||
               step_by_keys(value, 1, least, most);
    });
}

bool slider(const Look& look, const char* label, float& value, float least, float most, const char* format,
            Tooltip text) {
    std::array<char, 64> shown{};
    std::snprintf(shown.data(), shown.size(), format, static_cast<double>(value));
    return draw_slider(look, label, text, shown.data(), [&](const char* id, const char* nothing) {
        return ImGui::SliderFloat(id, &value, least, most, nothing, ImGuiSliderFlags_AlwaysClamp) ||
               step_by_keys(value, (most - least) / 100, least, most);
    });
}

bool power_of_two(const Look& look, const char* label, int& value, int least, int most, Tooltip text,
                  const std::string& shown) {
    int exponent = log2_exact(value);
    const bool changed =
        draw_slider(look, label, text, shown.empty() ? with_commas(value) : shown,
                    [&](const char* id, const char* nothing) {
                        return ImGui::SliderInt(id, &exponent, log2_exact(least), log2_exact(most), nothing,
                                                ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput) ||
                               step_by_keys(exponent, 1, log2_exact(least), log2_exact(most));
                    });
    if (changed)
        value = 1 << exponent;
    return changed;
}

bool text_field(const Look& look, const char* label, std::string& text, Tooltip explanation) {
    return draw_row(look, label, explanation, [&text](const char* id) {
        return ImGui::InputText(id, &text, ImGuiInputTextFlags_AutoSelectAll);
    });
}

bool multi_choice(const Look& look, const char* label, std::span<const std::string> names,
                  std::vector<bool>& on, Tooltip text) {
    return draw_combo(
        look, label, text, ImGuiComboFlags_HeightLarge,
        [&](float room) {
            std::string chosen;
            for (std::size_t i = 0; i < names.size(); ++i) {
                if (on[i])
                    chosen += (chosen.empty() ? "" : ", ") + names[i];
            }
            return ImGui::CalcTextSize(chosen.c_str()).x <= room
                       ? chosen
                       : fmt::format("{} of {}", std::ranges::count(on, true), on.size());
        },
        [&] {
            bool changed = false;
            for (std::size_t i = 0; i < names.size(); ++i) {
                bool one = on[i];
                changed |= check_box(look, names[i].c_str(), one);
                offer_focus();
                on[i] = one;
            }
            return changed;
        });
}

bool button(const Look&, const char* label, Tooltip text, bool enabled) {
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::Button(label, {-1, 0});
    ImGui::EndDisabled();
    tooltip(text);
    return pressed;
}

bool accent_button(const Look& look, const char* label, ImVec2 size) {
    const Palette& palette = look.palette();
    ImGui::PushStyleColor(ImGuiCol_Button, palette.accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, mix(palette.accent, palette.text, 0.15f));
    ImGui::PushStyleColor(ImGuiCol_Text, palette.accent_text);
    const bool pressed = ImGui::Button(label, size);
    ImGui::PopStyleColor(3);
    return pressed;
}

void field(const Look& look, const char* label, const std::string& value, Tooltip text) {
    begin_row(look, label, text);
    ImGui::TextUnformatted(value.c_str(), value.c_str() + std::min(value.size(), longest_line));
    tooltip(text);
}

void count_field(const Look& look, const char* label, std::int64_t now, std::int64_t so_far, std::int64_t all,
                 Tooltip text) {
    coloured_text(look.palette().dim, label);
    tooltip(text);
    aligned_text(
        fmt::format("this step {}, so far {} of {}", with_commas(now), with_commas(so_far), with_commas(all)),
        1);
}

void coloured_text(ImU32 colour, std::string_view text, bool wrapped) {
    // A driver's log has many lines.
    text = text.substr(0, wrapped ? 16 * longest_line : longest_line);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    if (wrapped)
        ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    if (wrapped)
        ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void aligned_text(const std::string& text, float fraction) {
    const float width = ImGui::CalcTextSize(text.c_str()).x, room = ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, (room - width) * fraction));
    ImGui::TextUnformatted(text.c_str());
}

void note(const Look& look, std::string_view text, ImFont* font) {
    ImGui::PushFont(font ? font : ImGui::GetFont());
    ImGui::PushTextWrapPos(0);
    glossed_text(look, look.palette().dim, text);
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
}

void draw_verdict(const Look& look, const Verdict& verdict) {
    ImGui::SameLine();
    const ImVec2 size = ImGui::CalcTextSize(verdict.text.c_str());
    const float padding = look.px(9), dot = 2 * padding + look.px(7), whole = dot + size.x + look.px(5);
    const float left = ImGui::GetCursorScreenPos().x;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - look.px(14);
    const bool fits = left + whole <= right;
    const float width = fits ? whole : dot;
    const ImVec2 at{right - width, ImGui::GetCursorScreenPos().y};
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, size.y});
    tooltip((fits ? verdict.tooltip : verdict.text + ": " + verdict.tooltip).c_str());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(list, Rect::of(at, {width, size.y}).inset(0, -look.px(3)), with_alpha(verdict.colour, 0.16f),
         size.y);
    list.AddCircleFilled({at.x + padding + look.px(3), at.y + size.y / 2}, look.px(3.5f), verdict.colour);
    if (fits)
        list.AddText({at.x + padding + look.px(12), at.y}, look.palette().text, verdict.text.c_str());
}

void step_heading(const Look& look, const std::string& title, const std::string& sentence,
                  const Verdict& verdict, std::optional<int> lines, bool is_answer) {
    const ImVec2 padding{look.px(12), look.px(8)};
    const float width = ImGui::GetContentRegionMax().x - 2 * padding.x;
    const auto fits = [&](const std::string& text) {
        return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y <
               (static_cast<float>(*lines) + 0.5f) * ImGui::GetTextLineHeight();
    };
    const std::string shown = lines ? elided(sentence, fits) : sentence;
    ImGui::SetCursorPos(padding);
    ImGui::BeginGroup();
    const float right = ImGui::GetContentRegionMax().x - padding.x;
    ImGui::PushTextWrapPos(right);
    // A long title leaves room for the verdict's dot.
    ImGui::PushTextWrapPos(verdict.text.empty() ? right : right - look.px(34));
    const bool is_large = is_answer && width_of(look.fonts.answer, title) < width - look.px(140);
    ImGui::PushFont(is_large ? look.fonts.answer : look.fonts.heading);
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopFont();
    ImGui::PopTextWrapPos();
    if (!verdict.text.empty())
        draw_verdict(look, verdict);
    glossed_text(look, look.palette().dim, shown);
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    // Room for all lines, so that what is below does not jump when a sentence is long; large type may take
    // more.
    const float height = look.fonts.answer->FontSize +
                         static_cast<float>(lines.value_or(2)) * ImGui::GetTextLineHeight() + look.px(18);
    const float end = ImGui::GetItemRectMax().y - ImGui::GetWindowPos().y + look.px(4);
    ImGui::SetCursorPos({0, std::max(height, end)});
    const ImVec2 low = ImGui::GetWindowPos();
    if (shown != sentence && is_hovered({low.x, low.y, low.x + width, ImGui::GetCursorScreenPos().y}))
        wrapped_tooltip(sentence);
}

void tooltip(Tooltip text) {
    offer_focus();
    if (!text || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        return;
    // Beside a panel at the right, and so not over its other controls.
    const float left = ImGui::GetWindowPos().x, width = ImGui::GetIO().DisplaySize.x,
                gap = ImGui::GetFontSize();
    const bool is_low = ImGui::GetItemRectMin().y > ImGui::GetIO().DisplaySize.y / 2;
    if (left > width / 2 && left + ImGui::GetWindowWidth() > width - 2 * gap)
        ImGui::SetNextWindowPos({left - gap, is_low ? ImGui::GetItemRectMax().y : ImGui::GetItemRectMin().y},
                                ImGuiCond_Always, {1, is_low ? 1.0f : 0.0f});
    wrapped_tooltip(text);
}

StageTable stage_table(std::span<const machine::Repetition> variants, std::span<const StageColour> order) {
    StageTable table;
    for (const auto& [name, series] : order) {
        StageTable::Row row{std::string(name), {}, series};
        for (const machine::Repetition& variant : variants) {
            const auto stage = std::ranges::find(variant.stages, name, &machine::Stage::name);
            row.milliseconds.push_back(stage == variant.stages.end() ? 0 : stage->milliseconds);
        }
        if (std::ranges::any_of(row.milliseconds, [](double time) { return time > 0; }))
            table.rows.push_back(std::move(row));
    }
    for (const machine::Repetition& variant : variants)
        table.totals.push_back(variant.milliseconds);
    return table;
}

void draw_stage_bars(const Look& look, const StageTable& table, std::span<const char* const> names) {
    if (table.rows.empty())
        return;
    const bool single = table.totals.size() == 1;
    const double scale = *std::ranges::max_element(table.totals);
    float margin = 0;
    for (const char* const name : names)
        margin = std::max(margin, single ? 0 : ImGui::CalcTextSize(name).x + look.px(8));
    for (std::size_t variant = 0; variant < table.totals.size(); ++variant)
        draw_bar(look, table, variant, single ? nullptr : names[variant], margin, scale);
    ImGui::Dummy({0, look.px(2)});
    if (!single)
        draw_line(look, nullptr, "", std::vector<std::string>(names.begin(), names.end()));
    for (const StageTable::Row& row : table.rows)
        draw_line(look, &look.palette().series[row.series], row.stage, times_text(row.milliseconds));
    draw_line(look, nullptr, "total", times_text(table.totals));
}

} // namespace scanline::view
