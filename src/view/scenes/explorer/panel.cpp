#include "scenes/explorer/panel.h"

#include "kit/widgets.h"
#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scenes/explorer/icicle.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::explorer {

namespace {

constexpr ImGuiTableFlags table_flags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                        ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV |
                                        ImGuiTableFlags_SizingFixedFit;

void set_bins(Setup& next, const std::string& column, int bins) {
    const std::string prefix = column + ':';
    std::erase_if(next.bins, [&](const std::string& entry) { return entry.starts_with(prefix); });
    next.bins.push_back(prefix + std::to_string(bins));
}

/// A check box with a dimension's name; of those in the path, dragged along it.
void draw_use(const Look& look, const Data& data, const Column& column, const std::vector<std::string>& path,
              Setup& next) {
    const auto place = std::ranges::find(path, column.name) - path.begin();
    bool used = place < std::ssize(path);
    const std::string label =
        used ? fmt::format("{}. {}##{}", place + 1, column.name, column.name) : column.name;
    if (check_box(look, label.c_str(), used)) {
        std::vector<std::string> names = path;
        if (used)
            names.push_back(column.name);
        else if (names.size() > 1)
            names.erase(names.begin() + place);
        next.path = names;
    }
    if (place < std::ssize(path)) {
        if (auto names = drag_in_path(data, static_cast<int>(place)))
            next.path = *names;
        if (ImGui::IsItemHovered())
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
        if (!ImGui::IsItemActive())
            tooltip("Drag it to another place in the path.");
    }
}

void draw_bins(const Data& data, const Column& column, Setup& next) {
    const auto found = std::ranges::find(data.cube->dimensions, column.name, &cube::Dimension::name);
    if (!column.is_number || found == data.cube->dimensions.end())
        return;
    const bool binned = found->derivation == tables::Derivation::bin;
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::GetFontSize() * 5);
    ImGui::SetNextItemWidth(-1);
    const std::string now = binned ? fmt::format("{} bins", found->bins()) : "values";
    if (ImGui::BeginCombo(("##bins" + column.name).c_str(), now.c_str())) {
        for (const int bins : {0, 5, 10, 20, 50, 100})
            if ((bins > 0 || column.values <= 1000) &&
                ImGui::Selectable(bins == 0 ? "values" : fmt::format("{} bins", bins).c_str()))
                set_bins(next, column.column, bins);
        ImGui::EndCombo();
    }
    tooltip("Numbers as they are, or in bins of equal width.");
}

} // namespace

void draw_dimensions(const Look& look, const Data& data, Setup& next) {
    const std::vector<std::string> path = path_names(data);
    std::vector<const Column*> columns;
    for (const Column& column : data.columns)
        columns.push_back(&column);
    std::ranges::stable_sort(columns, {}, [&](const Column* column) {
        return std::ranges::find(path, column->name) - path.begin();
    });
    for (const Column* column : columns) {
        draw_use(look, data, *column, path, next);
        draw_bins(data, *column, next);
    }
}

void show_tree(const Look& look, const Data& data) {
    field(look, "Rows", with_commas(data.size()), "The rows of the table; the cube holds all of them.");
    field(look, "Nodes", with_commas(data.tree->nodes()), "The nodes of the H-tree, on all levels.");
    field(look, "Tree", duration_text(data.tree_milliseconds),
          "How long it took to build the tree for this path.");
}

void show_times(const Look& look, const Answer* answer, const Check* check, double select) {
    section(look, "CPU and GPU");
    field(look, "Bars, CPU", duration_text(select),
          "All bars after the last change of the selection, updated from the bars before it.");
    if (check && check->ran())
        field(look, "Bars, GPU", duration_text(check->bars_gpu), "All bars, counted from the start.");
    if (answer)
        field(look, "Query, CPU", duration_text(answer->milliseconds), "The query above the picture.");
    if (check && check->ran()) {
        field(look, "Cell, CPU", duration_text(check->cell_cpu), "Its rows without groups, as one cell.");
        field(look, "Cell, GPU", duration_text(check->cell_gpu), "The same on the GPU, download included.");
    }
    if (check && !check->ran())
        note(look, fmt::format("Not run on the GPU: {}.", check->not_run));
    if (check && !check->difference.empty())
        coloured_text(look.palette().error, check->difference, true);
}

void draw_row_table(const Look& look, const Data& data, const Answer& answer, const Rect& area) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::string title = answer.count == data.size() ? fmt::format("All {} rows", with_commas(data.size()))
                        : answer.count == 0 ? "No row of this node is selected: Escape goes up a level"
                                            : fmt::format("{} of {} rows", with_commas(answer.count),
                                                          with_commas(data.size()));
    if (data.measure.aggregate != cube::Aggregate::count && answer.count > 0)
        title += fmt::format(", {}: {}", data.measure_title(), data.long_text(answer.measured));
    if (answer.count > static_cast<std::int64_t>(answer.rows.size()))
        title += fmt::format("; the first {}:", answer.rows.size());
    write_cut(list, look.fonts.text, area.low(), area.width(), look.palette().text, title);
    const float top = area.top + ImGui::GetTextLineHeight() + look.px(4);
    ImGui::SetCursorScreenPos({area.left, top});
    ImGui::PushFont(look.fonts.small);
    const auto columns = static_cast<int>(answer.table.names.size());
    if (area.bottom - top > look.px(20) &&
        ImGui::BeginTable("rows", columns + 1, table_flags, {area.width(), area.bottom - top})) {
        ImGui::TableSetupScrollFreeze(1, 1);
        ImGui::TableSetupColumn("row");
        for (const std::string& name : answer.table.names)
            ImGui::TableSetupColumn(name.c_str());
        ImGui::TableHeadersRow();
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(answer.rows.size()));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                ImGui::TableNextRow();
                ImGui::TableNextColumn();
                ImGui::TextDisabled("%u", answer.rows[static_cast<std::size_t>(i)]);
                for (const std::string& text : answer.table.rows[static_cast<std::size_t>(i)]) {
                    ImGui::TableNextColumn();
                    ImGui::TextUnformatted(text.c_str());
                }
            }
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

bool draw_commands(const Look& look, const Answer& answer, const Rect& line) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(list, line, palette.raised, look.px(4));
    const std::string how =
        fmt::format("{}, {}", cube::to_string(answer.method), duration_text(answer.milliseconds));
    const float copy = width_of(look.fonts.small, "Copy") + look.px(16),
                times = width_of(look.fonts.small, how) + look.px(16);
    const auto y = [&](const ImFont* font) { return std::round(line.middle_y() - font->FontSize / 2); };
    write_cut(list, look.fonts.mono, {line.left + look.px(8), y(look.fonts.mono)},
              line.width() - copy - times - look.px(12), palette.text, answer.commands.back());
    write(list, look.fonts.small, {line.right - copy - look.px(8), y(look.fonts.small)}, palette.dim, how, 1);
    const Rect place{line.right - copy, line.top, line.right, line.bottom};
    ImGui::SetCursorScreenPos(place.low());
    const bool pressed = ImGui::InvisibleButton("copy", place.size());
    show_clickable();
    if (ImGui::IsItemHovered()) {
        fill(list, place, palette.hovered, look.px(4));
        std::string text;
        for (const std::string& command : answer.commands)
            text += printable(command, 600) + "\n\n";
        wrapped_tooltip(text + "Click to copy.");
    }
    write(list, look.fonts.small, {place.middle_x(), y(look.fonts.small)}, palette.accent, "Copy", 0.5f);
    return pressed;
}

} // namespace scanline::view::explorer
