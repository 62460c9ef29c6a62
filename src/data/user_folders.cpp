#include "scanline/data/user_folders.h"

#include <cstdlib>

namespace scanline::data {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> folder_of(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr || !fs::path(value).is_absolute())
        return std::nullopt;
    return fs::path(value);
}

std::optional<fs::path> user_folder(const char* variable, const char* below_home) {
    if (const std::optional<fs::path> folder = folder_of(variable))
        return *folder / "scanline";
    if (const std::optional<fs::path> home = folder_of("HOME"))
        return *home / below_home / "scanline";
    return std::nullopt;
}

} // namespace

std::optional<fs::path> user_cache_folder() {
    return user_folder("XDG_CACHE_HOME", ".cache");
}

std::optional<fs::path> user_config_folder() {
    return user_folder("XDG_CONFIG_HOME", ".config");
}

std::filesystem::path this_program() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error);
}

} // namespace scanline::data
