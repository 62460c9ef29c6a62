#pragma once
#include "scanline/data/image.h"
#include "scanline/gl/capabilities.h"

#include <imgui.h>

#include <functional>

namespace scanline::view {

/// Draws what ImGui has collected, with the back end that fits the OpenGL: the one for OpenGL 3 where vertex
/// array objects are, the one for OpenGL 2 elsewhere. The context is current whenever it is used, the ImGui
/// of a Gui exists, and there is one renderer at a time.
class GuiRenderer {
public:
    explicit GuiRenderer(const gl::Capabilities& capabilities);
    ~GuiRenderer();
    GuiRenderer(const GuiRenderer&) = delete;
    GuiRenderer& operator=(const GuiRenderer&) = delete;

    /// Before ImGui::NewFrame().
    void new_frame() const;
    /// Into the framebuffer that is bound. Leaves the state as it found it. Draw lists may have any number of
    /// vertices with every back end.
    void render(const ImDrawData& data);
    /// After Gui::set_scale(): the texture of the fonts is made anew.
    void renew_fonts() const;

    /// Errors: failure where pictures of that size are none or beyond what the GPU can draw.
    void check_size(int width, int height) const;
    /// A picture of its own size, opaque: render() into a framebuffer of that size over a background. Errors:
    /// those of check_size().
    data::Image picture(const ImDrawData& data, int width, int height, ImU32 background);
    /// The same of something that is drawn into an ImDrawList of its own, from (0, 0) on: a figure that is
    /// exported. Not between ImGui::NewFrame() and Render().
    data::Image picture(const std::function<void(ImDrawList&)>& draw, int width, int height,
                        ImU32 background);

private:
    void hand_on(ImDrawData& data) const;

    bool modern_;
    bool takes_offsets_ = false; ///< whether the back end draws lists of more vertices than 16 bits count
    int max_size_;
};

} // namespace scanline::view
