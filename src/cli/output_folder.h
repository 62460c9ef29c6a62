#pragma once
#include <filesystem>

namespace scanline::cli {

/// Makes the folder of --output where it is missing. Errors: what cannot be made, is no folder, or cannot be
/// written to, told before any work is done for it.
void make_output_folder(const std::filesystem::path& folder);

} // namespace scanline::cli
