#pragma once
#include "scanline/view/look.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace scanline::view {

/// The state that the program keeps from one start to the next.
struct SessionState {
    Theme theme = Theme::dark;
    double scale = 0;               ///< of the interface; 0: that of the display
    int width = 1280, height = 800; ///< of the window
    std::string scene{};            ///< empty: the first
    bool log_open = false;
    /// The settings of every scene by their keys, see Setting.
    std::map<std::string, std::map<std::string, std::string>> scenes{};

    friend bool operator==(const SessionState&, const SessionState&) = default;
};

/// session.json in data::user_config_folder().
std::optional<std::filesystem::path> session_path();

struct LoadedSession {
    SessionState state;
    std::string warning; ///< what is wrong with the file, in one line; empty if nothing is
};

/// Without a file the session is new. A damaged file gives a warning, is not used, and stays until the next
/// save. Members of a wrong type are left out, and numbers are clamped to their limits.
LoadedSession load_session(const std::filesystem::path& path);

/// Atomic: two programs that end at the same time leave the session of one of them. Makes the folder if it is
/// missing. Errors: failure, naming the path and the system's reason.
void save_session(const std::filesystem::path& path, const SessionState& state);

} // namespace scanline::view
