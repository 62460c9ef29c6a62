#include "compaction_image/value_image_io.h"

#include "compaction_image/pass_picture.h"
#include "scanline/data/image_io.h"
#include "scanline/data/npy.h"
#include "scanline/data/read_file.h"
#include "text.h"

#include <array>
#include <fmt/format.h>
#include <fstream>

namespace scanline::view {

namespace {

void check_size(const std::filesystem::path& path, std::size_t width, std::size_t height, int max_side) {
    const auto side = static_cast<std::size_t>(max_side);
    if (width == 0 || height == 0)
        throw data::read_error(path,
                               fmt::format("it has {} x {} elements; give it at least one", width, height));
    if (width > side || height > side)
        throw data::read_error(path,
                               fmt::format("it is {} x {}, and textures of this OpenGL have at most {} x "
                                           "{}; make it narrower or lower",
                                           width, height, side, side));
    if (width * height > static_cast<std::size_t>(raster::max_stream_size))
        throw data::read_error(path,
                               fmt::format("it has {} x {} = {} elements, more than the limit of {}; make "
                                           "it smaller",
                                           width, height, width * height, raster::max_stream_size));
}

bool is_npy(const std::filesystem::path& path) {
    constexpr std::string_view magic = "\x93NUMPY";
    std::array<char, magic.size()> begin{};
    std::ifstream file(path, std::ios::binary);
    return file.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == magic;
}

bool is_called_npy(const std::filesystem::path& path) {
    return lowered(path.extension().string()) == ".npy";
}

ValueImage read_array(const std::filesystem::path& path, int max_side) {
    const data::NpyArray array = data::read_npy(path);
    if (array.shape.empty() || array.shape.size() > 2)
        throw data::read_error(path,
                               fmt::format("it is an array of {} dimensions; give it two: rows and columns",
                                           array.shape.size()));
    const std::size_t width = array.shape.back(), height = array.shape.size() == 2 ? array.shape.front() : 1;
    check_size(path, width, height, max_side);
    ValueImage image;
    image.width = static_cast<int>(width);
    image.height = static_cast<int>(height);
    image.values = array.convert<float>();
    image.range = finite_range(image.values);
    return image;
}

ValueImage read_picture(const std::filesystem::path& path, int max_side) {
    const data::Image picture = data::read_image(path, static_cast<std::size_t>(raster::max_stream_size));
    check_size(path, static_cast<std::size_t>(picture.width), static_cast<std::size_t>(picture.height),
               max_side);
    ValueImage image;
    image.width = picture.width;
    image.height = picture.height;
    image.values.assign(picture.pixels.begin(), picture.pixels.end());
    return image;
}

} // namespace

ValueImage read_value_image(const std::filesystem::path& path, int max_side) {
    ValueImage image =
        is_called_npy(path) || is_npy(path) ? read_array(path, max_side) : read_picture(path, max_side);
    image.name = path.filename().string();
    return image;
}

} // namespace scanline::view
