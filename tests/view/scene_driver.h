#pragma once
#include "gui_driver.h"
#include "kit/scene.h"
#include "scanline/systems/all.h"
#include "support/patience.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <imgui_internal.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace scanline::view::test {

/// A scene with ImGui, its middle and its inspector side by side, and a worker. Without OpenGL on its thread.
class SceneDriver {
protected:
    using Make = std::unique_ptr<Scene> (*)(Host&);
    explicit SceneDriver(Make make) : scene(make(host)) {
        scene->add_actions(actions);
        scene->enter();
        finish();
    }

    void finish() {
        do {
            REQUIRE(worker.finish(scanline::test::patience));
            scene->update();
            driver.frames(2);
        } while (scene->busy());
    }
    void set(std::string_view key, std::string_view value) {
        scene->set(key, value);
        finish();
    }
    std::string setting(std::string_view key) const {
        const std::vector<Setting> settings = scene->settings();
        const auto found = std::ranges::find(settings, key, &Setting::key);
        REQUIRE(found != settings.end());
        return found->value;
    }
    /// The user predicts the step shown.
    void predict() {
        if (!host.prediction.on())
            host.prediction.turn(true);
        host.prediction.begin(scene->name(), transport().position(), scene->written());
        driver.frames(2);
    }
    /// All that the settings and numbers in the inspector say now.
    std::string inspector_text() {
        float& height = ImGui::GetIO().DisplaySize.y;
        const float usual = std::exchange(height, 8000.0f); // what is out of sight is not logged
        reads_inspector_ = true;
        driver.frames(2);
        reads_inspector_ = false;
        height = usual;
        return std::move(inspector_text_);
    }
    /// The text of the heading and of the tooltip in the middle.
    std::string middle_text() {
        reads_middle_ = true;
        driver.frames(2);
        reads_middle_ = false;
        return std::move(middle_text_);
    }
    /// Vertices of exactly this colour in the last frame's middle.
    static std::int64_t vertices_in(ImU32 colour) {
        const ImDrawData& frame = *ImGui::GetDrawData();
        std::int64_t count = 0;
        for (int list = 0; list < frame.CmdListsCount; ++list)
            if (std::string_view(frame.CmdLists[list]->_OwnerName).starts_with("middle"))
                count += std::ranges::count(frame.CmdLists[list]->VtxBuffer, colour, &ImDrawVert::col);
        return count;
    }
    double number(std::string_view key) const { return std::stod(setting(key)); }
    Transport& transport() { return *scene->transport(); }

    GuiDriver driver{[this] { draw(); }, {960, 600}};
    Log log;
    Actions actions;
    Worker worker{{.on_error = [this](const std::string& error) { log.error(error); }}};
    Host host{worker, log, actions, driver.gui.look(), {}, systems::all(), nullptr, [] {}};
    std::unique_ptr<Scene> scene;

private:
    void draw() {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({700, 600});
        ImGui::Begin("middle", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
        if (reads_middle_) {
            ImGui::SetClipboardText("");
            ImGui::LogToClipboard(); // the end of a tooltip ends it, and clears its buffer
        }
        scene->draw();
        if (reads_middle_) {
            ImGui::LogFinish();
            middle_text_ = ImGui::GetClipboardText();
        }
        ImGui::End();
        ImGui::PopStyleVar();
        ImGui::SetNextWindowPos({700, 0});
        ImGui::SetNextWindowSize({260, ImGui::GetIO().DisplaySize.y});
        ImGui::Begin("inspector", nullptr, ImGuiWindowFlags_NoTitleBar);
        if (reads_inspector_)
            ImGui::LogToBuffer();
        scene->draw_inspector();
        if (reads_inspector_) {
            scene->draw_numbers();
            inspector_text_ = GImGui->LogBuffer.c_str();
            ImGui::LogFinish();
        }
        ImGui::End();
    }

    bool reads_inspector_ = false, reads_middle_ = false;
    std::string inspector_text_, middle_text_;
};

/// Enters a scene whose session names a file that is gone, by its first setting: a warning, and what the
/// scene shows without a session.
inline void check_file_that_is_gone(std::unique_ptr<Scene> (*make)(Host&)) {
    GuiDriver driver{[] {}};
    Log log;
    Actions actions;
    Worker worker{{.on_error = [&log](const std::string& error) { log.error(error); }}};
    Host host{worker, log, actions, driver.gui.look(), {}, systems::all(), nullptr, [] {}};
    const std::unique_ptr<Scene> scene = make(host), fresh = make(host);
    scene->set(scene->settings().front().key, "/nowhere/gone.csv");
    scene->enter();
    do {
        REQUIRE(worker.finish(scanline::test::patience));
        scene->update();
    } while (scene->busy());
    CHECK(log.pending_errors().empty());
    REQUIRE(log.entries().size() == 1);
    CHECK(log.entries().front().severity == Severity::warning);
    CHECK(log.entries().front().text.find("/nowhere/gone.csv") != std::string::npos);
    CHECK(scene->settings().front().value == fresh->settings().front().value);
    CHECK(scene->transport()->count() > 5);
}

} // namespace scanline::view::test
