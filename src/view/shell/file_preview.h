#pragma once
#include "scanline/data/image.h"

#include <filesystem>
#include <string>
#include <vector>

namespace scanline::view {

/// What a file holds, for someone who chooses one.
struct FilePreview {
    std::string summary;            ///< "480 x 640 pixels", "float32, 1000 x 3"
    std::string size;               ///< "12.3 KiB"
    std::vector<std::string> lines; ///< the first of a text, or the arrays of an archive
    data::Image thumbnail;          ///< of a picture, with four channels; else empty
    std::string problem;            ///< why it cannot be read; empty if it can
};

/// Reads a file, by its ending; of a large one only the beginning. side: of the thumbnail, at most.
FilePreview preview_of(const std::filesystem::path& path, int side);

} // namespace scanline::view
