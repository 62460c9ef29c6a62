#pragma once
#include "kit/log.h"
#include "kit/look.h"

#include <deque>

namespace scanline::view {

/// Notices in a corner of the window. A notice fades after a few seconds, unless the mouse is on it. For a
/// file it has buttons to show the folder, if the desktop has a program for that, and to copy the path.
class Toasts {
public:
    static constexpr double shown_seconds = 8, fading_seconds = 0.5;
    static constexpr std::size_t most = 4; ///< beyond these the oldest go

    static constexpr const char* window = "toast"; ///< the name that begins those of their windows

    void add(Notice notice);
    bool empty() const { return toasts_.empty(); }
    /// Advances the time. Returns true if the next frame differs.
    bool advance(double seconds);
    /// True while a notice fades.
    bool fading() const;
    /// corner: the bottom right of the lowest.
    void draw(const Look& look, ImVec2 corner);
    /// In place of them: how far something is, 0 to 1. Returns true if its button was clicked.
    static bool draw_progress(const Look& look, ImVec2 corner, const std::string& text, float fraction);

private:
    struct Toast {
        Notice notice;
        int number;
        bool can_show;
        double left = shown_seconds;
        bool hovered = false, copied = false;
    };
    void draw_one(const Look& look, Toast& toast, ImVec2 corner, float& height) const;

    std::deque<Toast> toasts_; ///< oldest first
    int next_number_ = 0;
};

/// True if there is xdg-open, which shows folders.
bool can_show_folders();
/// Shows a folder without waiting for the program that does. Does nothing if that fails.
void show_folder(const std::filesystem::path& folder);

} // namespace scanline::view
