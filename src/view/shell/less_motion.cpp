#include "shell/less_motion.h"

#include "scanline/core/text.h"

#include <fstream>
#include <string>
#include <string_view>

namespace scanline::view {

namespace {

/// The value of a key in a file of settings, whatever its group; empty if there is none.
std::string value_in(const std::filesystem::path& path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t sign = line.find('=');
        if (sign != line.npos && trimmed(std::string_view(line).substr(0, sign)) == key)
            return std::string(trimmed(std::string_view(line).substr(sign + 1)));
    }
    return {};
}

} // namespace

bool wants_less_motion(const std::filesystem::path& config) {
    for (const char* const folder : {"gtk-4.0", "gtk-3.0"})
        if (const std::string animates = value_in(config / folder / "settings.ini", "gtk-enable-animations");
            animates == "0" || animates == "false")
            return true;
    return value_in(config / "kdeglobals", "AnimationDurationFactor") == "0";
}

} // namespace scanline::view
