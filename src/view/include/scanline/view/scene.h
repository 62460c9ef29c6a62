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
    std::string value; ///< as it is now: "256"
};

/// What a scene is given by the program around it. Lives longer than the scenes.
struct Host {
    Worker& worker;
    Log& log;
    Actions& actions;
    const Look& look;            ///< changes between frames, never while one is drawn
    std::filesystem::path masks; ///< folder of hand.png, bunny.png and finger.png
    catalog::Systems systems;    ///< with an experiment or more
    /// For pictures that are exported, in Scene::update(). Null where nothing is drawn: textures are neither
    /// made nor filled then.
    GuiRenderer* renderer = nullptr;
    /// Asks for a frame soon, because something shown has changed; frames are not drawn otherwise.
    std::function<void()> redraw;
};

/// One of the things that can be looked at. Its panels are drawn by the program around it: the middle by
/// draw(), the right by draw_inspector(); the bar at the bottom moves its transport(). One scene is current;
/// the others keep their state and are not called.
///
/// All calls come on the thread of the interface. None may take longer than a few milliseconds: what does is
/// posted to the worker.
class Scene {
public:
    Scene() = default;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    virtual ~Scene() = default;

    virtual std::string_view name() const = 0;    ///< the stem: "compaction-small"
    virtual std::string_view title() const = 0;   ///< "Compaction, cell by cell"
    virtual std::string_view summary() const = 0; ///< one sentence for the list's tooltip

    /// It has become the current one: posts what is missing.
    virtual void enter() {}
    /// What runs on the GPU may give something else now, because shaders have been edited: runs it again.
    virtual void refresh() {}
    /// Before every frame, also where nothing is drawn: takes in what has changed.
    virtual void update() {}
    /// The middle, inside of a child window without padding that fills it: ImGui::GetContentRegionAvail() is
    /// the room there is.
    virtual void draw() = 0;
    /// The right panel, inside of a window with padding.
    virtual void draw_inspector() = 0;

    /// Null for a scene without steps.
    virtual Transport* transport() { return nullptr; }
    /// What the step is, for the bar at the bottom: "up-sweep 3 of 5, writes tree".
    virtual std::string step_text() const { return {}; }
    /// Whether it waits for the worker: headless pictures wait until it does not.
    virtual bool busy() const { return false; }
    /// What it is waiting for; shown with a bar and a button that cancels where there is a fraction.
    virtual std::string busy_text() const { return {}; }
    /// Wants a frame after this one although nothing has been touched (a transition). Playing is not one: the
    /// program looks after the transport.
    virtual bool animating() const { return false; }

    /// How the names of the files end that it opens, with the dot, in lower case; none: it opens no files.
    virtual std::span<const std::string_view> file_endings() const { return {}; }
    /// Opens a file that was chosen, dropped or named on the command line, whatever its name ends in; the
    /// worker reads it. An Error, here or of the worker's job, is shown in a dialog, and leaves everything as
    /// it was.
    virtual void open(const std::filesystem::path& /*path*/) {}

    /// Settings as text, see Setting. In an order in which set() makes them all again, whatever they were
    /// before: one that changes others stands before them. Errors of set(): usage, see
    /// throw_unknown_setting().
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
