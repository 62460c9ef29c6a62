#include "compaction.h"

#include "options.h"

#include "scanline/data/colormap.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"
#include "scanline/data/image_io.h"
#include "scanline/data/npy.h"

#include <algorithm>

namespace scanline::cli {

namespace {

// The numbers of all survivors in order: index, value, or x and y.
std::vector<std::int32_t> numbers(Emit emit, const CompactionRun& run) {
    std::vector<std::int32_t> list;
    list.reserve(run.elements.size() * (emit == Emit::xy ? 2 : 1));
    for (const float element : run.elements) {
        const auto number = static_cast<std::int32_t>(element);
        if (emit == Emit::xy)
            list.insert(list.end(), {number % run.width, number / run.width});
        else
            list.push_back(number);
    }
    return list;
}

void write_npy(const std::filesystem::path& path, Emit emit, std::span<const std::int32_t> list) {
    if (emit == Emit::values) {
        const std::vector<std::uint8_t> bytes(list.begin(), list.end());
        return data::write_npy<std::uint8_t>(path, bytes, {bytes.size()});
    }
    std::vector<std::size_t> shape{list.size()};
    if (emit == Emit::xy)
        shape = {list.size() / 2, 2};
    data::write_npy<std::int32_t>(path, list, shape);
}

void write_csv(const std::filesystem::path& path, Emit emit, std::span<const std::int32_t> list) {
    data::CsvTable table;
    if (emit == Emit::xy)
        table.header = {"x", "y"};
    else
        table.header = {emit == Emit::values ? "value" : "index"};
    const std::size_t columns = table.header.size();
    for (std::size_t first = 0; first < list.size(); first += columns) {
        auto& row = table.rows.emplace_back();
        for (std::size_t column = 0; column < columns; ++column)
            row.push_back(std::to_string(list[first + column]));
    }
    data::write_csv(path, table);
}

constexpr int gap = 16;
constexpr std::uint8_t gap_grey = 255;

// Colours the pixel at `place` for the element from `index` in the image.
void colour(data::Image& picture, std::size_t place, float index, std::int64_t total) {
    // Skip the darkest colours, which would vanish in the black around them.
    const data::Rgb rgb = data::viridis(0.2 + 0.8 * static_cast<double>(index) / static_cast<double>(total));
    std::ranges::copy(rgb, picture.pixels.begin() + static_cast<std::ptrdiff_t>(3 * place));
}

void paste(data::Image& target, const data::Image& source, int x) {
    for (int y = 0; y < std::min(source.height, target.height); ++y)
        std::copy_n(source.pixel(0, y), 3 * static_cast<std::size_t>(source.width), target.pixel(x, y));
}

// The compacted stream in rows as wide as the image, at least one.
data::Image blank_stream(const CompactionRun& run, int channels) {
    const auto width = static_cast<std::size_t>(run.width);
    const auto rows = static_cast<int>((run.elements.size() + width - 1) / width);
    return {run.width, std::max(1, rows), channels};
}

data::Image grey_stream(const CompactionRun& run) {
    data::Image picture = blank_stream(run, 1);
    std::ranges::transform(run.elements, picture.pixels.begin(),
                           [](float value) { return static_cast<std::uint8_t>(value); });
    return picture;
}

// Every element in the colour of its source position: viridis from the top of the image to the bottom. The
// rest after the last element is black.
data::Image coloured_stream(const CompactionRun& run) {
    data::Image picture = blank_stream(run, 3);
    for (std::size_t i = 0; i < run.elements.size(); ++i)
        colour(picture, i, run.elements[i], run.total);
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

void write_compacted(const std::filesystem::path& path, Emit emit, const CompactionRun& run) {
    const std::string extension = data::ending_of(path);
    if (extension == ".png")
        data::write_png(path, emit == Emit::values ? grey_stream(run) : coloured_stream(run));
    else if (extension == ".npy")
        write_npy(path, emit, numbers(emit, run));
    else
        write_csv(path, emit, numbers(emit, run));
}

data::Image comparison_picture(const CompactionRun& run, int size) {
    data::Image before(run.width, run.height, 3), after(run.width, run.height, 3);
    for (std::size_t i = 0; i < run.elements.size(); ++i) {
        colour(before, static_cast<std::size_t>(run.elements[i]), run.elements[i], run.total);
        colour(after, i, run.elements[i], run.total);
    }
    data::Image picture(2 * size + gap, size, 3, gap_grey);
    paste(picture, data::resize(before, size, size), 0);
    paste(picture, data::resize(after, size, size), size + gap);
    return picture;
}

} // namespace scanline::cli
