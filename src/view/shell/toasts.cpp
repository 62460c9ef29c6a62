#include "shell/toasts.h"

#include "kit/widgets.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <spawn.h>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace scanline::view {

namespace {

constexpr const char* opener = "xdg-open";

void begin_toast(const Look& look, int number, ImVec2 corner, double opacity) {
    const Palette& palette = look.palette();
    const float width = std::min(look.px(380), ImGui::GetIO().DisplaySize.x - look.px(24));
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 1});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, static_cast<float>(std::clamp(opacity, 0.0, 1.0)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, mix(palette.panel, palette.raised, 0.6f));
    ImGui::Begin(fmt::format("{}/{}", Toasts::window, number).c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize);
}

void end_toast() {
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

} // namespace

bool can_show_folders() {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (!folder.empty() && access((folder + "/" + opener).c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

void show_folder(const std::filesystem::path& folder) {
    // The shell leaves the program in the background and ends at once, so that none becomes a zombie.
    std::string shell = "sh", option = "-c", command = R"("$0" "$1" >/dev/null 2>&1 </dev/null &)",
                program = opener, argument = folder.string();
    char* arguments[] = {shell.data(),   option.data(),   command.data(),
                         program.data(), argument.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, "sh", nullptr, nullptr, arguments, environ) == 0)
        waitpid(child, nullptr, 0);
}

void Toasts::add(Notice notice) {
    const bool can_show = !notice.file.empty() && can_show_folders();
    toasts_.push_back({std::move(notice), next_number_++, can_show});
    if (toasts_.size() > most)
        toasts_.pop_front();
}

bool Toasts::advance(double seconds) {
    for (Toast& toast : toasts_)
        toast.left = toast.hovered ? shown_seconds : toast.left - seconds;
    return std::erase_if(toasts_, [](const Toast& toast) { return toast.left <= 0; }) > 0 || fading();
}

bool Toasts::fading() const {
    return std::ranges::any_of(toasts_, [](const Toast& toast) { return toast.left < fading_seconds; });
}

void Toasts::draw(const Look& look, ImVec2 corner) {
    for (auto toast = toasts_.rbegin(); toast != toasts_.rend(); ++toast) {
        float height = 0;
        draw_one(look, *toast, corner, height);
        corner.y -= height + look.px(8);
    }
}

void Toasts::draw_one(const Look& look, Toast& toast, ImVec2 corner, float& height) const {
    begin_toast(look, toast.number, corner, toast.left / fading_seconds);
    coloured_text(look.palette().text, toast.notice.text, true);
    if (!toast.notice.file.empty()) {
        if (toast.can_show) {
            if (ImGui::Button("Show"))
                show_folder(toast.notice.file.parent_path());
            tooltip("Open the folder of the file.");
            ImGui::SameLine();
        }
        if (ImGui::Button(toast.copied ? "Copied###copy" : "Copy path###copy")) {
            ImGui::SetClipboardText(toast.notice.file.c_str());
            toast.copied = true;
        }
    }
    toast.hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    height = ImGui::GetWindowHeight();
    end_toast();
}

bool Toasts::draw_progress(const Look& look, ImVec2 corner, const std::string& text, float fraction) {
    begin_toast(look, -1, corner, 1);
    coloured_text(look.palette().text, text, true);
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, look.palette().accent);
    ImGui::ProgressBar(fraction, {-1, look.px(6)}, "");
    ImGui::PopStyleColor();
    const bool cancelled = ImGui::Button("Cancel");
    tooltip("What has been written stays (Escape).");
    end_toast();
    return cancelled;
}

} // namespace scanline::view
