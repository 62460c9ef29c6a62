#pragma once
#include "kit/action.h"
#include "kit/exports.h"
#include "kit/log.h"
#include "kit/look.h"
#include "kit/prediction.h"
#include "kit/transport.h"
#include "kit/worker.h"
#include "scanline/systems/system.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

class GuiRenderer;

/// A setting of a scene as text, as used by `scanline view --set key=value`, the session file and tests.
/// Controls in the inspector change the same settings.
struct Setting {
    std::string key;   ///< "block"
    std::string value; ///< "256"

    friend bool operator==(const Setting&, const Setting&) = default;
};

/// A value that a control of the inspector offers.
struct SettingChoice {
    std::string text; ///< "Compare: side-by-side"
    Setting setting;
};

/// What a scene knows of the element that the user has pinned.
struct Pinned {
    std::string title;          ///< "Element 17"
    std::vector<Setting> facts; ///< in the order of its way: "block" "2", "prefix sum" "9"
};

/// The code of a step, to be read beside the picture.
struct Listing {
    struct Line {
        std::string text; ///< with its indentation
        std::string
            value; ///< what it computes in this step, for the pinned element if there is one; or empty
        std::string glsl{}; ///< part of the line of the shader that does the same; or empty
    };
    std::string title; ///< "Up-sweep, one lane"
    std::vector<Line> lines;
    std::vector<std::size_t> current; ///< lines that run in this step
    std::string shader{};             ///< that does it on the GPU: "compute/scan_tile.comp"; empty: none does
    std::string source{};             ///< where it is from: "Blelloch 1990, section 1.2"
};

/// The program around the scenes, from their point of view. Outlives them.
struct Host {
    Worker& worker;
    Log& log;
    Actions& actions;
    const Look& look;            ///< changes between frames, never during one
    std::filesystem::path masks; ///< folder of hand.png, bunny.png and finger.png
    systems::Systems systems;    ///< with at least one experiment
    /// For exporting pictures, in Scene::update(). Null if nothing is drawn: scenes then create no textures.
    GuiRenderer* renderer = nullptr;
    /// Requests a frame because something visible has changed; otherwise none is drawn.
    std::function<void()> redraw;
    /// Writes the files that the user exports. Null only for scenes that export nothing.
    Exports* exports = nullptr;
    /// Folder in which finished sweeps are kept; empty: they are not.
    std::filesystem::path sweeps{};
    /// The user's predictions for the current scene.
    Prediction prediction{};
    bool motion = false; ///< marks travel from step to step
    /// Shows another scene with these settings, before the next frame. Those that it refuses are told.
    std::function<void(const std::string& scene, const std::vector<Setting>& settings)> go{};
};

/// The texts of a scene in lists, on the opening page and in the palette.
struct SceneTexts {
    std::string_view name;       ///< the stem: "compaction-small"
    std::string_view title;      ///< "Compaction, cell by cell"
    std::string_view summary;    ///< one sentence, for the tooltip in the list
    std::string_view group;      ///< its heading in the list: "Compaction"
    std::string_view highlights; ///< for its tile on the opening page
};

/// One view of the visualizer: draw() fills the middle, draw_inspector() the right panel, and the bar at the
/// bottom moves its transport(). One scene is current; the others keep their state and are not called.
///
/// All calls come from the thread of the interface and must return within a few milliseconds: scenes post
/// longer work to the worker.
class Scene {
public:
    Scene() = default;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    virtual ~Scene() = default;

    virtual SceneTexts texts() const = 0;
    std::string_view name() const { return texts().name; }

    /// The scene has become the current one: posts the work it needs.
    virtual void enter() {}
    /// Shaders have been edited: reruns what ran on the GPU.
    virtual void refresh() {}
    /// Called before every frame, even if nothing is drawn: takes in changes.
    virtual void update() {}
    /// The middle, inside a child window without padding: ImGui::GetContentRegionAvail() is its size.
    virtual void draw() = 0;
    /// The settings in the right panel, inside a window with padding.
    virtual void draw_inspector() = 0;
    /// Counters and measurements, beside the settings; not called if the scene has none.
    virtual bool has_numbers() const { return false; }
    virtual void draw_numbers() {}

    /// Null if the scene has no steps.
    virtual Transport* transport() { return nullptr; }
    /// Describes the current step, for the bar at the bottom: "up-sweep 3 of 5, writes tree".
    virtual std::string step_text() const { return {}; }
    /// True while waiting for the worker; headless pictures wait until it is false.
    virtual bool busy() const { return false; }
    /// Describes what it is waiting for, for the status line.
    virtual std::string busy_text() const { return {}; }
    /// True during a transition, which needs another frame without input. The program itself handles a
    /// playing transport.
    virtual bool animating() const { return false; }

    /// Extensions of the files it opens, as of data::table_ending_of(); empty if it opens no files.
    virtual std::span<const std::string_view> file_endings() const { return {}; }
    /// Whether a file with one of these extensions holds what the scene shows, by its first lines.
    virtual bool can_show(const std::filesystem::path& /*path*/) const { return true; }
    /// Opens a file that was chosen, dropped or named on the command line, whatever its extension; the worker
    /// reads it. An Error, here or in the job, is shown in a dialog and changes nothing.
    virtual void open(const std::filesystem::path& /*path*/) {}

    /// The settings, in an order in which set() restores them: a setting that changes others comes before
    /// them. Errors of set(): usage, see throw_unknown_setting().
    virtual std::vector<Setting> settings() const = 0;
    virtual void set(std::string_view key, std::string_view value) = 0;
    /// The values that the inspector's lists and switches offer now, except the current ones.
    virtual std::vector<SettingChoice> choices() { return {}; }

    /// The pinned element, shown above the tabs and copied by Ctrl+C; none if there is none.
    virtual std::optional<Pinned> pinned() const { return std::nullopt; }
    /// Lets it go.
    virtual void unpin() {}
    /// The code of the current step; without lines if the scene has none.
    virtual Listing listing() const { return {}; }
    /// The values that the current step has written, for the user to predict; its cells are covered by
    /// Host::prediction until then.
    virtual std::vector<Written> written() const { return {}; }
    /// What the user may want to reach in a lesson: numbers so far, "fetches" "20". The same names at every
    /// step.
    virtual std::vector<Setting> counters() const { return {}; }

    /// Adds the scene's own commands, while it is current; ids begin with "scene.".
    virtual void add_actions(Actions& /*actions*/) {}
};

/// All scenes, in the order of the list at the left, those of a group together.
std::vector<std::unique_ptr<Scene>> make_scenes(Host& host);

} // namespace scanline::view
