#pragma once
#include "scanline/view/look.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace scanline::view {

/// What the program remembers from one start to the next.
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
    std::string warning; ///< what is wrong with the file, one line; empty where nothing is
};

/// What has no file is new. A file that is damaged is told and not used, and stays until the next save. In
/// one that is whole, members of a wrong type are left out, and numbers brought within their limits.
LoadedSession load_session(const std::filesystem::path& path);

/// Whole or not at all, in a folder that is made where it is missing: two programs that end at the same time
/// leave the session of one of them. Errors: failure, naming the path and the system's reason.
void save_session(const std::filesystem::path& path, const SessionState& state);

} // namespace scanline::view
