#include "kit/chart_canvas.h"

#include "kit/look.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cmath>
#include <memory>
#include <vector>

namespace scanline::view::chart_canvas_test {

namespace {

/// What a canvas has drawn, as corners of triangles.
class Page {
public:
    Page() {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {800, 600};
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
        ImGui::NewFrame();
    }
    ~Page() { ImGui::EndFrame(); }

    template <class Draw>
    void draw(const Draw& draw) {
        list = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
        list->_ResetForNewFrame();
        list->PushTextureID(ImGui::GetIO().Fonts->TexID);
        list->PushClipRectFullScreen();
        ChartCanvas canvas(*list, gui.look(), gui.look().palette(), {0, 0});
        draw(canvas);
    }
    std::vector<float> xs() const { return all(&ImVec2::x); }
    std::vector<float> ys() const { return all(&ImVec2::y); }

    Gui gui{Theme::light, 1};
    std::unique_ptr<ImDrawList> list;

private:
    std::vector<float> all(float ImVec2::*part) const {
        std::vector<float> values;
        for (const ImDrawVert& corner : list->VtxBuffer)
            values.push_back(corner.pos.*part);
        return values;
    }
};

float middle_of(const std::vector<float>& values) {
    return (std::ranges::min(values) + std::ranges::max(values)) / 2;
}
float extent_of(const std::vector<float>& values) {
    return std::ranges::max(values) - std::ranges::min(values);
}

} // namespace

TEST_CASE("Text stands before, behind or in the middle of its place, and upright where it is turned") {
    Page page;
    const auto write = [&page](chart::Anchor anchor, double degrees) {
        page.draw([&](ChartCanvas& canvas) {
            canvas.text({300, 200}, "milliseconds", {.size = 12, .anchor = anchor, .degrees = degrees});
        });
    };
    write(chart::Anchor::start, 0);
    CHECK(std::ranges::min(page.xs()) >= 299);
    CHECK(extent_of(page.xs()) > 2 * extent_of(page.ys()));
    write(chart::Anchor::end, 0);
    CHECK(std::ranges::max(page.xs()) <= 301);
    write(chart::Anchor::middle, 0);
    CHECK(middle_of(page.xs()) == Catch::Approx(300).margin(2));
    write(chart::Anchor::middle, -90);
    CHECK(extent_of(page.ys()) > 2 * extent_of(page.xs()));
    CHECK(middle_of(page.ys()) == Catch::Approx(200).margin(2));
}

TEST_CASE("Dashes go on through the points of a line") {
    Page page;
    std::vector<chart::Point> points; // closer than the six of a dash and the four of a gap
    for (int i = 0; i <= 20; ++i)
        points.push_back({100 + 5.0 * i, 50});
    // ImGui draws a line through the middles of pixels.
    const auto ends_near = [&page](float x) {
        return std::ranges::any_of(page.xs(), [x](float at) { return std::abs(at - x - 0.5f) < 0.4f; });
    };
    page.draw([&](ChartCanvas& canvas) { canvas.polyline(points, {.width = 1, .dashed = true}); });
    for (const float dash : {100.0f, 110.0f, 150.0f}) {
        CAPTURE(dash);
        CHECK(ends_near(dash));
        CHECK(ends_near(dash + 6));
        CHECK_FALSE(ends_near(dash + 8));
    }
    page.draw([&](ChartCanvas& canvas) { canvas.polyline(points, {.width = 1}); });
    CHECK_FALSE(ends_near(106));
}

TEST_CASE("Hatching stays inside of its area, and covers it") {
    Page page;
    page.draw([](ChartCanvas& canvas) { canvas.hatching({100, 50, 140, 90}); });
    const auto hatched = std::ranges::find_if(page.list->CmdBuffer,
                                              [](const ImDrawCmd& command) { return command.ElemCount > 0; });
    REQUIRE(hatched != page.list->CmdBuffer.end());
    CHECK(hatched->ClipRect.x == 100);
    CHECK(hatched->ClipRect.y == 50);
    CHECK(hatched->ClipRect.z == 140);
    CHECK(hatched->ClipRect.w == 90);
    CHECK(std::ranges::min(page.xs()) < 100);
    CHECK(std::ranges::max(page.xs()) > 140);
}

} // namespace scanline::view::chart_canvas_test
