#include "masks_folder.h"

#include <filesystem>
#include <system_error>

namespace scanline::cli {

std::string masks_folder() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return (program.parent_path().parent_path() / "share/scanline/masks").string();
}

} // namespace scanline::cli
