#pragma once
#include "scanline/catalog/system.h"
#include "scanline/view/action.h"
#include "scanline/view/log.h"
#include "scanline/view/look.h"
#include "scanline/view/transport.h"
#include "scanline/view/worker.h"

#include <imgui.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

class GuiRenderer;

/// A setting of a scene as text: what `scanline view --set key=value` takes, the session file keeps and tests
/// change. Controls in the inspector change the same things.
struct Setting {
    std::string key;   ///< "block"
    std::string value; ///< "256"
};

/// The program around the scenes, as they see it. Outlives them.
struct Host {
    Worker& worker;
    Log& log;
    Actions& actions;
    const Look& look;            ///< changes between frames, never while one is drawn
    std::filesystem::path masks; ///< folder of hand.png, bunny.png and finger.png
    catalog::Systems systems;    ///< with at least one experiment
    /// For pictures that are exported, in Scene::update(). Null if nothing is drawn: scenes then make no
    /// textures.
    GuiRenderer* renderer = nullptr;
    /// Asks for a frame because something shown has changed; otherwise none is drawn.
    std::function<void()> redraw;
};

/// One view of the visualizer: draw() fills the middle, draw_inspector() the right panel, and the bar at the
/// bottom moves its transport(). One scene is current; the others keep their state and are not called.
///
/// All calls come on the thread of the interface and take a few milliseconds at most: scenes post longer work
/// to the worker.
class Scene {
public:
    Scene() = default;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    virtual ~Scene() = default;

    virtual std::string_view name() const = 0;    ///< the stem: "compaction-small"
    virtual std::string_view title() const = 0;   ///< "Compaction, cell by cell"
    virtual std::string_view summary() const = 0; ///< one sentence for the list's tooltip

    /// The scene has become the current one: posts the work that it needs.
    virtual void enter() {}
    /// Shaders have been edited: runs again what ran on the GPU.
    virtual void refresh() {}
    /// Before every frame, even if nothing is drawn: takes in changes.
    virtual void update() {}
    /// The middle, inside a child window without padding: ImGui::GetContentRegionAvail() is the room.
    virtual void draw() = 0;
    /// The right panel, inside a window with padding.
    virtual void draw_inspector() = 0;

    /// Null if the scene has no steps.
    virtual Transport* transport() { return nullptr; }
    /// Describes the step, for the bar at the bottom: "up-sweep 3 of 5, writes tree".
    virtual std::string step_text() const { return {}; }
    /// True while it waits for the worker; headless pictures wait for that.
    virtual bool busy() const { return false; }
    /// The work it is waiting for, for the status line.
    virtual std::string busy_text() const { return {}; }
    /// True during a transition, which needs another frame without input. The program itself looks after a
    /// transport that plays.
    virtual bool animating() const { return false; }

    /// The extensions of the files that it opens, with the dot, in lower case; none: it opens no files.
    virtual std::span<const std::string_view> file_endings() const { return {}; }
    /// Opens a file that was chosen, dropped or named on the command line, whatever its extension; the worker
    /// reads it. An Error, here or in the job, is shown in a dialog and changes nothing.
    virtual void open(const std::filesystem::path& /*path*/) {}

    /// The settings, in an order in which set() restores them all: one that changes others comes before them.
    /// Errors of set(): usage, see throw_unknown_setting().
    virtual std::vector<Setting> settings() const = 0;
    virtual void set(std::string_view key, std::string_view value) = 0;

    /// Its own commands, while it is the current one: ids begin with "scene.".
    virtual void add_actions(Actions& /*actions*/) {}
};

/// All scenes, in the order of the list at the left.
std::vector<std::unique_ptr<Scene>> make_scenes(Host& host);

// Each in files of its own.
std::unique_ptr<Scene> make_compaction_small_scene(Host& host);
std::unique_ptr<Scene> make_compaction_image_scene(Host& host);
std::unique_ptr<Scene> make_prefix_sum_scene(Host& host);
std::unique_ptr<Scene> make_kdtree_scene(Host& host);
std::unique_ptr<Scene> make_sweep_scene(Host& host);

} // namespace scanline::view
