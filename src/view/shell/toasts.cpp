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

void begin_toast(const Look& look, int number, const Rect& area, double opacity, ImGuiWindowFlags more) {
    const Palette& palette = look.palette();
    ImGui::SetNextWindowPos({area.left, area.bottom}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowSize({std::min(look.px(380), area.width()), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, static_cast<float>(std::clamp(opacity, 0.0, 1.0)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, mix(palette.panel, palette.raised, 0.6f));
    ImGui::Begin(fmt::format("{}/{}", Toasts::window, number).c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize | more);
}

void end_toast() {
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

} // namespace

bool can_open_outside() {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (!folder.empty() && access((folder + "/" + opener).c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

void open_outside(const std::filesystem::path& path) {
    // The shell leaves the program in the background and ends at once, so that none becomes a zombie.
    std::string shell = "sh", option = "-c", command = R"("$0" "$1" >/dev/null 2>&1 </dev/null &)",
                program = opener, argument = path.string();
    char* arguments[] = {shell.data(),   option.data(),   command.data(),
                         program.data(), argument.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, "sh", nullptr, nullptr, arguments, environ) == 0)
        waitpid(child, nullptr, 0);
}

void Toasts::add(Notice notice) {
    const bool can_show = !notice.file.empty() && can_open_outside();
    toast_ = {std::move(notice), next_number_++, can_show};
}

bool Toasts::advance(double seconds) {
    if (!toast_)
        return false;
    toast_->left = toast_->hovered ? shown_seconds : toast_->left - seconds;
    if (toast_->undone || toast_->left <= 0) {
        toast_.reset();
        return true;
    }
    return fading();
}

void Toasts::draw(const Look& look, const Rect& area) {
    if (!toast_)
        return;
    begin_toast(look, toast_->number, area, toast_->left / fading_seconds, ImGuiWindowFlags_NoMouseInputs);
    coloured_text(look.palette().text, toast_->notice.text, true);
    if (toast_->notice.undo || !toast_->notice.file.empty())
        draw_buttons(look, *toast_);
    end_toast();
}

void Toasts::draw_buttons(const Look& look, Toast& toast) {
    // A window of their own, since only they take the mouse.
    const bool two = toast.can_show || toast.notice.undo;
    const float width = look.px(88), gap = look.px(6);
    ImGui::BeginChild("buttons",
                      {two && !toast.notice.file.empty() ? 2 * width + gap : width, ImGui::GetFrameHeight()});
    if (toast.notice.undo && ImGui::Button("Undo", {width, 0})) {
        toast.undone = true;
        toast.notice.undo();
    }
    if (toast.can_show && ImGui::Button("Show", {width, 0}))
        open_outside(toast.notice.file.parent_path());
    if (two)
        ImGui::SameLine(0, gap);
    if (!toast.notice.file.empty() &&
        ImGui::Button(toast.copied ? "Copied###copy" : "Copy path###copy", {width, 0})) {
        ImGui::SetClipboardText(toast.notice.file.c_str());
        toast.copied = true;
    }
    toast.hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    ImGui::EndChild();
}

bool Toasts::draw_progress(const Look& look, const Rect& area, const std::string& text, float fraction) {
    begin_toast(look, -1, area, 1, 0);
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
