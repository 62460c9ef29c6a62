#include "masks_folder.h"

#include <filesystem>
#include <system_error>

namespace scanline::cli {

std::string masks_folder() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return (program.parent_path().parent_path() / "share/scanline/masks").string();
}

std::vector<std::filesystem::path> mask_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const char* name : mask_names)
        files.push_back(folder / (std::string(name) + ".png"));
    return files;
}

} // namespace scanline::cli
