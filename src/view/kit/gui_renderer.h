#pragma once
#include "scanline/data/image.h"
#include "scanline/gl/capabilities.h"
#include "scanline/gl/handle.h"

#include <imgui.h>

#include <functional>

namespace scanline::view {

/// What a window and its children have drawn, as if the window were the display; or what all others have.
struct WindowDrawing {
    enum class Part { own, others };
    WindowDrawing(const ImDrawData& all, const char* window, Part part = Part::own);
    WindowDrawing(const WindowDrawing&) = delete;
    WindowDrawing& operator=(const WindowDrawing&) = delete;

    ImDrawData data; ///< as long as `all` and this exist
    ImVector<ImDrawList*> lists;
};

/// Draws ImGui's draw data, with its back end for OpenGL 3, or for OpenGL 2 before version 3.0. One at a
/// time, while a Gui exists; every call needs the context current.
class GuiRenderer {
public:
    explicit GuiRenderer(const gl::Capabilities& capabilities);
    ~GuiRenderer();
    GuiRenderer(const GuiRenderer&) = delete;
    GuiRenderer& operator=(const GuiRenderer&) = delete;

    /// Before ImGui::NewFrame().
    void new_frame() const;
    /// Draws into the bound framebuffer and restores the state. Draw lists may have any number of vertices.
    void render(const ImDrawData& data);
    /// After Gui::set_scale(): recreates the font texture.
    void renew_fonts() const;

    /// Errors: failure if a picture is empty or larger than the GPU can draw.
    void check_size(int width, int height) const;
    /// An opaque picture: render() over a background into a framebuffer of this size. Errors: those of
    /// check_size().
    data::Image picture(const ImDrawData& data, int width, int height, ImU32 background);
    data::Image picture(const ImDrawData& data, ImU32 background); ///< of the display's size
    /// The same as a texture, to be drawn smoothly at any size. Its first row is the lowest.
    gl::Texture texture(const ImDrawData& data, int width, int height, ImU32 background);
    /// A picture of a separate list, which `draw` fills from (0, 0) on. Not between ImGui::NewFrame() and
    /// Render().
    data::Image picture(const std::function<void(ImDrawList&)>& draw, int width, int height,
                        ImU32 background);
    /// A picture of four channels as a texture: smooth where it is reduced, with square pixels where
    /// enlarged.
    static gl::Texture upload(const data::Image& image);
    /// A texture with its alpha: the largest of its levels that has at most so many texels a side.
    static data::Image read_texture(ImTextureID texture, int most);

private:
    void render(const ImDrawData& data, int width, int height, ImU32 background);
    void hand_on(ImDrawData& data) const;

    bool modern_;
    bool takes_offsets_ = false; ///< the back end supports vertex offsets
    int max_size_;
};

} // namespace scanline::view
