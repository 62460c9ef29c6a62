#include "panels/panels.h"
#include "scanline/core/text.h"
#include "scanline/view/widgets.h"
#include "scanline/view/workbench.h"
#include "text.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>
#include <system_error>

namespace scanline::view {

namespace {

namespace fs = std::filesystem;

void heading(const Look& look, const char* text) {
    ImGui::PushFont(look.fonts.heading);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
}

bool is_pressed(ImGuiKey key) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
}

bool is_folder(const std::string& entry) {
    return entry.ends_with('/');
}

/// A centred dialog of at most this size, never larger than most of the window, with its title inside; height
/// 0: fit to the contents. True if it is open and to be filled.
class Dialog {
public:
    Dialog(const Look& look, const char* title, ImVec2 size) {
        if (!ImGui::IsPopupOpen(title))
            ImGui::OpenPopup(title);
        const ImVec2 display = ImGui::GetIO().DisplaySize;
        ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
        ImGui::SetNextWindowSize(
            {std::min(look.px(size.x), display.x * 0.9f), std::min(look.px(size.y), display.y * 0.85f)});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(18), look.px(16)});
        visible_ = ImGui::BeginPopupModal(title, nullptr,
                                          ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                              ImGuiWindowFlags_NoTitleBar);
        ImGui::PopStyleVar();
        if (visible_) {
            heading(look, title);
            ImGui::Dummy({0, look.px(4)});
        }
    }
    ~Dialog() {
        if (visible_)
            ImGui::EndPopup();
    }
    Dialog(const Dialog&) = delete;
    Dialog& operator=(const Dialog&) = delete;

    explicit operator bool() const { return visible_; }

private:
    bool visible_ = false;
};

} // namespace

void draw_error_dialog(const Look& look, Log& log) {
    const Dialog dialog(look, "Something went wrong", {560, 0});
    if (!dialog)
        return;
    const std::string text = fmt::format("{}", fmt::join(log.pending_errors(), "\n\n"));
    // A driver's log may be long.
    const float needed =
        ImGui::CalcTextSize(text.c_str(), nullptr, false, ImGui::GetContentRegionAvail().x).y + look.px(8);
    ImGui::BeginChild("text", {0, std::min(needed, ImGui::GetIO().DisplaySize.y * 0.6f)});
    coloured_text(look.palette().text, text, true);
    ImGui::EndChild();
    ImGui::Dummy({0, look.px(4)});
    if (ImGui::Button("Copy text", {look.px(110), 0}))
        ImGui::SetClipboardText(text.c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - look.px(110));
    if (ImGui::Button("Dismiss", {look.px(110), 0}) || is_pressed(ImGuiKey_Escape) ||
        is_pressed(ImGuiKey_Enter)) {
        log.dismiss_errors();
        ImGui::CloseCurrentPopup();
    }
}

void draw_replace_dialog(const Look& look, Exports& exports) {
    const Dialog dialog(look, "Replace the file?", {520, 0});
    if (!dialog)
        return;
    coloured_text(
        look.palette().text,
        fmt::format("{} exists already. What is in it will be lost.", printable_path(*exports.question())),
        true);
    ImGui::Dummy({0, look.px(4)});
    const float width = look.px(96);
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    const bool cancelled = ImGui::Button("Cancel", {width, 0}) || is_pressed(ImGuiKey_Escape);
    ImGui::SameLine();
    const bool confirmed = ImGui::Button("Replace", {width, 0});
    if (cancelled || confirmed) {
        exports.answer(confirmed);
        ImGui::CloseCurrentPopup();
    }
}

void draw_shortcut_sheet(const Look& look, const Actions& actions, bool& open) {
    if (!open)
        return;
    const Dialog dialog(look, "Shortcuts", {620, 600});
    if (!dialog)
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
                heading(look, menu.c_str());
                ImGui::TableNextRow();
            }
            ImGui::TableNextColumn();
            coloured_text(look.palette().accent, to_string(action.shortcut));
            ImGui::TableNextColumn();
            coloured_text(look.palette().text, action.description, true);
        }
        ImGui::EndTable();
    }
    ImGui::EndChild();
    const ImVec2 end = ImGui::GetWindowContentRegionMax();
    ImGui::SetCursorPos({end.x - look.px(110), end.y - ImGui::GetFrameHeight()});
    if (ImGui::Button("Close", {look.px(110), 0}) || is_pressed(ImGuiKey_Escape)) {
        open = false;
        ImGui::CloseCurrentPopup();
    }
}

void FileDialog::open(std::function<void(const fs::path&)> chosen) {
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
    std::vector<std::string> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        const bool folder_here = entry->is_directory(gone);
        const std::string name = entry->path().filename().string();
        if (!gone && !name.starts_with('.'))
            entries.push_back(folder_here ? name + "/" : name);
    }
    problem_ = error ? printable_path(folder) + ": " + error.message() : "";
    if (error)
        return;
    std::ranges::sort(entries, {},
                      [](const std::string& entry) { return std::pair(!is_folder(entry), lowered(entry)); });
    folder_ = folder;
    entries_ = std::move(entries);
}

void FileDialog::pick(const std::string& entry) {
    if (is_folder(entry)) {
        list(folder_ / entry.substr(0, entry.size() - 1));
        return;
    }
    close();
    chosen_(folder_ / entry);
}

void FileDialog::draw(const Look& look) {
    if (!open_)
        return;
    const Dialog dialog(look, "Open file", {620, 460});
    if (!dialog)
        return;
    if (ImGui::Button("Up"))
        list(folder_.parent_path());
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(folder_.string().c_str());

    const float below = 2 * ImGui::GetFrameHeightWithSpacing() + look.px(10);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.palette().raised);
    ImGui::BeginChild("files", {0, -below}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
    // pick() may list another folder.
    const std::vector<std::string> entries = entries_;
    for (const std::string& entry : entries) {
        if (ImGui::Selectable(entry.c_str(), entry == field_, ImGuiSelectableFlags_AllowDoubleClick)) {
            field_ = is_folder(entry) ? "" : entry;
            if (is_folder(entry) || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
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
        // An absolute path replaces the folder.
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
}

} // namespace scanline::view
