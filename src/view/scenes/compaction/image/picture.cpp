#include "scenes/compaction/image/picture.h"

#include "scanline/data/image.h"
#include "scanline/raster/passes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scanline::view::compaction::image {

namespace {

Rgba mean(Rgba a, Rgba b, Rgba c, Rgba d) {
    if (a == b && c == d && a == c)
        return a;
    const unsigned alphas[] = {channel(a, 24), channel(b, 24), channel(c, 24), channel(d, 24)};
    const unsigned alpha = alphas[0] + alphas[1] + alphas[2] + alphas[3];
    if (alpha == 0)
        return 0;
    const auto weighted = [&](int shift) {
        return (channel(a, shift) * alphas[0] + channel(b, shift) * alphas[1] +
                channel(c, shift) * alphas[2] + channel(d, shift) * alphas[3] + alpha / 2) /
               alpha;
    };
    return rgba(weighted(0), weighted(8), weighted(16), (alpha + 2) / 4);
}

// An odd side loses its last pixels; a side of one pixel keeps it.
PixelLevel halved(const PixelLevel& level) {
    PixelLevel half{std::max(1, level.width / 2), std::max(1, level.height / 2), {}};
    half.pixels.resize(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height));
    Rgba* out = half.pixels.data();
    for (int y = 0; y < half.height; ++y) {
        const auto row = [&](int below) {
            const int at = std::min(2 * y + below, level.height - 1);
            return level.pixels.data() + static_cast<std::size_t>(at) * static_cast<std::size_t>(level.width);
        };
        const Rgba *upper = row(0), *lower = row(1);
        for (int x = 0; x < half.width; ++x) {
            const int left = std::min(2 * x, level.width - 1), right = std::min(2 * x + 1, level.width - 1);
            *out++ = mean(upper[left], upper[right], lower[left], lower[right]);
        }
    }
    return half;
}

constexpr Rgba not_a_number = rgba(255, 0, 200);
constexpr Rgba nothing = 0;

// data::viridis in steps finer than the eye or eight bits can tell apart.
const std::array<Rgba, 2048>& viridis_table() {
    static const auto table = [] {
        std::array<Rgba, 2048> colours{};
        for (std::size_t i = 0; i < colours.size(); ++i) {
            const data::Rgb colour = data::viridis(static_cast<double>(i) / (colours.size() - 1));
            colours[i] = rgba(colour[0], colour[1], colour[2]);
        }
        return colours;
    }();
    return table;
}

float position_in(float value, const ValueRange& range) {
    if (range.most <= range.least)
        return value < range.least ? 0.0f : value > range.most ? 1.0f : 0.5f;
    // The difference of two floats may overflow a float.
    const double least = range.least, most = range.most;
    return static_cast<float>(std::clamp((value - least) / (most - least), 0.0, 1.0));
}

// One pixel per texel, or several if a texel covers more columns than rows of the stream, or vice versa.
template <class Paint>
TiledPicture paint_texels(const StepResource& shape, glm::ivec2 elements, Paint paint) {
    PixelLevel level{shape.width, shape.height, {}};
    level.pixels.resize(static_cast<std::size_t>(shape.texels()));
    for (std::size_t i = 0; i < level.pixels.size(); ++i)
        level.pixels[i] = paint(i);
    const double columns = static_cast<double>(elements.x) / level.width,
                 rows = static_cast<double>(elements.y) / level.height;
    const int across = std::max(1, static_cast<int>(std::lround(columns / rows))),
              down = std::max(1, static_cast<int>(std::lround(rows / columns)));
    if (across > 1 || down > 1)
        level = replicate(level, across, down);
    return TiledPicture(level);
}

auto numbers_of(std::span<const float> texels, int channels, TexelNumber number) {
    return [=](std::size_t i) {
        return number_of(texels.data() + i * static_cast<std::size_t>(channels), channels, number);
    };
}

} // namespace

PixelPyramid make_pixel_pyramid(PixelLevel base) {
    PixelPyramid pyramid;
    pyramid.push_back(std::move(base));
    while (pyramid.back().width > 1 || pyramid.back().height > 1)
        pyramid.push_back(halved(pyramid.back()));
    return pyramid;
}

TiledPicture::TiledPicture(const PixelLevel& picture) : width_(picture.width), height_(picture.height) {
    for (int y = 0; y < height_; y += side) {
        for (int x = 0; x < width_; x += side) {
            PixelLevel base{std::min(side, width_ - x), std::min(side, height_ - y), {}};
            base.pixels.reserve(static_cast<std::size_t>(base.width) * static_cast<std::size_t>(base.height));
            for (int row = y; row < y + base.height; ++row) {
                const auto begin = picture.pixels.begin() + std::ptrdiff_t{row} * width_ + x;
                base.pixels.insert(base.pixels.end(), begin, begin + base.width);
            }
            tiles_.push_back({x, y, make_pixel_pyramid(std::move(base))});
        }
    }
}

Rgba TiledPicture::at(int x, int y) const {
    const int columns = (width_ + side - 1) / side;
    const PixelLevel& base = tiles_[static_cast<std::size_t>(y / side * columns + x / side)].pixels.front();
    return base.pixels[static_cast<std::size_t>(y % side) * static_cast<std::size_t>(base.width) +
                       static_cast<std::size_t>(x % side)];
}

PixelLevel replicate(const PixelLevel& level, int columns, int rows) {
    PixelLevel larger{level.width * columns, level.height * rows, {}};
    larger.pixels.reserve(level.pixels.size() * static_cast<std::size_t>(columns * rows));
    for (int y = 0; y < larger.height; ++y) {
        const auto row = level.pixels.begin() + std::ptrdiff_t{y / rows} * level.width;
        for (auto pixel = row; pixel != row + level.width; ++pixel)
            larger.pixels.insert(larger.pixels.end(), static_cast<std::size_t>(columns), *pixel);
    }
    return larger;
}

PassPicture picture_of(const TraceStep& step, const RunRecord& record) {
    const std::string& name = step.output.name;
    const bool stream = name == "compacted" || name == "stream" || name == "cleared",
               lookup = name == "lookup";
    PassPicture picture{.has_empty = stream || lookup,
                        .compacted = stream,
                        .spatial = !lookup && step.stage != raster::stage::block_scan &&
                                   step.stage != raster::stage::survey &&
                                   step.pass != raster::pass::span_vertices};
    if (name == "flags") {
        picture.scale = ColourScale::flags;
        picture.inverted = marks_invalid(record);
        picture.range = ValueRange{0, 1};
    } else if (stream && record.spec.options.payload == raster::Payload::index) {
        picture.range = ValueRange{0, static_cast<float>(std::max<std::int64_t>(1, record.layout.size - 1))};
    } else if (stream) {
        picture.scale = ColourScale::grey;
        picture.range = record.spec.source->range;
    } else if (name == "pyramid") {
        picture.number = TexelNumber::sum;
    } else if (name == "leaves") {
        picture.number = TexelNumber::survivors;
    } else if (name == "descriptors") {
        picture.number = TexelNumber::offset;
    }
    return picture;
}

float number_of(const float* texel, int channels, TexelNumber number) {
    if (channels == 1)
        return texel[0];
    switch (number) {
    case TexelNumber::first: return texel[0];
    case TexelNumber::sum: return texel[0] + texel[1] + texel[2] + texel[3];
    case TexelNumber::survivors: {
        float survivors = 0;
        for (int i = 0; i < channels; ++i)
            survivors += std::floor(texel[i] / 256.0f);
        return survivors;
    }
    case TexelNumber::offset: return texel[2];
    }
    return 0;
}

Rgba colour_of(float value, ColourScale scale, const ValueRange& range) {
    if (std::isnan(value))
        return not_a_number;
    switch (scale) {
    case ColourScale::flags: return value == 0.0f ? rgba(0, 0, 0) : rgba(255, 255, 255);
    case ColourScale::grey: {
        const auto grey = static_cast<unsigned>(std::lround(255.0f * position_in(value, range)));
        return rgba(grey, grey, grey);
    }
    case ColourScale::viridis: {
        const auto& table = viridis_table();
        const float last = static_cast<float>(table.size() - 1);
        return table[static_cast<std::size_t>(std::lround(last * position_in(value, range)))];
    }
    }
    return not_a_number;
}

Painted paint_pass(std::span<const float> texels, const StepResource& shape, const PassPicture& picture,
                   glm::ivec2 elements) {
    const auto number = numbers_of(texels, shape.channels, picture.number);
    const auto is_empty = [&](float value) { return picture.has_empty && value == raster::empty_element; };
    Painted painted{{}, picture.scale, picture.range.value_or(ValueRange{}), {}};
    if (!picture.range) {
        std::vector<float> numbers(static_cast<std::size_t>(shape.texels()));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = number(i);
        std::erase_if(numbers, is_empty);
        painted.range = finite_range(numbers);
    }
    painted.pixels = paint_texels(shape, elements, [&](std::size_t i) {
        const float value = number(i);
        return is_empty(value)
                   ? nothing
                   : colour_of(picture.inverted ? 1 - value : value, painted.scale, painted.range);
    });
    return painted;
}

Rgba source_colour(unsigned light, bool valid) {
    return valid ? rgba(30 + light * 94 / 255, 110 + light * 125 / 255, 85 + light * 115 / 255)
                 : rgba(18 + light * 82 / 255, 20 + light * 84 / 255, 26 + light * 92 / 255);
}

Painted paint_source(const ValueImage& image, const raster::Discriminator& discriminator) {
    const auto colour = [&](std::size_t i) {
        const float value = image.values[i];
        const Rgba grey = colour_of(value, ColourScale::grey, image.range);
        return std::isnan(value) ? grey : source_colour(channel(grey, 0), discriminator(value));
    };
    return {paint_texels({.width = image.width, .height = image.height}, {image.width, image.height}, colour),
            ColourScale::grey,
            image.range,
            {}};
}

Rgba colour_of(Difference difference) {
    // From Okabe and Ito's palette.
    switch (difference) {
    case Difference::same: return rgba(70, 76, 86);
    case Difference::only_a: return rgba(86, 180, 233);
    case Difference::only_b: return rgba(230, 159, 0);
    case Difference::other: return rgba(204, 121, 167);
    }
    return not_a_number;
}

Painted paint_difference(std::span<const float> a, std::span<const float> b, const StepResource& shape,
                         const PassPicture& picture, glm::ivec2 elements) {
    const auto one = numbers_of(a, shape.channels, picture.number),
               other = numbers_of(b, shape.channels, picture.number);
    if (picture.has_empty) {
        const auto colour = [&](std::size_t i) {
            const bool both_empty = one(i) == raster::empty_element && other(i) == raster::empty_element;
            return both_empty ? nothing : colour_of(difference_of(one(i), other(i)));
        };
        return {paint_texels(shape, elements, colour), ColourScale::flags, {}, difference_note(a, b)};
    }
    std::vector<float> distances(static_cast<std::size_t>(shape.texels()));
    for (std::size_t i = 0; i < distances.size(); ++i)
        distances[i] = std::abs(one(i) - other(i));
    StepResource flat = shape;
    flat.channels = 1;
    PassPicture distance;
    // If nothing differs, everything gets the colour for no difference.
    distance.range = ValueRange{0, std::max(1.0f, finite_range(distances).most)};
    return paint_pass(distances, flat, distance, elements);
}

} // namespace scanline::view::compaction::image
