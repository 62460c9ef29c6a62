#include "compaction.h"

#include "options.h"
#include "rank_files.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"
#include "scanline/data/image.h"
#include "scanline/data/npy.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cli {

namespace {

// The positions of all survivors in order, or x and y of each.
std::vector<std::int32_t> places(Emit emit, const CompactionRun& run) {
    std::vector<std::int32_t> list;
    list.reserve(run.elements.size() * (emit == Emit::xy ? 2 : 1));
    for (const std::uint32_t element : run.elements) {
        const auto place = static_cast<std::int32_t>(element);
        if (emit == Emit::xy)
            list.insert(list.end(), {place % run.width, place / run.width});
        else
            list.push_back(place);
    }
    return list;
}

data::NpyArray emitted(Emit emit, const CompactionRun& run, const data::Mask& mask) {
    if (emit == Emit::values)
        return data::numbers_at(mask.numbers, run.elements);
    std::vector<std::size_t> shape{run.elements.size()};
    if (emit == Emit::xy)
        shape.push_back(2);
    return data::make_npy<std::int32_t>(places(emit, run), shape);
}

void write_csv(const std::filesystem::path& path, Emit emit, const data::NpyArray& numbers) {
    data::CsvTable table;
    if (emit == Emit::xy)
        table.header = {"x", "y"};
    else
        table.header = {emit == Emit::values ? "value" : "index"};
    const std::size_t columns = table.header.size();
    for (std::size_t first = 0; first < numbers.element_count(); first += columns) {
        auto& row = table.rows.emplace_back();
        for (std::size_t column = 0; column < columns; ++column)
            row.push_back(numbers.text(first + column));
    }
    const std::string text = data::format_csv(table);
    write_own_text(path, std::string_view(text).substr(is_speaker() ? 0 : text.find('\n') + 1));
}

constexpr int gap = 16;
constexpr std::uint8_t gap_grey = 255;

// Colours the pixel at `place` for the element from `index` in the image.
void colour(data::Image& picture, std::size_t place, std::uint32_t index, std::int64_t total) {
    // Skip the darkest colours, which would vanish in the black around them.
    const data::Rgb rgb = data::viridis(0.2 + 0.8 * static_cast<double>(index) / static_cast<double>(total));
    std::ranges::copy(rgb, picture.pixels.begin() + static_cast<std::ptrdiff_t>(3 * place));
}

void paste(data::Image& target, const data::Image& source, int x) {
    for (int y = 0; y < std::min(source.height, target.height); ++y)
        std::copy_n(source.pixel(0, y), 3 * static_cast<std::size_t>(source.width), target.pixel(x, y));
}

// Rows as wide as the image for the compacted stream, at least one.
int picture_rows(const CompactionRun& run) {
    return std::max(1, divide_rounding_up(static_cast<int>(run.elements.size()), run.width));
}

data::GreyImage grey_stream(const CompactionRun& run, const data::Mask& mask) {
    data::GreyImage picture{
        run.width, picture_rows(run), mask.numbers.type == data::ElementType::u8 ? 255 : 65535, {}};
    picture.values = data::numbers_at(mask.numbers, run.elements).convert<std::uint16_t>();
    picture.values.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
    return picture;
}

// Every element in the colour of its source position: viridis from the top of the image to the bottom. The
// rest after the last element is black.
data::Image coloured_stream(const CompactionRun& run) {
    data::Image picture(run.width, picture_rows(run), 3);
    for (std::size_t i = 0; i < run.elements.size(); ++i)
        colour(picture, i, run.elements[i], run.total);
    return picture;
}

} // namespace

void write_compacted(const std::filesystem::path& path, Emit emit, const CompactionRun& run,
                     const data::Mask& mask) {
    const std::string extension = ending_of_output(path, ".npy");
    if (extension == ".npy") {
        const data::NpyArray numbers = emitted(emit, run, mask);
        write_own_npy(path, numbers, numbers.bytes);
    } else if (extension == ".csv") {
        write_csv(path, emit, emitted(emit, run, mask));
    } else if (emit == Emit::values) {
        data::write_png(path, grey_stream(run, mask));
    } else {
        data::write_png(path, coloured_stream(run));
    }
}

void require_holds(const std::filesystem::path& path, Emit emit, const data::Mask& mask) {
    const data::ElementType type = mask.numbers.type;
    if (data::ending_of(path) == ".png" && joined_ranks())
        throw usage_error("--output: ranks write no .png together: write .npy or .csv");
    if (data::ending_of(path) == ".png" && emit == Emit::values && type != data::ElementType::u8 &&
        type != data::ElementType::u16)
        throw usage_error(fmt::format(
            "--emit values: a PNG holds uint8 and uint16, not {}; write .npy or .csv", to_string(type)));
}

data::Image comparison_picture(const CompactionRun& run, int size) {
    data::Image before(run.width, run.height, 3), after(run.width, run.height, 3);
    for (std::size_t i = 0; i < run.elements.size(); ++i) {
        colour(before, run.elements[i], run.elements[i], run.total);
        colour(after, i, run.elements[i], run.total);
    }
    data::Image picture(2 * size + gap, size, 3, gap_grey);
    paste(picture, data::resize(before, size, size), 0);
    paste(picture, data::resize(after, size, size), size + gap);
    return picture;
}

} // namespace scanline::cli
