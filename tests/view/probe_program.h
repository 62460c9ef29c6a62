#pragma once
// A program for tests: two scenes made for them, ImGui without OpenGL, and a real worker.
#include "gui_driver.h"
#include "kit/property.h"
#include "scanline/core/error.h"
#include "scanline/systems/all.h"
#include "shell/workbench.h"

#include <imgui_internal.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view::test {

/// What the tests see of a scene.
struct Probe {
    int entered = 0, drawn = 0, inspected = 0, counted = 0, refreshed = 0, acted = 0;
    bool has_numbers = false, busy = false;
    std::vector<Written> written;
    std::vector<std::filesystem::path> opened;
    std::vector<std::string> told; ///< files and settings, in the order in which they came
    std::string open_error, update_error, value = "2", pinned; ///< empty: nothing is pinned
    std::vector<std::string_view> endings;                     ///< of the files that it opens
    bool can_show = true;                                      ///< any file
    Listing listing;
    bool waits_for_steps = false;
    Transport transport;
};

class ProbeScene final : public Scene {
public:
    ProbeScene(std::string name, Probe& probe) : name_(std::move(name)), probe_(probe) {}

    SceneTexts texts() const override { return {name_, name_, "A scene for tests.", "Tests", ""}; }
    void enter() override { ++probe_.entered; }
    void refresh() override { ++probe_.refreshed; }
    void update() override {
        if (!probe_.update_error.empty())
            throw Error(std::exchange(probe_.update_error, {}));
    }
    void draw() override {
        ++probe_.drawn;
        room = ImGui::GetContentRegionAvail();
    }
    void draw_inspector() override {
        ++probe_.inspected;
        ImGui::InputText("text", text_, sizeof text_);
    }
    bool has_numbers() const override { return probe_.has_numbers; }
    bool busy() const override { return probe_.busy; }
    void draw_numbers() override { ++probe_.counted; }
    Transport* transport() override {
        return probe_.waits_for_steps || probe_.transport.count() > 0 ? &probe_.transport : nullptr;
    }
    std::span<const std::string_view> file_endings() const override { return probe_.endings; }
    bool can_show(const std::filesystem::path& /*path*/) const override { return probe_.can_show; }
    void open(const std::filesystem::path& path) override {
        if (!probe_.open_error.empty())
            throw Error(probe_.open_error);
        probe_.opened.push_back(path);
        probe_.told.push_back(path.string());
    }
    std::vector<Setting> settings() const override {
        return {{"block", probe_.value}, {"pinned", probe_.pinned}};
    }
    std::optional<Pinned> pinned() const override {
        if (probe_.pinned.empty())
            return std::nullopt;
        return Pinned{"Element " + probe_.pinned, {{"block", probe_.value}}};
    }
    void unpin() override { probe_.pinned.clear(); }
    Listing listing() const override { return probe_.listing; }
    std::vector<Setting> counters() const override { return {{"fetches", "3"}}; }
    std::vector<Written> written() const override { return probe_.written; }
    void set(std::string_view key, std::string_view value) override {
        if (key == "pinned") {
            probe_.pinned = value;
            return;
        }
        if (key != "block")
            throw_unknown_setting(name_, key, settings());
        probe_.value = std::to_string(parse_number<int>(key, value, {2, 4096}));
        probe_.told.push_back(std::string(key) + "=" + std::string(value));
    }
    std::vector<SettingChoice> choices() override {
        return {{"block: 16", {"block", "16"}}, {"block: bad", {"block", "bad"}}};
    }
    void add_actions(Actions& actions) override {
        actions.add({.id = "scene.act",
                     .menu = "Scene",
                     .title = "Act",
                     .description = "Acts.",
                     .shortcut = {GLFW_KEY_A},
                     .run = [this] { ++probe_.acted; }});
    }

    static inline ImVec2 room{};

private:
    std::string name_;
    Probe& probe_;
    char text_[16]{};
};

/// The program with two scenes, of which the second opens files and has steps.
struct Program {
    explicit Program(SessionState session = {}, ImVec2 size = {1280, 800}, bool home = false,
                     std::filesystem::path lessons = {})
        : driver([this] { workbench->draw(); }, size, session.theme) {
        second.endings = {".png"};
        second.transport.set_count(10);
        workbench = std::make_unique<Workbench>(
            driver.gui, Worker::Options{},
            Workbench::Options{
                .masks = {},
                .systems = systems::all(),
                .session = std::move(session),
                .quit = [this] { quit = true; },
                .scenes =
                    [this](Host& given) {
                        const bool again = std::exchange(host, &given) != nullptr;
                        std::vector<std::unique_ptr<Scene>> scenes;
                        scenes.push_back(std::make_unique<ProbeScene>("first", again ? spare : first));
                        scenes.push_back(std::make_unique<ProbeScene>("second", again ? spare : second));
                        return scenes;
                    },
                .home = home,
                .lessons = std::move(lessons)});
        driver.frames(2);
    }

    void frame(double seconds = 0.1) {
        workbench->update(seconds);
        driver.frame();
    }
    std::string scene() const { return std::string(workbench->scene().name()); }
    Exports& exports() { return *host->exports; }

    Probe first, second;
    Probe spare; ///< of scenes that are made again, to compare with
    Host* host = nullptr;
    bool quit = false;
    test::GuiDriver driver;
    std::unique_ptr<Workbench> workbench;
};

} // namespace scanline::view::test
