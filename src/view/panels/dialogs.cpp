#include "panels/panels.h"
#include "scanline/core/text.h"
#include "scanline/view/widgets.h"
#include "scanline/view/workbench.h"
#include "text.h"

#include <algorithm>
#include <imgui.h>
#include <imgui_stdlib.h>
#include <system_error>

namespace scanline::view {

bool begin_dialog(const Look& look, const char* title, ImVec2 size) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(
        {std::min(look.px(size.x), display.x * 0.9f), std::min(look.px(size.y), display.y * 0.85f)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(18), look.px(16)});
    const bool visible = ImGui::BeginPopupModal(
        title, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar);
    ImGui::PopStyleVar();
    if (!visible)
        return false;
    ImGui::PushFont(look.fonts.heading);
    ImGui::TextUnformatted(title);
    ImGui::PopFont();
    ImGui::Dummy({0, look.px(4)});
    return true;
}

void draw_error_dialog(const Look& look, Log& log) {
    constexpr const char* title = "Something went wrong";
    if (log.pending_errors().empty())
        return;
    if (!ImGui::IsPopupOpen(title))
        ImGui::OpenPopup(title);
    if (!begin_dialog(look, title, {560, 0}))
        return;
    std::string text;
    for (const std::string& error : log.pending_errors())
        text += (text.empty() ? "" : "\n\n") + error;
    // A driver's log may be long.
    ImGui::BeginChild(
        "text",
        {0, std::min(ImGui::CalcTextSize(text.c_str(), nullptr, false, ImGui::GetContentRegionAvail().x).y +
                         look.px(8),
                     ImGui::GetIO().DisplaySize.y * 0.6f)});
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
    ImGui::Dummy({0, look.px(4)});
    if (ImGui::Button("Copy text", {look.px(110), 0}))
        ImGui::SetClipboardText(text.c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - look.px(110));
    const bool dismissed = ImGui::Button("Dismiss", {look.px(110), 0}) ||
                           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false) ||
                           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    if (dismissed) {
        log.dismiss_errors();
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void draw_shortcut_sheet(const Look& look, const Actions& actions, bool& open) {
    constexpr const char* title = "Shortcuts";
    if (!open)
        return;
    if (!ImGui::IsPopupOpen(title))
        ImGui::OpenPopup(title);
    if (!begin_dialog(look, title, {620, 600}))
        return;
    const float below = ImGui::GetFrameHeight() + look.px(10);
    ImGui::BeginChild("list", {0, -below});
    if (ImGui::BeginTable("shortcuts", 2, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, look.px(130));
        ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
        std::string menu;
        for (const Action& action : actions.all()) {
            if (action.shortcut.key == 0)
                continue;
            ImGui::TableNextRow();
            if (action.menu != menu) {
                menu = action.menu;
                ImGui::TableNextColumn();
                ImGui::Dummy({0, look.px(4)});
                ImGui::PushFont(look.fonts.heading);
                ImGui::TextUnformatted(menu.c_str());
                ImGui::PopFont();
                ImGui::TableNextRow();
            }
            ImGui::TableNextColumn();
            coloured_text(look.palette().accent, to_string(action.shortcut));
            ImGui::TableNextColumn();
            ImGui::PushTextWrapPos(0);
            ImGui::TextUnformatted(action.description.c_str());
            ImGui::PopTextWrapPos();
        }
        ImGui::EndTable();
    }
    ImGui::EndChild();
    ImGui::SetCursorPos({ImGui::GetWindowContentRegionMax().x - look.px(110),
                         ImGui::GetWindowContentRegionMax().y - ImGui::GetFrameHeight()});
    if (ImGui::Button("Close", {look.px(110), 0}) ||
        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) {
        open = false;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

namespace fs = std::filesystem;

void FileDialog::open(const std::string& title, std::vector<std::string> extensions,
                      std::function<void(const fs::path&)> chosen) {
    title_ = title;
    extensions_ = std::move(extensions);
    chosen_ = std::move(chosen);
    open_ = true;
    field_.clear();
    std::error_code error;
    list(folder_.empty() ? fs::current_path(error) : folder_);
}

void FileDialog::close() {
    open_ = false;
    ImGui::CloseCurrentPopup();
}

void FileDialog::list(const fs::path& folder) {
    std::vector<Entry> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        const bool is_folder = entry->is_directory(gone);
        const std::string name = entry->path().filename().string();
        const bool wanted = is_folder || extensions_.empty() ||
                            std::ranges::count(extensions_, lowered(entry->path().extension().string())) > 0;
        if (!gone && wanted && !name.starts_with('.'))
            entries.push_back({is_folder ? name + "/" : name, is_folder});
    }
    problem_ = error ? printable_path(folder) + ": " + error.message() : "";
    if (error)
        return;
    std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
        return a.folder != b.folder ? a.folder : lowered(a.name) < lowered(b.name);
    });
    folder_ = folder;
    entries_ = std::move(entries);
}

void FileDialog::pick(const Entry& entry) {
    if (entry.folder) {
        list(folder_ / entry.name.substr(0, entry.name.size() - 1));
        return;
    }
    close();
    chosen_(folder_ / entry.name);
}

void FileDialog::draw(const Look& look) {
    if (!open_)
        return;
    if (!ImGui::IsPopupOpen(title_.c_str()))
        ImGui::OpenPopup(title_.c_str());
    if (!begin_dialog(look, title_.c_str(), {620, 460}))
        return;
    if (ImGui::Button("Up"))
        list(folder_.parent_path());
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(folder_.string().c_str());

    const float below = 2 * ImGui::GetFrameHeightWithSpacing() + look.px(10);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.palette().raised);
    ImGui::BeginChild("files", {0, -below}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
    // What is picked may list another folder.
    const std::vector<Entry> entries = entries_;
    for (const Entry& entry : entries) {
        if (ImGui::Selectable(entry.name.c_str(), entry.name == field_,
                              ImGuiSelectableFlags_AllowDoubleClick)) {
            field_ = entry.folder ? "" : entry.name;
            if (entry.folder || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
                pick(entry);
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleColor();

    ImGui::SetNextItemWidth(-1);
    if (ImGui::IsWindowAppearing())
        ImGui::SetKeyboardFocusHere();
    const bool entered = ImGui::InputTextWithHint("##path", "a file's name or path", &field_,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    if (!problem_.empty()) {
        coloured_text(look.palette().error, problem_);
        ImGui::SameLine();
    }
    const float width = look.px(96);
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    const bool cancelled =
        ImGui::Button("Cancel", {width, 0}) || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    ImGui::SameLine();
    const bool accepted = ImGui::Button("Open", {width, 0}) || entered;
    if (cancelled) {
        close();
    } else if (accepted && open_ && !field_.empty()) {
        // An absolute path stands for itself.
        const fs::path path = folder_ / field_;
        std::error_code error;
        if (fs::is_directory(path, error)) {
            list(path);
            field_.clear();
        } else {
            close();
            chosen_(path);
        }
    }
    ImGui::EndPopup();
}

} // namespace scanline::view
