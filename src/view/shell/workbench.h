#pragma once
#include "kit/scene.h"
#include "scanline/data/image.h"
#include "shell/file_dialog.h"
#include "shell/finder.h"
#include "shell/lesson_strip.h"
#include "shell/notes_window.h"
#include "shell/session_file.h"
#include "shell/shader_text.h"
#include "shell/toasts.h"
#include "shell/undo.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

class Home;
class StepRecorder;
/// Names the opening page where scenes are named.
inline constexpr std::string_view home_name = "home";

/// The program without its window: scenes, panels, commands, worker and log. Its owner drives the frames:
///
///     workbench.update(seconds);      // outside of a frame
///     ImGui::NewFrame();
///     workbench.draw();
///     ImGui::Render();
///     workbench.after_frame(*ImGui::GetDrawData());
///
/// Without a renderer it needs no OpenGL on the interface's thread.
class Workbench {
public:
    struct Options {
        std::filesystem::path masks;     ///< folder of the masks
        systems::Systems systems{};      ///< with at least one experiment
        SessionState session{};          ///< restored
        GuiRenderer* renderer = nullptr; ///< see Host
        std::function<void()> redraw{};  ///< requests a frame; may be empty
        std::function<void()> quit{};    ///< the user wants to quit; may be empty
        /// Creates the scenes, at least one.
        std::function<std::vector<std::unique_ptr<Scene>>(Host&)> scenes = make_scenes;
        bool home = false;                ///< begins with the opening page
        std::filesystem::path pictures{}; ///< where pictures are saved; empty: a dialog asks
        std::filesystem::path sweeps{};   ///< see Host
        std::filesystem::path lessons{};  ///< folder of the built-in lessons
        bool motion = false;              ///< see Host, unless the user has turned it off
    };

    /// Errors: those of Worker.
    Workbench(Gui& gui, Worker::Options worker, Options options);
    ~Workbench();
    Workbench(const Workbench&) = delete;
    Workbench& operator=(const Workbench&) = delete;

    Scene& scene() { return *scenes_[current_]; }
    const std::vector<std::unique_ptr<Scene>>& scenes() const { return scenes_; }
    /// Shows a scene, or by home_name the opening page. Errors: usage if it does not exist, listing those
    /// that do.
    void select(std::string_view name);
    /// Opens a file in a scene that accepts it, preferably the current one; shows errors.
    void open(const std::filesystem::path& path);
    /// Opens a file in the current scene, and remembers it once it has been read. Errors: those of the scene.
    void open_here(const std::filesystem::path& path);
    /// Opens a lesson; the coming updates check its steps. Errors: those of read_lesson() and scene_at().
    void open_lesson(const std::filesystem::path& path, int stop = 0);
    LessonStrip* lesson() { return lesson_ ? &*lesson_ : nullptr; } ///< the one that is open
    /// Selects the scene in which open() would open a file. Errors: usage if no scene opens files.
    Scene& select_for(const std::filesystem::path& path);

    /// Draws the scene alone in the next frame and hands it over as SVG in after_frame().
    void capture_svg(std::function<void(const std::string& svg)> take) { svg_wanted_ = std::move(take); }

    /// Saves a picture of every step in the coming frames: of the window as PNG, or of the scene as SVG.
    /// path: see numbered_path(); files are replaced. seconds: for which an animation shows a step. Errors:
    /// usage if what is shown has no steps; those of data::AnimatedPng.
    void save_steps(const std::filesystem::path& path, double seconds = 1);
    /// Null unless steps are being saved.
    const StepRecorder* recorder() const { return recorder_.get(); }

    const Actions& actions() const { return actions_; }
    Log& log() { return log_; }
    Worker& worker() { return *worker_; }
    /// For the status line.
    void set_frame_milliseconds(double milliseconds) { frame_milliseconds_ = milliseconds; }

    bool presenting() const { return presenting_; } ///< the scene is shown alone, and fills the screen
    void present(bool on) { presenting_ = on; }
    /// For a window of their own; none unless a lesson is presented with its notes.
    std::optional<Notes> notes() const;
    void hide_notes() { presents_notes_ = false; }
    bool at_home() const { return home_ != nullptr; } ///< the opening page is shown
    /// True while what is shown waits for the worker or has pictures still to be drawn.
    bool busy();

    /// Returns true if the next frame differs from the last.
    bool update(double seconds);
    void draw();
    void after_frame(const ImDrawData& data);
    /// True if the next frame will differ without input, because something plays or moves.
    bool animating();

    /// The scale requested by the user; 0: the display's.
    double wanted_scale() const { return session_.scale; }
    /// The scale to draw with on a display of this scale; larger in a presentation.
    float scale(float display) const;
    /// The session to save; the caller adds the size of the window.
    SessionState session() const;

private:
    void add_actions();
    void add_edit_actions();
    void add_step_actions();
    void add_presenter_actions();
    void add_lesson_actions();
    void add_stop();
    void show_stop();
    void update_lesson();
    /// These are above a bottom, and return their top.
    float draw_lesson(float bottom);
    float draw_prediction(float bottom);
    float draw_strips(float bottom) { return draw_prediction(draw_lesson(bottom)); }
    Listing hidden(Listing listing) const;
    Listing shader_code(const Listing& listing);
    void rescale(bool larger);
    void restore();
    void enter(std::size_t place);
    void show_home();
    int step_of(Scene& scene) const;
    void restore_step();
    Transport* transport() { return home_ ? nullptr : scene().transport(); }
    void press_keys();
    void draw_presentation();
    float draw_panels(); ///< returns the bottom of the columns
    void draw_columns(float top, float bottom);
    void draw_middle(ImVec2 at, ImVec2 end);
    void draw_dialogs();
    std::vector<Findable> findable();
    void choose(std::size_t place, const Setting& setting);
    void show_file_dialog();
    void save(const char* title, std::string_view ending,
              std::function<void(const std::filesystem::path&)> write);
    void remember_opened();
    void copy(std::string (*describe)(Scene& scene, Scene& fresh));
    void paste_state();
    Columns columns() const;
    std::filesystem::path free_path(const std::filesystem::path& folder, std::string_view ending);
    void record_steps();

    Gui& gui_;
    Options options_;
    Log log_;
    Exports exports_{log_};
    Toasts toasts_;
    Actions actions_;
    std::unique_ptr<Worker> worker_;
    std::unique_ptr<Host> host_;
    std::vector<std::unique_ptr<Scene>> scenes_;
    std::size_t current_ = 0;
    std::map<std::string, int, std::less<>> steps_; ///< of the session's scenes that have none yet
    std::unique_ptr<Home> home_,
        left_home_; ///< the opening page, and the one that the last frame may have shown
    bool has_last_; ///< there is a scene to continue
    Undo undo_;
    std::optional<FileDialog> file_dialog_;
    std::filesystem::path opening_; ///< until its scene has read it
    const Scene* opener_ = nullptr;
    std::function<void()> going_; ///< to another scene, see Host::go
    Finder finder_;
    SessionState session_; ///< as it would be saved, without scenes
    bool sheet_open_ = false, presenting_ = false;
    bool presents_code_ = false, presents_pinned_ = false, presents_ring_ = false, presents_notes_ = false;
    double presented_ = 0; ///< seconds
    std::function<void(const data::Image&)> picture_wanted_, picture_due_;
    std::function<void(const std::string&)> svg_wanted_, svg_due_;
    std::unique_ptr<StepRecorder> recorder_;
    ShaderText shader_text_;
    std::string typed_;                                 ///< a prediction
    std::pair<int, std::uint64_t> typed_for_ = {-1, 0}; ///< its step and cell
    std::optional<LessonStrip> lesson_;
    std::optional<Stop> shown_stop_;  ///< the last one
    std::vector<Stop> to_check_;      ///< whose steps are still to be checked
    std::shared_ptr<Scene> checking_; ///< shows the last of them
    double frame_milliseconds_ = 0;
    double shader_check_ = 0; ///< seconds since the last check
};

} // namespace scanline::view
