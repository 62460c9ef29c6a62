#pragma once
#include "kit/look.h"
#include "scanline/data/image.h"

#include <functional>
#include <optional>
#include <string>

struct GLFWwindow;

namespace scanline::view {

/// What the presenter of a lesson sees and the audience does not.
struct Notes {
    std::string title, text, next; ///< of the stop, and the title of the one after it
    int minutes = 0;               ///< since the presentation began

    friend bool operator==(const Notes&, const Notes&) = default;
};

void draw_notes(ImDrawList& list, const Look& look, const Notes& notes, ImVec2 size);

/// A second window of the program, which shows pictures. Made and used on the thread of the first one, whose
/// context is current again after every call.
class NotesWindow {
public:
    /// Its keys are passed on to the first window by `listen`. Errors: failure if it cannot be opened.
    explicit NotesWindow(const std::function<void(GLFWwindow*)>& listen);
    ~NotesWindow();
    NotesWindow(const NotesWindow&) = delete;
    NotesWindow& operator=(const NotesWindow&) = delete;

    bool closing() const; ///< by the user
    ImVec2 size() const;
    void show(const data::Image& picture) const;

private:
    GLFWwindow* window_;
};

} // namespace scanline::view
