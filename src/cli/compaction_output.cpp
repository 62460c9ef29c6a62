#include "compaction_output.h"

#include "subcommand.h"

#include "scanline/data/colormap.h"
#include "scanline/data/csv.h"
#include "scanline/data/image_io.h"
#include "scanline/data/npy.h"

#include <algorithm>

namespace scanline::cli {

namespace {

// A survivor's numbers, one after the other: its index, its value, or x and y.
std::vector<std::int32_t> numbers(Emit emit, std::span<const float> elements, int width) {
    std::vector<std::int32_t> list;
    list.reserve(elements.size() * (emit == Emit::xy ? 2 : 1));
    for (const float element : elements) {
        const auto number = static_cast<std::int32_t>(element);
        if (emit == Emit::xy)
            list.insert(list.end(), {number % width, number / width});
        else
            list.push_back(number);
    }
    return list;
}

void write_npy(const std::filesystem::path& path, Emit emit, std::span<const std::int32_t> list) {
    switch (emit) {
    case Emit::indices: data::write_npy<std::int32_t>(path, list, {list.size()}); return;
    case Emit::xy: data::write_npy<std::int32_t>(path, list, {list.size() / 2, 2}); return;
    case Emit::values: {
        const std::vector<std::uint8_t> bytes(list.begin(), list.end());
        data::write_npy<std::uint8_t>(path, bytes, {bytes.size()});
        return;
    }
    }
}

void write_csv(const std::filesystem::path& path, Emit emit, std::span<const std::int32_t> list) {
    data::CsvTable table;
    switch (emit) {
    case Emit::indices: table.header = {"index"}; break;
    case Emit::values: table.header = {"value"}; break;
    case Emit::xy: table.header = {"x", "y"}; break;
    }
    const std::size_t columns = table.header.size();
    for (std::size_t first = 0; first < list.size(); first += columns) {
        auto& row = table.rows.emplace_back();
        for (std::size_t column = 0; column < columns; ++column)
            row.push_back(std::to_string(list[first + column]));
    }
    data::write_csv(path, table);
}

data::Image grey_stream(std::span<const float> elements, int width) {
    const auto columns = static_cast<std::size_t>(width);
    data::Image picture(width, std::max(1, static_cast<int>((elements.size() + columns - 1) / columns)));
    std::ranges::transform(elements, picture.pixels.begin(),
                           [](float value) { return static_cast<std::uint8_t>(value); });
    return picture;
}

constexpr int gap = 16;
constexpr std::uint8_t gap_grey = 255;

// Colours at `place` in the picture what came from `index` in the image.
void colour(data::Image& picture, std::size_t place, float index, std::size_t total) {
    // The darkest colours would drown in the black around them.
    const data::Rgb rgb = data::viridis(0.2 + 0.8 * static_cast<double>(index) / static_cast<double>(total));
    std::ranges::copy(rgb, picture.pixels.begin() + static_cast<std::ptrdiff_t>(3 * place));
}

void paste(data::Image& target, const data::Image& source, int x) {
    for (int y = 0; y < std::min(source.height, target.height); ++y)
        std::copy_n(source.pixel(0, y), 3 * static_cast<std::size_t>(source.width), target.pixel(x, y));
}

// The compacted stream in rows as wide as the image, every element in the colour of the place it came from:
// viridis from the top of the image to its bottom. At least one row; what is behind the last element is
// black.
data::Image stream_picture(std::span<const float> indices, int image_width, int image_height) {
    const auto width = static_cast<std::size_t>(image_width);
    const std::size_t total = width * static_cast<std::size_t>(image_height);
    data::Image picture(image_width, std::max(1, static_cast<int>((indices.size() + width - 1) / width)), 3);
    for (std::size_t i = 0; i < indices.size(); ++i)
        colour(picture, i, indices[i], total);
    return picture;
}

} // namespace

std::string_view to_string(Emit emit) {
    switch (emit) {
    case Emit::indices: return "indices";
    case Emit::values: return "values";
    case Emit::xy: return "xy";
    }
    return {};
}

raster::Payload payload_of(Emit emit) {
    return emit == Emit::values ? raster::Payload::value : raster::Payload::index;
}

void write_compacted(const std::filesystem::path& path, Emit emit, std::span<const float> elements,
                     int image_width, int image_height) {
    const std::string extension = ending_of(path);
    if (extension == ".png") {
        data::write_png(path, emit == Emit::values ? grey_stream(elements, image_width)
                                                   : stream_picture(elements, image_width, image_height));
        return;
    }
    const std::vector<std::int32_t> list = numbers(emit, elements, image_width);
    if (extension == ".npy")
        write_npy(path, emit, list);
    else
        write_csv(path, emit, list);
}

data::Image comparison_picture(std::span<const float> indices, int image_width, int image_height, int size) {
    const auto total = static_cast<std::size_t>(image_width) * static_cast<std::size_t>(image_height);
    data::Image before(image_width, image_height, 3), after(image_width, image_height, 3);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        colour(before, static_cast<std::size_t>(indices[i]), indices[i], total);
        colour(after, i, indices[i], total);
    }
    data::Image picture(2 * size + gap, size, 3, gap_grey);
    paste(picture, data::resize(before, size, size), 0);
    paste(picture, data::resize(after, size, size), size + gap);
    return picture;
}

} // namespace scanline::cli
