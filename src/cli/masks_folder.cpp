#include "masks_folder.h"

#include <filesystem>
#include <system_error>

namespace scanline::cli {

std::string masks_folder() {
    const std::filesystem::path checkout = "assets/masks";
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path installed = program.parent_path().parent_path() / "share/scanline/masks";
    const bool use_installed =
        !std::filesystem::exists(checkout, error) && std::filesystem::exists(installed, error);
    return (use_installed ? installed : checkout).string();
}

} // namespace scanline::cli
