#include "chart/chart_view.h"
#include "sweep/sweep_scene.h"

#include "scanline/view/widgets.h"

#include <algorithm>
#include <fmt/format.h>

// The middle of the scene: chart, table, claims.

namespace scanline::view {

namespace {

constexpr ImGuiTableFlags table_flags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                        ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV |
                                        ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_Resizable;

const char* tab_title(SweepTab tab) {
    switch (tab) {
    case SweepTab::chart: return "Chart";
    case SweepTab::table: return "Rows";
    case SweepTab::claims: return "Claims";
    }
    return "";
}

const char* description_of(SweepTab tab) {
    switch (tab) {
    case SweepTab::chart: return "What has been measured, drawn over an axis.";
    case SweepTab::table: return "What has been measured, a row for each combination.";
    case SweepTab::claims: return "What the paper says of it, and whether it holds on this machine.";
    }
    return "";
}

void centred(const std::string& text) {
    const float width = ImGui::CalcTextSize(text.c_str()).x, room = ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, (room - width) / 2));
    ImGui::TextUnformatted(text.c_str());
}

void right_aligned(const std::string& text) {
    const float width = ImGui::CalcTextSize(text.c_str()).x, room = ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, room - width));
    ImGui::TextUnformatted(text.c_str());
}

} // namespace

void SweepScene::draw() {
    const Look& look = host_.look;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(12), look.px(10)});
    ImGui::BeginChild("sweep", {0, 0}, false,
                      ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar);
    ImGui::PopStyleVar();
    draw_tab_bar();
    if (model_.results().rows.empty()) {
        draw_hint();
    } else {
        switch (tab_) {
        case SweepTab::chart:
            if (const std::optional<bench::Figure> shown = figure())
                draw_chart(look, shown->chart, choices_);
            else
                note(look,
                     "There is no figure of these rows: see Rows for their times, or why there are none.");
            break;
        case SweepTab::table: draw_table(); break;
        case SweepTab::claims: draw_claims(); break;
        }
    }
    ImGui::EndChild();
}

void SweepScene::draw_tab_bar() {
    const Look& look = host_.look;
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const float bottom = ImGui::GetCursorScreenPos().y + ImGui::GetFrameHeight() + look.px(2);
    const float begin = ImGui::GetCursorScreenPos().x;
    ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32_BLACK_TRANS);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    for (const SweepTab tab : all_sweep_tabs) {
        ImGui::PushStyleColor(ImGuiCol_Text, tab == tab_ ? palette.text : palette.dim);
        if (ImGui::Button(tab_title(tab)))
            tab_ = tab;
        ImGui::PopStyleColor();
        tooltip(description_of(tab));
        if (tab == tab_)
            list.AddRectFilled({ImGui::GetItemRectMin().x, bottom - look.px(2)},
                               {ImGui::GetItemRectMax().x, bottom}, palette.accent);
        ImGui::SameLine(0, look.px(4));
    }
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    if (model_.state() != SweepState::idle) {
        const std::string state =
            fmt::format("{}, {} rows", to_string(model_.state()), model_.results().rows.size());
        const float width = ImGui::CalcTextSize(state.c_str()).x;
        if (ImGui::GetCursorScreenPos().x + width < end) {
            ImGui::SetCursorScreenPos({end - width, ImGui::GetCursorScreenPos().y});
            ImGui::AlignTextToFramePadding();
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(palette.dim), "%s", state.c_str());
        } else {
            ImGui::NewLine();
        }
    } else {
        ImGui::NewLine();
    }
    list.AddLine({begin, bottom}, {end, bottom}, palette.line);
    ImGui::Dummy({0, look.px(4)});
}

void SweepScene::draw_hint() const {
    const Look& look = host_.look;
    ImGui::Dummy({0, ImGui::GetContentRegionAvail().y * 0.36f});
    const bool running = model_.state() == SweepState::running;
    ImGui::PushFont(look.fonts.heading);
    centred(running ? "Measuring" : "Nothing measured yet");
    ImGui::PopFont();
    ImGui::PushStyleColor(ImGuiCol_Text, look.palette().dim);
    if (running) {
        centred("The first rows come when a group of repetitions is done.");
    } else {
        centred("Choose at the right what to measure, and press Run;");
        centred("or drop a result here: the JSON file of scanline bench.");
    }
    ImGui::PopStyleColor();
}

void SweepScene::draw_table() const {
    const SweepTable& table = shown_.table;
    const Look& look = host_.look;
    if (!table.common.empty()) {
        note(look, table.common);
        ImGui::Dummy({0, look.px(2)});
    }
    ImGui::PushFont(look.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {look.px(8), look.px(3)});
    if (ImGui::BeginTable("rows", static_cast<int>(table.columns.size()), table_flags)) {
        ImGui::TableSetupScrollFreeze(0, 1);
        for (const SweepTable::Column& column : table.columns)
            ImGui::TableSetupColumn(column.title.c_str());
        ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
        for (const SweepTable::Column& column : table.columns) {
            ImGui::TableNextColumn();
            ImGui::TableHeader(column.title.c_str());
            tooltip(column.description.c_str());
        }
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(table.rows.size()));
        while (clipper.Step()) {
            for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
                ImGui::TableNextRow();
                for (std::size_t column = 0; column < table.columns.size(); ++column) {
                    ImGui::TableNextColumn();
                    const std::string& cell = table.rows[static_cast<std::size_t>(row)][column];
                    if (table.columns[column].number)
                        right_aligned(cell);
                    else
                        ImGui::TextUnformatted(cell.c_str());
                }
            }
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

void SweepScene::draw_claims() const {
    const Look& look = host_.look;
    const Palette& palette = look.palette();
    if (shown_.claims.empty()) {
        note(look, "Only the named experiments have claims of the paper to tell of.");
        return;
    }
    ImGui::BeginChild("claims", {0, 0});
    for (const bench::Claim& claim : shown_.claims) {
        const float left = ImGui::GetCursorPosX(), column = look.px(64);
        const char* verdict = !claim.holds ? "not told" : *claim.holds ? "yes" : "no";
        const ImU32 colour = !claim.holds ? palette.dim : *claim.holds ? palette.accent : palette.warning;
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour), "%s", verdict);
        ImGui::SameLine(left + column);
        ImGui::BeginGroup();
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(claim.claim.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PushFont(look.fonts.small);
        note(look, claim.evidence);
        ImGui::PopFont();
        ImGui::EndGroup();
        ImGui::Dummy({0, look.px(8)});
    }
    ImGui::EndChild();
}

} // namespace scanline::view
