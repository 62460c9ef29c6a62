#include "shell/file_preview.h"

#include "kit/text.h"
#include "scanline/core/error.h"
#include "scanline/core/first_bytes.h"
#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/image.h"
#include "scanline/data/npz.h"
#include "scanline/data/ply.h"
#include "scanline/data/table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <sstream>
#include <string_view>

namespace scanline::view {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_bytes = std::uintmax_t{1} << 26; ///< of files that are read whole
constexpr std::size_t max_lines = 40, max_characters = 80, most_bytes = 4096;

std::string text_of(const data::NpyLayout& layout) {
    const std::string shape = fmt::format("{}", fmt::join(layout.shape, " x "));
    return fmt::format("{}, {}", to_string(layout.type), shape.empty() ? "one number" : shape);
}

/// None of a file that is no text.
std::vector<std::string> first_lines(const fs::path& path) {
    std::vector<std::string> lines;
    std::istringstream rest(first_bytes(path, most_bytes));
    for (std::string line; lines.size() < max_lines && std::getline(rest, line);) {
        if (line.find('\0') != std::string::npos)
            break;
        std::erase(line, '\r');
        lines.push_back(printable(line, max_characters));
    }
    return lines;
}

data::Image thumbnail_of(const data::Image& image, int side) {
    const double fraction = std::min(1.0, side / static_cast<double>(std::max(image.width, image.height)));
    const auto length = [fraction](int all) { return std::max(1, static_cast<int>(all * fraction)); };
    const data::Image small =
        fraction < 1 ? data::resize(image, length(image.width), length(image.height)) : image;
    data::Image coloured(small.width, small.height, 4, 255);
    for (std::size_t i = 0; i < small.pixel_count(); ++i)
        std::fill_n(coloured.pixels.begin() + static_cast<std::ptrdiff_t>(4 * i), 3, small.pixels[i]);
    return coloured;
}

void read(const fs::path& path, int side, FilePreview& preview) {
    const std::string ending = data::ending_of(path);
    const std::uintmax_t bytes = fs::file_size(path);
    const bool is_compressed = ending == ".gz",
               is_large = bytes > (is_compressed ? max_bytes / 8 : max_bytes);
    preview.size = bytes_text(static_cast<double>(bytes));
    if (ending == ".npy") {
        preview.summary = text_of(data::read_npy_layout(path));
    } else if (ending == ".npz") {
        const data::NpzFile arrays(path);
        for (const std::string& name : arrays.names())
            preview.lines.push_back(fmt::format("{}: {}", printable(name), text_of(arrays.layout(name))));
        preview.summary = fmt::format("{} arrays", preview.lines.size());
    } else if (std::ranges::count(data::picture_endings, ending) > 0) {
        if (is_large)
            return;
        const data::Image image = data::read_image(path);
        preview.summary = fmt::format("{} x {} pixels", image.width, image.height);
        preview.thumbnail = thumbnail_of(image, side);
    } else {
        if (!is_compressed)
            preview.lines = first_lines(path);
        if (std::ranges::count(data::table_endings, data::table_ending_of(path)) > 0 && !is_large) {
            const auto table = data::read_table(path);
            preview.summary = fmt::format("{} rows, {} columns", table->rows(), table->columns());
        } else if (ending == ".ply" && !is_large) {
            preview.summary = fmt::format("{} points", data::read_ply_vertices(path).size() / 3);
        }
    }
}

} // namespace

FilePreview preview_of(const fs::path& path, int side) {
    FilePreview preview;
    try {
        read(path, side, preview);
    } catch (const std::exception& error) {
        // The dialog shows which file it is.
        const std::string named = data::read_error(path, "").what();
        preview.problem = error.what();
        if (preview.problem.starts_with(named))
            preview.problem = capitalized(preview.problem.substr(named.size()));
    }
    return preview;
}

} // namespace scanline::view
