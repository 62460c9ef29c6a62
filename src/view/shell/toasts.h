#pragma once
#include "kit/canvas.h"
#include "kit/log.h"

#include <optional>

namespace scanline::view {

/// Shows the last notice in a corner of the window. It fades after a few seconds, unless the mouse is on its
/// buttons: to undo what was done, and for a file, to show the folder, if the desktop has a program for that,
/// and to copy the path. Beside them the mouse reaches what is below.
class Toasts {
public:
    static constexpr double shown_seconds = 8, fading_seconds = 0.5;

    static constexpr const char* window = "toast"; ///< the name that begins those of its windows

    void add(Notice notice);
    bool empty() const { return !toast_; }
    /// Advances the time. Returns true if the next frame differs.
    bool advance(double seconds);
    /// True while a notice fades.
    bool fading() const { return toast_ && toast_->left < fading_seconds; }
    /// area: the notice lies in its lower left corner, no wider than it.
    void draw(const Look& look, const Rect& area);
    /// In place of it: how far something is, 0 to 1. Returns true if its button was clicked.
    static bool draw_progress(const Look& look, const Rect& area, const std::string& text, float fraction);

private:
    struct Toast {
        Notice notice;
        int number;
        bool can_show;
        double left = shown_seconds;
        bool hovered = false, copied = false, undone = false;
    };
    static void draw_buttons(const Look& look, Toast& toast);

    std::optional<Toast> toast_;
    int next_number_ = 0;
};

/// True if there is xdg-open, which shows files and folders.
bool can_open_outside();
/// Shows one without waiting for the program that does. Does nothing if that fails.
void open_outside(const std::filesystem::path& path);

} // namespace scanline::view
