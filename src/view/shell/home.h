#pragma once
#include "kit/scene.h"
#include "scanline/gl/handle.h"

#include <imgui.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// The opening page: a tile for every scene with a live picture of it, which plays under the mouse. The
/// scenes are its own, so that those of the program stay as they are. A scene is entered when its picture is
/// first needed, and at most one picture is drawn in a frame; without a renderer there are none.
///
/// Destroyed between frames: a frame refers to the pictures until it has been rendered.
class Home {
public:
    Home(Host& host, std::vector<std::unique_ptr<Scene>> scenes);

    /// Before a frame. Returns true if a picture has changed. Errors: those of Scene::update().
    bool update(double seconds);
    /// True while pictures play or are still to be drawn.
    bool animating() const;
    /// True until every picture is that of a scene which waits for nothing.
    bool busy() const;

    static constexpr int last = -1, tour = -2;
    /// Fills the window. continued: what can be continued; empty: nothing. Returns the index of the scene
    /// that was chosen by mouse or keys, `last` to continue, or `tour`, if there is one.
    std::optional<int> draw(const std::string& continued, bool has_tour = false);

private:
    struct Tile {
        std::unique_ptr<Scene> scene;
        gl::Texture picture{};
        ImVec2 size{};     ///< of the tile's picture on the page; 0: not seen so far
        int due = 0;       ///< how often it is still to be drawn
        double rested = 0; ///< seconds since it has stopped playing
        bool entered = false, hovered = false, busy = false;
    };
    void update(Tile& tile, double seconds);
    gl::Texture picture_of(const Tile& tile);
    void press_keys(int columns, int first);
    bool draw_bar(int place, const std::string& text, float width) const;
    bool draw_tile(int index, ImVec2 picture, float texts);

    Host& host_;
    std::unique_ptr<ImGuiContext, std::function<void(ImGuiContext*)>> context_; ///< of the pictures
    std::vector<Tile> tiles_;
    int selected_ = -1;  ///< bars above the tiles are -1 and below
    bool moved_ = false; ///< by a key: what is selected scrolls into sight
    Theme theme_;
    float scale_;
};

} // namespace scanline::view
