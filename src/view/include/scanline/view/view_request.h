#pragma once
#include "scanline/core/clock.h"
#include "scanline/core/named.h"
#include "scanline/data/image.h"
#include "scanline/systems/system.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view {

enum class Theme { dark, light };
constexpr auto table_of(Theme) {
    using enum Theme;
    return named<Theme>({{dark, "dark"}, {light, "light"}});
}
using scanline::to_string;

/// What to show, as given on the command line.
struct ViewRequest {
    std::string scene{}; ///< empty: the last one used, or the first
    std::optional<std::filesystem::path> file{};
    std::vector<std::pair<std::string, std::string>> settings{}; ///< of the scene, applied in this order
    std::optional<int> pass{};                                   ///< the step to show, from 0
    bool as_new = false;                                         ///< the scene is not as the session left it
    bool present = false;                                        ///< the scene alone, in large type
    std::optional<Theme> theme{};
    double scale = 0;          ///< of the interface; 0: the display's, for headless pictures 1
    int width = 0, height = 0; ///< 0: as last used, or 1280 x 800
    std::filesystem::path masks{};
    std::filesystem::path lessons{}; ///< folder of the built-in ones
    std::filesystem::path lesson{};  ///< a file, or a built-in one's name, in place of scene, file, settings
    systems::Systems systems{};      ///< for the measurements
    std::optional<int> device{};     ///< the EGL device to compute on
    Clock clock = steady_time;       ///< for measuring
};

class Scene;
struct Setting;
class Workbench;

/// The names of all scenes, in the order of the list at the left.
std::vector<std::string_view> scene_names();

/// Applies the lesson, or scene, file and settings of a request, in this order. Errors: usage, naming what
/// does not exist; errors of the file's reader.
void apply_request(Workbench& workbench, const ViewRequest& request);

/// The settings that make a new scene of the same kind like this one, in the order in which they are to be
/// set. `fresh`: such a new scene, to which they are applied.
std::vector<Setting> changed_settings(const Scene& scene, Scene& fresh);
/// The command that shows a scene as it is now: `scanline view --scene S --set key=value ... --pass N`.
std::string view_command(Scene& scene, Scene& fresh);
/// 0 if a setting says it.
int step_beside_settings(Scene& scene);
/// A scene as it is now, as a line for take_state(): `scanline:kdtree?count=32&step=4#1a2b3c4d`. Files of up
/// to 64 KB are in it, larger ones by their path: "=@/". Errors: those of read_file().
std::string state_line(Scene& scene, Scene& fresh);
inline constexpr std::string_view state_scheme = "scanline:";
inline bool is_state(std::string_view text) {
    return text.starts_with(state_scheme);
}
/// Adds the scene, its settings and its step. Puts files into data::user_cache_folder(). Errors: usage for a
/// damaged line, and for a path where there is no file; those of write_file().
void take_state(std::string_view line, ViewRequest& request);

/// Goes to a step. Call it once the scene is no longer busy: before that it may have no steps. Errors: usage
/// if the scene has no such step.
void seek_pass(Workbench& workbench, int pass);

/// A picture of the window, drawn by headless OpenGL once nothing is pending. Reads and writes no session.
/// go_on: called while waiting, may be empty; returning false aborts. Errors: those of the request; anything
/// that a dialog would have shown; usage for too many pixels; failure for a size that the GPU cannot draw, if
/// the scene is still busy after `limit_seconds`, and if go_on() aborted.
data::Image render_headless(const ViewRequest& request, const std::function<bool()>& go_on = {},
                            double limit_seconds = 600);
/// The same for the scene alone, as an SVG.
std::string render_svg(const ViewRequest& request, const std::function<bool()>& go_on = {},
                       double limit_seconds = 600);

/// The path of a step's picture: "out.png" becomes "out-0007.png"; "out.apng" has all steps.
std::filesystem::path numbered_path(const std::filesystem::path& path, int step);

/// The pictures of all steps.
struct Animation {
    std::filesystem::path path;                  ///< "out.apng"; or "out.png" or ".svg": out-0000.png and on
    double seconds = 1;                          ///< for which an APNG shows a step; the last one at least 3
    std::vector<std::filesystem::path> inputs{}; ///< that no picture may replace
    std::function<void(int step, int count)> progress{}; ///< before each picture; may be empty
};
/// Writes what render_headless() or render_svg() make of every step, or of every stop of a lesson, from 1.
/// Errors: theirs, with limit_seconds for each picture; usage if there are no steps, or a picture would
/// replace an input. Numbered pictures that have been written stay.
void save_animation(const ViewRequest& request, const Animation& animation,
                    const std::function<bool()>& go_on = {}, double limit_seconds = 600);

/// Opens the window and returns when it is closed. Restores the session, if there is one, and saves it at the
/// end; if saving fails, reports that on standard error. Draws frames only when something happens. Call it on
/// the main thread. go_on: called with the program between frames, at least twice a second; returning false
/// ends it. May be empty.
///
/// Errors: no_opengl without a display or an OpenGL; those of the request.
void run_window(const ViewRequest& request, const std::function<bool(Workbench&)>& go_on = {});

} // namespace scanline::view
