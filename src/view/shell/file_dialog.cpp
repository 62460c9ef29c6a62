#include "shell/file_dialog.h"

#include "kit/canvas.h"
#include "kit/gui_renderer.h"
#include "kit/scene.h"
#include "kit/text.h"
#include "kit/widgets.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/table.h"
#include "shell/dialog.h"
#include "shell/file_preview.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h> // the active item

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <imgui_stdlib.h>
#include <iterator>
#include <system_error>
#include <utility>

namespace scanline::view {

namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& name) {
    return name.ends_with('/');
}

/// A row of a list, with a dim second line if there is a detail. Returns the number of clicks on it.
int draw_row(const Look& look, const fs::path& path, const std::string& detail, bool selected) {
    const float line = look.px(24), more = detail.empty() ? 0 : look.px(16);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::Selectable(fmt::format("##{}", path.string()).c_str(), selected,
                                           ImGuiSelectableFlags_AllowDoubleClick, {0, line + more});
    if (ImGui::IsItemVisible()) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float room = ImGui::GetContentRegionAvail().x - look.px(8), left = at.x + look.px(4);
        const std::string name = is_folder(path.string()) ? path.parent_path().filename().string() + "/"
                                                          : path.filename().string();
        write_cut(list, look.fonts.text, {left, at.y + (line - look.fonts.text->FontSize) / 2}, room,
                  look.palette().text, name);
        write_cut(list, look.fonts.small, {left, at.y + line - look.px(2)}, room, look.palette().dim, detail);
    }
    return !clicked ? 0 : ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ? 2 : 1;
}

/// The end of a path, with dots if the beginning is missing.
std::string end_of(const std::string& path, const ImFont* font, float room) {
    std::string text = path;
    for (std::size_t slash = 0; width_of(font, text) > room && slash != std::string::npos;) {
        slash = path.find('/', slash + 1);
        text = slash == std::string::npos ? text : "..." + path.substr(slash);
    }
    return text;
}

fs::path home() {
    const char* home = std::getenv("HOME");
    return home ? home : "";
}

} // namespace

FileDialog::FileDialog(const Host& host) : host_(host), preview_(std::make_unique<FilePreview>()) {}

FileDialog::~FileDialog() = default;

void FileDialog::open(Request request) {
    request_ = std::move(request);
    std::erase_if(request_.recent, [](const fs::path& path) {
        std::error_code gone;
        return !fs::exists(path, gone);
    });
    open_ = true;
    previewed_.clear(); // it may have changed
    std::error_code error;
    list(fs::is_directory(folder_, error) ? folder_ : fs::current_path(error));
}

void FileDialog::close() {
    open_ = false;
    reading_.cancel();
    ImGui::CloseCurrentPopup();
}

void FileDialog::list(fs::path folder, const fs::path& selected) {
    folder = folder.lexically_normal();
    if (!folder.has_filename())
        folder = folder.parent_path();
    std::vector<std::string> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        const bool folder_here = entry->is_directory(gone);
        const std::string name = entry->path().filename().string();
        const bool can_be_read = folder_here || entry->is_regular_file(gone); // no pipe, no device
        if (!gone && can_be_read && !name.starts_with('.'))
            entries.push_back(folder_here ? name + "/" : name);
    }
    problem_ = error ? printable_path(folder) + ": " + error.message() : "";
    if (error)
        return;
    std::ranges::sort(entries, {},
                      [](const std::string& entry) { return std::pair(!is_folder(entry), lowered(entry)); });
    folder_ = folder;
    entries_ = std::move(entries);
    field_ = request_.name;
    selected_ = selected;
    moved_ = true;
    filter();
}

void FileDialog::filter() {
    shown_.clear();
    hidden_ = 0;
    const std::string typed = saves() ? "" : lowered(field_);
    for (const std::string& entry : entries_) {
        const std::string name = lowered(entry);
        const bool other = !is_folder(entry) && !request_.endings.empty() &&
                           std::ranges::count(request_.endings, data::table_ending_of(name)) == 0;
        hidden_ += other ? 1 : 0;
        if ((!other || all_files_) && name.find(typed) != std::string::npos)
            shown_.push_back(entry);
    }
    if (typed.empty())
        return;
    auto best = std::ranges::find_if(
        shown_, [&typed](const std::string& entry) { return lowered(entry).starts_with(typed); });
    if (best == shown_.end())
        best = shown_.begin();
    selected_ = best == shown_.end() ? fs::path() : folder_ / *best;
    moved_ = true;
}

void FileDialog::move(int rows) {
    if (shown_.empty())
        return;
    const auto found =
        std::ranges::find(shown_, selected_, [this](const std::string& entry) { return folder_ / entry; });
    const int last = static_cast<int>(shown_.size()) - 1, now = static_cast<int>(found - shown_.begin());
    const int next = found != shown_.end() ? std::clamp(now + rows, 0, last) : rows > 0 ? 0 : last;
    select(folder_ / shown_[static_cast<std::size_t>(next)]);
    if (saves())
        ImGui::ClearActiveID(); // else the field would keep its text
    moved_ = true;
}

void FileDialog::select(const fs::path& path) {
    selected_ = path;
    if (saves() && !is_folder(path.string()))
        field_ = path.filename().string();
}

void FileDialog::pick(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        list(path);
    } else if (!fs::exists(path, error) && !saves()) {
        problem_ = fmt::format("There is no {}", printable_path(path));
    } else if (!saves() && path == previewed_ && !preview_->problem.empty()) {
        problem_ = preview_->problem;
    } else {
        try {
            request_.chosen(path);
            close();
        } catch (const Error& refused) {
            problem_ = capitalized(refused.what());
        }
    }
}

void FileDialog::pick_typed() {
    std::error_code error;
    // An absolute path replaces the folder.
    fs::path typed = field_.starts_with("~/") ? home() / field_.substr(2) : folder_ / field_;
    if (saves() && !field_.empty()) {
        if (!fs::is_directory(typed, error) && data::ending_of(typed) != request_.endings.front())
            typed += request_.endings.front();
        return pick(typed);
    }
    const bool is_name = field_.empty() || (field_.find('/') == std::string::npos && !shown_.empty());
    if (!is_name)
        pick(typed);
    else if (!selected_.empty())
        pick(selected_);
}

void FileDialog::preview(int side) {
    previewed_ = selected_;
    *preview_ = {};
    if (selected_.empty() || is_folder(selected_.string())) {
        reading_.cancel();
        return;
    }
    reading_ = host_.worker.post(
        "reading " + selected_.filename().string(),
        [path = selected_, side](WorkerContext&) { return preview_of(path, side); },
        [this](const FilePreview& preview) {
            *preview_ = preview;
            if (host_.renderer && !preview.thumbnail.pixels.empty())
                thumbnail_ = GuiRenderer::upload(preview.thumbnail);
        });
}

void FileDialog::draw(const Look& look) {
    if (!open_)
        return;
    const Dialog dialog(look, request_.title, {920, 580});
    if (!dialog)
        return;
    draw_places(look);
    const float width = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x,
                height = ImGui::GetContentRegionAvail().y - 2 * ImGui::GetFrameHeightWithSpacing() -
                         (problem_.empty() ? 0 : ImGui::GetTextLineHeightWithSpacing());
    const float side = std::clamp(width * 0.27f, look.px(130), look.px(240));
    const auto draw_column = [&](const char* id, float wide, void (FileDialog::*draw_it)(const Look&)) {
        ImGui::PushStyleColor(ImGuiCol_ChildBg, look.palette().raised);
        ImGui::BeginChild(id, {wide, height}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{look.px(6), 0});
        (this->*draw_it)(look);
        ImGui::PopStyleVar();
        ImGui::EndChild();
        ImGui::PopStyleColor();
    };
    if (!request_.recent.empty() && !saves()) {
        draw_column("recent", side - look.px(20), &FileDialog::draw_recent);
        ImGui::SameLine();
    }
    draw_column("files", ImGui::GetContentRegionAvail().x - side - gap, &FileDialog::draw_entries);
    ImGui::SameLine();
    draw_column("preview", side, &FileDialog::draw_preview);
    draw_field();
    if (open_)
        draw_buttons(look);
}

void FileDialog::draw_places(const Look& look) {
    const auto place = [this](const char* label, const fs::path& folder, const fs::path& selected,
                              Tooltip text) {
        if (folder.empty())
            return;
        if (ImGui::Button(label))
            list(folder, selected);
        tooltip(text);
        ImGui::SameLine();
    };
    place("Up", folder_.parent_path(), folder_ / "", "The folder above (Backspace)");
    place("Home", home(), {}, "Your own folder");
    place("Masks", host_.masks, {}, "The folder of the program's own masks");
    ImGui::AlignTextToFramePadding();
    const std::string folder = folder_.string();
    coloured_text(look.palette().dim, end_of(folder, look.fonts.text, ImGui::GetContentRegionAvail().x));
    tooltip(folder.c_str());
}

void FileDialog::draw_recent(const Look& look) {
    ImGui::Indent(look.px(4)); // in line with the rows
    coloured_text(look.palette().dim, "Recent");
    ImGui::Unindent(look.px(4));
    const std::vector<fs::path> recent = request_.recent; // pick() may list another folder
    for (const fs::path& path : recent) {
        const std::string folder = end_of(path.parent_path().string(), look.fonts.small,
                                          ImGui::GetContentRegionAvail().x - look.px(8));
        const int clicks = draw_row(look, path, folder, path == selected_);
        if (clicks > 0)
            selected_ = path;
        if (clicks == 2)
            pick(path);
    }
}

void FileDialog::draw_entries(const Look& look) {
    if (shown_.empty())
        note(look, entries_.empty() ? "This folder is empty." : "No file here has such a name or kind.");
    const std::vector<std::string> shown = shown_; // pick() may list another folder
    for (const std::string& entry : shown) {
        const fs::path path = folder_ / entry;
        const int clicks = draw_row(look, path, "", path == selected_);
        if (path == selected_ && std::exchange(moved_, false))
            ImGui::SetScrollHereY();
        if (clicks > 0)
            select(path);
        if (clicks == 2)
            return pick(path);
    }
}

void FileDialog::draw_preview(const Look& look) {
    if (previewed_ != selected_)
        preview(static_cast<int>(ImGui::GetContentRegionAvail().x));
    if (selected_.empty())
        return note(look, "Select a file to see what is in it.");
    const Palette& palette = look.palette();
    const FilePreview& preview = *preview_;
    const std::string name = selected_.filename().string();
    coloured_text(palette.text, is_folder(selected_.string()) ? "A folder: Enter opens it." : name, true);
    for (const std::string& line : {preview.summary, preview.size}) {
        if (!line.empty())
            coloured_text(palette.dim, line, true);
    }
    if (!preview.problem.empty())
        coloured_text(palette.error, preview.problem, true);
    ImGui::Dummy({0, look.px(6)});
    if (thumbnail_ && !preview.thumbnail.pixels.empty()) {
        const ImVec2 room = ImGui::GetContentRegionAvail();
        const auto width = static_cast<float>(preview.thumbnail.width),
                   height = static_cast<float>(preview.thumbnail.height);
        const float zoom = std::min(room.x / width, std::max(room.y, look.px(40)) / height);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's back ends pass texture names as pointers
        ImGui::Image(reinterpret_cast<ImTextureID>(std::uintptr_t{thumbnail_.id()}),
                     {width * zoom, height * zoom});
    }
    ImGui::PushFont(look.fonts.mono);
    for (const std::string& line : preview.lines)
        ImGui::TextUnformatted(line.c_str());
    ImGui::PopFont();
}

void FileDialog::draw_field() {
    const bool go_up = field_.empty() && is_pressed(GLFW_KEY_BACKSPACE);
    const std::string before = field_;
    // What is typed goes here, wherever the mouse has clicked.
    if (!ImGui::IsAnyItemActive())
        ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint(
        "##path", saves() ? "the name of the file, or a path" : "type to filter by name, or a path", &field_);
    if (field_ != before) {
        problem_.clear();
        if (field_.find('/') == std::string::npos && !saves())
            filter();
    }
    if (is_pressed(GLFW_KEY_DOWN, true))
        move(1);
    if (is_pressed(GLFW_KEY_UP, true))
        move(-1);
    if (go_up)
        list(folder_.parent_path(), folder_ / "");
    if (is_pressed(GLFW_KEY_ESCAPE))
        close();
    else if (is_pressed(GLFW_KEY_ENTER) || is_pressed(GLFW_KEY_KP_ENTER))
        pick_typed();
}

void FileDialog::draw_buttons(const Look& look) {
    if (!problem_.empty()) {
        const float room = ImGui::GetContentRegionAvail().x;
        coloured_text(look.palette().error, elided(problem_, [&](const std::string& text) {
                          return width_of(look.fonts.text, text) <= room;
                      }));
        tooltip(problem_.c_str());
    }
    const std::string all = fmt::format(
        "All files{}###all", hidden_ > 0 && !all_files_ ? fmt::format(" ({} hidden)", hidden_) : "");
    if (check_box(look, all.c_str(), all_files_))
        filter();
    tooltip("Also show files that no scene, or not this one, opens");
    ImGui::SameLine();
    if (const std::optional<bool> accepted = draw_answers(look, saves() ? "Save" : "Open"))
        *accepted ? pick_typed() : close();
}

} // namespace scanline::view
