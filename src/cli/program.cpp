#include "program.h"

#include "scanline/core/text.h"

#include <fstream>
#include <system_error>

namespace scanline::cli {

std::string command_line() {
    std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
    std::string program, argument;
    std::getline(arguments, program, '\0');
    std::string text = "scanline";
    while (std::getline(arguments, argument, '\0'))
        text += " " + shell_word(argument);
    return text;
}

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

void add_masks_option(Subcommand& command, std::string& folder) {
    command.add_option("--masks", folder, "folder with hand.png, bunny.png and finger.png")
        ->type_name("DIR")
        ->capture_default_str();
    command.files().reads("--masks", [&folder] { return mask_files(folder); });
}

} // namespace scanline::cli
