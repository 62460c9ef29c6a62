#include "kit/gui_renderer.h"

#include "scanline/core/error.h"
#include "scanline/gl/functions.h"
#include "scanline/gl/handle.h"
#include "scanline/gl/state_guard.h"

#include <GL/glew.h>
#include <backends/imgui_impl_opengl2.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h> // places of windows

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::view {

namespace {

/// A framebuffer with a colour texture, bound while in scope. Restores OpenGL's state.
class Canvas {
public:
    Canvas(int width, int height) : texture_(gl::Texture::create()), framebuffer_(gl::Framebuffer::create()) {
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, texture_.id());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        gl::bind_framebuffer(GL_FRAMEBUFFER, framebuffer_.id());
        gl::framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
    }

    gl::Texture take() && { return std::move(texture_); }

private:
    gl::StateGuard guard_;
    gl::Texture texture_;
    gl::Framebuffer framebuffer_;
};

/// ImGui 1.86 points at the lists, which the caller owns; 1.90 copies the pointers.
template <class DrawData>
void set_lists(DrawData& data, const ImVector<ImDrawList*>& lists) {
    if constexpr (std::is_pointer_v<decltype(data.CmdLists)>)
        data.CmdLists = lists.Data;
    else
        data.CmdLists = lists;
    data.CmdListsCount = lists.Size;
}

/// Draws lists with more vertices than 16-bit indices can address, which ImGui gives vertex offsets, with a
/// back end that ignores offsets: each stretch with one offset becomes a list of its own.
class SplitDrawData {
public:
    explicit SplitDrawData(const ImDrawData& data) : data_(data) {
        for (int i = 0; i < data.CmdListsCount; ++i)
            split(*data.CmdLists[i]);
        for (const auto& list : lists_)
            pointers_.push_back(list.get());
        set_lists(data_, pointers_);
    }
    ~SplitDrawData() = default;
    SplitDrawData(const SplitDrawData&) = delete;
    SplitDrawData& operator=(const SplitDrawData&) = delete;

    ImDrawData& data() { return data_; }

private:
    void split(const ImDrawList& list) {
        for (int begin = 0, end = 0; begin < list.CmdBuffer.Size; begin = end) {
            const unsigned first = list.CmdBuffer[begin].VtxOffset;
            while (end < list.CmdBuffer.Size && list.CmdBuffer[end].VtxOffset == first)
                ++end;
            add(list, begin, end);
        }
    }

    void add(const ImDrawList& list, int begin, int end) {
        const auto first = static_cast<int>(list.CmdBuffer[begin].VtxOffset);
        const int behind = std::min(first + max_indexed, list.VtxBuffer.Size);
        ImDrawList& part = *lists_.emplace_back(std::make_unique<ImDrawList>(list._Data));
        part.VtxBuffer.resize(behind - first);
        std::copy(list.VtxBuffer.begin() + first, list.VtxBuffer.begin() + behind, part.VtxBuffer.begin());
        for (int i = begin; i < end; ++i) {
            ImDrawCmd command = list.CmdBuffer[i];
            const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
            command.VtxOffset = 0;
            command.IdxOffset = static_cast<unsigned>(part.IdxBuffer.Size);
            part.IdxBuffer.resize(part.IdxBuffer.Size + static_cast<int>(command.ElemCount));
            std::copy_n(indices, command.ElemCount, part.IdxBuffer.Data + command.IdxOffset);
            part.CmdBuffer.push_back(command);
        }
    }

    static constexpr int max_indexed = std::numeric_limits<ImDrawIdx>::max() + 1;

    ImDrawData data_;
    std::vector<std::unique_ptr<ImDrawList>> lists_;
    ImVector<ImDrawList*> pointers_;
};

bool has_offsets(const ImDrawData& data) {
    const auto begins_behind = [](const ImDrawCmd& command) { return command.VtxOffset > 0; };
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImVector<ImDrawCmd>& commands = data.CmdLists[i]->CmdBuffer;
        if (std::any_of(commands.begin(), commands.end(), begins_behind))
            return true;
    }
    return false;
}

} // namespace

WindowDrawing::WindowDrawing(const ImDrawData& all, const char* window, Part part) : data(all) {
    const std::string children = fmt::format("{}/", window);
    for (int i = 0; i < all.CmdListsCount; ++i) {
        const std::string_view owner = all.CmdLists[i]->_OwnerName ? all.CmdLists[i]->_OwnerName : "";
        if ((owner == window || owner.starts_with(children)) == (part == Part::own))
            lists.push_back(all.CmdLists[i]);
    }
    set_lists(data, lists);
    if (part == Part::others)
        return;
    data.DisplayPos = ImGui::FindWindowByName(window)->Pos;
    data.DisplaySize = ImGui::FindWindowByName(window)->Size;
}

GuiRenderer::GuiRenderer(const gl::Capabilities& capabilities)
    : modern_(capabilities.version >= gl::Version{3, 0}),
      max_size_(std::min({capabilities.max_texture_size, capabilities.max_viewport_width,
                          capabilities.max_viewport_height})) {
    const bool ready = modern_ ? ImGui_ImplOpenGL3_Init() : ImGui_ImplOpenGL2_Init();
    if (!ready)
        throw Error(ErrorKind::no_opengl,
                    fmt::format("the interface cannot be drawn with {} (OpenGL {}): use another driver",
                                capabilities.renderer, capabilities.version_text));
    ImGuiBackendFlags& flags = ImGui::GetIO().BackendFlags;
    takes_offsets_ = (flags & ImGuiBackendFlags_RendererHasVtxOffset) != 0;
    // Without this flag ImGui aborts at the first list with more than 65,535 vertices.
    flags |= ImGuiBackendFlags_RendererHasVtxOffset;
}

GuiRenderer::~GuiRenderer() {
    modern_ ? ImGui_ImplOpenGL3_Shutdown() : ImGui_ImplOpenGL2_Shutdown();
    ImGui::GetIO().BackendFlags &= ~ImGuiBackendFlags_RendererHasVtxOffset;
}

void GuiRenderer::new_frame() const {
    modern_ ? ImGui_ImplOpenGL3_NewFrame() : ImGui_ImplOpenGL2_NewFrame();
}

void GuiRenderer::render(const ImDrawData& data) {
    if (!takes_offsets_ && has_offsets(data)) {
        hand_on(SplitDrawData(data).data());
        return;
    }
    // The back ends take a non-const pointer but do not modify it.
    hand_on(const_cast<ImDrawData&>(data));
}

void GuiRenderer::hand_on(ImDrawData& data) const {
    modern_ ? ImGui_ImplOpenGL3_RenderDrawData(&data) : ImGui_ImplOpenGL2_RenderDrawData(&data);
}

void GuiRenderer::renew_fonts() const {
    if (modern_) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    } else {
        ImGui_ImplOpenGL2_DestroyFontsTexture();
        ImGui_ImplOpenGL2_CreateFontsTexture();
    }
}

void GuiRenderer::check_size(int width, int height) const {
    if (width < 1 || height < 1 || width > max_size_ || height > max_size_)
        throw Error(fmt::format("a picture of {} x {} cannot be drawn: each side is from 1 to {} pixels",
                                width, height, max_size_));
}

void GuiRenderer::render(const ImDrawData& data, int width, int height, ImU32 background) {
    glViewport(0, 0, width, height);
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(background);
    glClearColor(colour.x, colour.y, colour.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    render(data);
}

gl::Texture GuiRenderer::texture(const ImDrawData& data, int width, int height, ImU32 background) {
    check_size(width, height);
    Canvas canvas(width, height);
    render(data, width, height, background);
    return std::move(canvas).take();
}

data::Image GuiRenderer::picture(const ImDrawData& data, int width, int height, ImU32 background) {
    check_size(width, height);
    const Canvas canvas(width, height);
    render(data, width, height, background);
    data::Image upside_down(width, height, 3), image(width, height, 3);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.pixels.data());
    gl::check_errors("drawing a picture");
    for (int y = 0; y < height; ++y)
        std::copy_n(upside_down.pixel(0, height - 1 - y), std::size_t{3} * static_cast<std::size_t>(width),
                    image.pixel(0, y));
    return image;
}

data::Image GuiRenderer::picture(const ImDrawData& data, ImU32 background) {
    return picture(data, static_cast<int>(data.DisplaySize.x * data.FramebufferScale.x),
                   static_cast<int>(data.DisplaySize.y * data.FramebufferScale.y), background);
}

gl::Texture GuiRenderer::upload(const data::Image& image) {
    const gl::StateGuard guard;
    glActiveTexture(GL_TEXTURE0);
    gl::Texture texture = gl::Texture::create();
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 image.pixels.data());
    gl::check_errors("uploading a picture");
    return texture;
}

data::Image GuiRenderer::read_texture(ImTextureID texture, int most) {
    const gl::StateGuard guard;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(texture)));
    GLint level = -1, width = 0, height = 0;
    do {
        ++level;
        glGetTexLevelParameteriv(GL_TEXTURE_2D, level, GL_TEXTURE_WIDTH, &width);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, level, GL_TEXTURE_HEIGHT, &height);
    } while (std::max(width, height) > std::max(1, most));
    data::Image image(width, height, 4);
    glGetTexImage(GL_TEXTURE_2D, level, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
    gl::check_errors("reading a texture");
    return image;
}

data::Image GuiRenderer::picture(const std::function<void(ImDrawList&)>& draw, int width, int height,
                                 ImU32 background) {
    new_frame();
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
    list.PushTextureID(ImGui::GetIO().Fonts->TexID);
    list.PushClipRect({0, 0}, {static_cast<float>(width), static_cast<float>(height)});
    draw(list);
    ImVector<ImDrawList*> lists;
    lists.push_back(&list);
    ImDrawData data;
    data.Valid = true;
    set_lists(data, lists);
    data.TotalIdxCount = list.IdxBuffer.Size;
    data.TotalVtxCount = list.VtxBuffer.Size;
    data.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    data.FramebufferScale = {1, 1};
    return picture(data, width, height, background);
}

} // namespace scanline::view
