#include "kit/chart_view.h"

#include "kit/look.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::chart_view_test {

namespace {

/// A chart in a window of the interface, without OpenGL.
class ChartWindow {
public:
    explicit ChartWindow(float scale = 1) : gui(Theme::dark, scale) {
        chart::LineChart lines;
        lines.x = {"elements"};
        lines.y = {"time (ms)"};
        lines.series = {{"bt", {{1, 2, 1, 3}, {2, 4, 3, 5}}, false, {}}, {"jj", {{1, 9}, {2, 8}}, false, {}}};
        chart = lines;
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {800, 600};
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
        frame();
    }

    /// Returns how many tooltips there are.
    int frame() {
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, top});
        ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
        ImGui::Begin("chart", nullptr, ImGuiWindowFlags_NoDecoration);
        draw_chart(gui.look(), chart, choices);
        ImGui::End();
        ImGui::Render();
        return ImGui::GetDrawData()->CmdListsCount;
    }

    /// With the mouse there; the button goes down and up again.
    void click(float x, float y) {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = {x, y};
        frame();
        io.MouseDown[0] = true;
        frame();
        io.MouseDown[0] = false;
        frame();
    }

    Gui gui;
    bench::Chart chart;
    ChartChoices choices;
    float top = 0; ///< of the window
};

} // namespace

TEST_CASE("A click on a key of a magnified legend hides its series, and one on a point nothing") {
    ChartWindow window(2);
    for (float y = 0; y < 600; y += 8)
        window.click(140, y);
    CHECK(window.choices.hidden.empty());
    for (float y = 0; y < 600 && window.choices.hidden.empty(); y += 8)
        window.click(730, y);
    CHECK(window.choices.hidden.size() == 1);
}

TEST_CASE("A click on a key of the legend hides its series, and another one shows it again") {
    ChartWindow window;
    std::set<std::string> hidden;
    // Keys stand somewhere beside the right end of the plot.
    for (float y = 0; y < 600; y += 8) {
        window.click(740, y);
        if (window.choices.hidden.empty())
            continue;
        REQUIRE(window.choices.hidden.size() == 1);
        hidden.insert(*window.choices.hidden.begin());
        // Hidden ones move to the end of the legend: their place is looked for again.
        for (float again = 0; again < 600 && !window.choices.hidden.empty(); again += 8) {
            const auto before = window.choices.hidden;
            window.click(740, again);
            if (window.choices.hidden.size() > before.size())
                window.choices.hidden = before;
        }
        CHECK(window.choices.hidden.empty());
    }
    CHECK(hidden == std::set<std::string>{"bt", "jj"});
}

TEST_CASE("Keys are clicked where they are drawn, also in a window that is not at the top") {
    ChartWindow window;
    const auto highest = [&] {
        float y = window.top;
        for (window.choices.hidden.clear(); window.choices.hidden.empty() && y < 600; ++y)
            window.click(740, y);
        return y - window.top;
    };
    const float y = highest();
    const auto hidden = window.choices.hidden;
    window.top = 100;
    CHECK(highest() == y);
    CHECK(window.choices.hidden == hidden);
}

TEST_CASE("A point says what it is when the mouse is near, and nothing does elsewhere") {
    ChartWindow window;
    ImGui::GetIO().MousePos = {-100, -100};
    window.frame();
    const int without = window.frame();
    int with = 0;
    for (float y = 100; y < 560; y += 16) {
        ImGui::GetIO().MousePos = {70, y};
        window.frame();
        with += window.frame() > without ? 1 : 0;
    }
    // Both points at the left end of the plot, and not all of its height.
    CHECK(with > 2);
    CHECK(with < 16);
    CHECK(window.choices.hidden.empty());
}

TEST_CASE("A chart is drawn in the smallest and in a very large window") {
    ChartWindow window;
    for (const ImVec2 size : {ImVec2{40, 40}, ImVec2{3000, 2000}}) {
        ImGui::GetIO().DisplaySize = size;
        CHECK_NOTHROW(window.frame());
    }
}

} // namespace scanline::view::chart_view_test
