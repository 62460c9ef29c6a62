// Both back ends of the renderer, with lists that ImGui's 16-bit indices cannot count through.
#include "kit/gui_renderer.h"

#include "kit/look.h"
#include "scanline/gl/context.h"
#include "support/gl_state.h"

#include <catch2/catch_all.hpp>

#include <cstdint>

namespace scanline::view::gui_renderer_gl_test {

namespace {

constexpr int side = 200, cell = 2;

ImU32 colour_of(int x, int y) {
    return IM_COL32(x, y, (x * 7 + y * 13) % 256, 255);
}

/// Side by side: 160,000 vertices, with a change of the clip rectangle in each row.
void draw_cells(ImDrawList& list) {
    for (int y = 0; y < side; ++y) {
        const auto top = static_cast<float>(cell * y);
        list.PushClipRect({0, top}, {side * cell, top + cell});
        for (int x = 0; x < side; ++x) {
            const auto left = static_cast<float>(cell * x);
            list.AddRectFilled({left, top}, {left + cell, top + cell}, colour_of(x, y));
        }
        list.PopClipRect();
    }
}

int wrong_pixels(const data::Image& image) {
    int wrong = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const ImU32 wanted = colour_of(x / cell, y / cell);
            const auto* pixel = image.pixel(x, y);
            wrong += pixel[0] != (wanted & 255u) || pixel[1] != (wanted >> 8 & 255u) ||
                     pixel[2] != (wanted >> 16 & 255u);
        }
    }
    return wrong;
}

/// ImGui with a frame of all cells, ready to be drawn.
class CellFrame {
public:
    explicit CellFrame(const gl::Capabilities& capabilities) : renderer_(capabilities) {
        ImGui::GetIO().DisplaySize = {side * cell, side * cell};
        renderer_.new_frame();
        ImGui::NewFrame();
        draw_cells(*ImGui::GetForegroundDrawList());
        ImGui::Render();
    }

    data::Image picture() {
        return renderer_.picture(*ImGui::GetDrawData(), side * cell, side * cell, IM_COL32_BLACK);
    }

private:
    Gui gui_{Theme::dark, 1};
    GuiRenderer renderer_;
};

} // namespace

TEST_CASE("A picture leaves the state of OpenGL as it was, however unusual, with every back end") {
    for (const gl::Version version : {gl::Version{2, 1}, gl::Version{3, 0}}) {
        CAPTURE(version.major, version.minor);
        const gl::Context context = gl::Context::headless({});
        gl::Capabilities capabilities = context.capabilities();
        capabilities.version = version;
        CellFrame frame(capabilities);
        const scanline::test::UnusualState unusual(context.capabilities(), 0);
        const scanline::test::GlState before = scanline::test::read_state(context.capabilities());
        const data::Image image = frame.picture();
        CHECK(scanline::test::read_state(context.capabilities()) == before);
        CHECK(wrong_pixels(image) == 0);
    }
}

TEST_CASE("A list of more vertices than 16 bits count is drawn whole by every back end") {
    const gl::Context context = gl::Context::headless({});
    for (const gl::Version version : {gl::Version{2, 1}, gl::Version{3, 0}}) {
        CAPTURE(version.major, version.minor);
        gl::Capabilities capabilities = context.capabilities();
        capabilities.version = version;
        CellFrame frame(capabilities);
        REQUIRE(ImGui::GetDrawData()->TotalVtxCount > 150'000);
        const data::Image image = frame.picture();
        CHECK(wrong_pixels(image) == 0);
    }
}

TEST_CASE("An uploaded picture is the texture's, and OpenGL's state stays") {
    gl::Context context = gl::Context::headless({});
    data::Image image(3, 2, 4);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        image.pixels[i] = static_cast<std::uint8_t>(i * 11);
    const scanline::test::GlState before = scanline::test::read_state(context.capabilities());
    const gl::Texture texture = GuiRenderer::upload(image);
    CHECK(scanline::test::read_state(context.capabilities()) == before);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's back ends pass texture names as pointers
    auto* const name = reinterpret_cast<ImTextureID>(std::uintptr_t{texture.id()});
    CHECK(GuiRenderer::read_texture(name, 3).pixels == image.pixels);
}

} // namespace scanline::view::gui_renderer_gl_test
