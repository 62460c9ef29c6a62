#include "shell/notes_window.h"

#include "kit/canvas.h"
#include "scanline/core/error.h"

#define GLFW_INCLUDE_NONE
#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_internal.h> // the size of wrapped text

namespace scanline::view {

namespace {

constexpr int first_width = 640, first_height = 420;

/// Makes another context current for the length of a scope.
class CurrentContext {
public:
    explicit CurrentContext(GLFWwindow* window) : before_(glfwGetCurrentContext()) {
        glfwMakeContextCurrent(window);
    }
    ~CurrentContext() { glfwMakeContextCurrent(before_); }
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;

private:
    GLFWwindow* before_;
};

} // namespace

void draw_notes(ImDrawList& list, const Look& look, const Notes& notes, ImVec2 size) {
    const Palette& palette = look.palette();
    const float margin = look.px(24), width = size.x - 2 * margin;
    float y = margin;
    const auto paragraph = [&](const ImFont* font, ImU32 colour, const std::string& text) {
        list.AddText(font, font->FontSize, {margin, y}, colour, text.c_str(), nullptr, width);
        y += font->CalcTextSizeA(font->FontSize, FLT_MAX, width, text.c_str()).y + look.px(14);
    };
    paragraph(look.fonts.title, palette.text, notes.title);
    paragraph(look.fonts.answer, palette.text, notes.text.empty() ? "This stop has no notes." : notes.text);
    const float bottom = size.y - margin - look.fonts.text->FontSize;
    const std::string time = fmt::format("{} min", notes.minutes);
    write(list, look.fonts.text, {size.x - margin, bottom}, palette.dim, time, 1);
    write_cut(list, look.fonts.text, {margin, bottom}, width - width_of(look.fonts.text, time) - look.px(12),
              palette.dim, notes.next.empty() ? "The last stop" : "Next: " + notes.next);
}

NotesWindow::NotesWindow(const std::function<void(GLFWwindow*)>& listen) {
    glfwDefaultWindowHints();
    window_ = glfwCreateWindow(first_width, first_height, "Notes - Scanline", nullptr, nullptr);
    if (!window_)
        throw Error(ErrorKind::failure, "the window for the notes cannot be opened");
    listen(window_);
    const CurrentContext current(window_);
    glfwSwapInterval(0); // the first window waits for the display
}

NotesWindow::~NotesWindow() {
    glfwDestroyWindow(window_);
}

bool NotesWindow::closing() const {
    return glfwWindowShouldClose(window_) != 0;
}

ImVec2 NotesWindow::size() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {static_cast<float>(width), static_cast<float>(height)};
}

void NotesWindow::show(const data::Image& picture) const {
    const CurrentContext current(window_);
    glViewport(0, 0, picture.width, picture.height);
    // From the top down, as pictures are.
    glRasterPos2f(-1, 1);
    glPixelZoom(1, -1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glDrawPixels(picture.width, picture.height, picture.channels == 4 ? GL_RGBA : GL_RGB, GL_UNSIGNED_BYTE,
                 picture.pixels.data());
    glfwSwapBuffers(window_);
}

} // namespace scanline::view
