#include "output_folder.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <cerrno>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace scanline::cli {

void make_output_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(fmt::format("the folder {} cannot be made: {}; choose another one with --output",
                                printable_path(folder), error.message()));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        throw Error(fmt::format("the folder {} cannot be written to: {}; choose another one with --output",
                                printable_path(folder), std::generic_category().message(errno)));
}

} // namespace scanline::cli
