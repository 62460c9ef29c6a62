#pragma once
#include "kit/look.h"
#include "shell/side_panel.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace scanline::view {

inline constexpr std::size_t max_recent_files = 10;

/// The state that the program keeps between runs.
struct SessionState {
    Theme theme = Theme::dark;
    double scale = 0;               ///< of the interface; 0: the display's
    int width = 1280, height = 800; ///< of the window
    std::string scene{};            ///< empty: the first scene
    bool log_open = false, motion = true;
    SidePanel list{}, inspector{};
    InspectorTab tab = InspectorTab::settings;
    std::set<std::string> closed_groups{};       ///< headings that are closed
    std::vector<std::filesystem::path> recent{}; ///< files that were opened, newest first
    std::filesystem::path folder{};              ///< of the file dialog; empty: the current one
    /// Every scene's settings by key, see Setting.
    std::map<std::string, std::map<std::string, std::string>> scenes{};

    friend bool operator==(const SessionState&, const SessionState&) = default;
};

/// session.json in data::user_config_folder().
std::optional<std::filesystem::path> session_path();

struct LoadedSession {
    SessionState state;
    std::string warning; ///< describes problems with the file in one line; empty if there are none
};

/// Without a file, returns a new session. A damaged file causes a warning, is not used, and stays until the
/// next save. Members of a wrong type are ignored, and numbers are clamped to their limits.
LoadedSession load_session(const std::filesystem::path& path);

/// Atomic: if two programs end at the same time, the session of one of them is kept. Creates a missing
/// folder. Errors: failure, naming the path and the system's reason.
void save_session(const std::filesystem::path& path, const SessionState& state);

} // namespace scanline::view
