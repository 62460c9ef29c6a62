#include "scenes/compaction/image/picture.h"

#include "scanline/data/image.h"
#include "scanline/raster/passes.h"

#include <array>
#include <catch2/catch_all.hpp>
#include <cmath>
#include <limits>

namespace scanline::view::compaction::image::pass_picture_test {

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float empty = raster::empty_element;

StepResource shape_of(int width, int height, int channels = 1) {
    StepResource shape;
    shape.width = width;
    shape.height = height;
    shape.channels = channels;
    return shape;
}

TraceStep step_writing(const char* stage, const char* output, int width = 8, int height = 2) {
    TraceStep step;
    step.stage = stage;
    step.output = shape_of(width, height);
    step.output.name = output;
    return step;
}

RunRecord record_with(raster::Payload payload) {
    auto source = std::make_shared<ValueImage>();
    source->range = {-2, 3};
    RunRecord record;
    record.spec.source = source;
    record.spec.options.payload = payload;
    record.layout = {16, 8, 8, 2};
    return record;
}

const std::vector<Rgba>& base_of(const Painted& painted) {
    return painted.pixels.tiles().front().pixels.front().pixels;
}

} // namespace

TEST_CASE("numbers have the colours of viridis, from the least to the most") {
    for (int i = 0; i <= 1000; ++i) {
        CAPTURE(i);
        const Rgba found = colour_of(static_cast<float>(i), ColourScale::viridis, {0, 1000});
        const data::Rgb expected = data::viridis(i / 1000.0);
        for (std::size_t channel = 0; channel < 3; ++channel)
            CHECK(std::abs(static_cast<int>(found >> 8 * channel & 255u) - expected[channel]) <= 1);
        CHECK(found >> 24 == 255);
    }
    CHECK(colour_of(-7, ColourScale::viridis, {0, 1}) == rgba(68, 1, 84));
    CHECK(colour_of(7, ColourScale::viridis, {0, 1}) == rgba(253, 231, 37));
}

TEST_CASE("ranges wider than a float's largest number are no trouble") {
    constexpr float most = std::numeric_limits<float>::max();
    for (const auto& [value, grey] :
         {std::pair{-most, 0u}, {0.0f, 128u}, {most, 255u}, {std::numeric_limits<float>::infinity(), 255u}})
        CHECK(colour_of(value, ColourScale::grey, {-most, most}) == rgba(grey, grey, grey));
    CHECK(colour_of(most, ColourScale::viridis, {-most, most}) == rgba(253, 231, 37));
    CHECK(colour_of(5, ColourScale::grey, {5, 5}) == rgba(128, 128, 128));
}

TEST_CASE("flags are black and white, greys linear, and no number is neither") {
    CHECK(colour_of(0, ColourScale::flags, {}) == rgba(0, 0, 0));
    CHECK(colour_of(1, ColourScale::flags, {}) == rgba(255, 255, 255));
    CHECK(colour_of(51, ColourScale::grey, {0, 255}) == rgba(51, 51, 51));
    CHECK(colour_of(300, ColourScale::grey, {0, 255}) == rgba(255, 255, 255));
    for (const ColourScale scale : {ColourScale::flags, ColourScale::grey, ColourScale::viridis})
        CHECK(colour_of(nan, scale, {0, 1}) == rgba(255, 0, 200));
}

TEST_CASE("the range of numbers leaves out what is not finite") {
    CHECK(finite_range(std::array{3.0f, -1.0f, nan, std::numeric_limits<float>::infinity()}) ==
          ValueRange{-1, 3});
    CHECK(finite_range(std::array{nan}) == ValueRange{0, 0});
    CHECK(finite_range({}) == ValueRange{0, 0});
}

TEST_CASE("of four numbers one is shown") {
    const std::array texel{256.0f * 3 + 0.5f, 256.0f * 16 + 255.0f, 0.0f, 256.0f};
    CHECK(number_of(texel.data(), 4, TexelNumber::first) == texel[0]);
    CHECK(number_of(texel.data(), 4, TexelNumber::offset) == 0);
    CHECK(number_of(texel.data(), 4, TexelNumber::survivors) == 20);
    CHECK(number_of(std::array{1.0f, 2.0f, 3.0f, 4.0f}.data(), 4, TexelNumber::sum) == 10);
    CHECK(number_of(texel.data(), 1, TexelNumber::sum) == texel[0]);
}

TEST_CASE("passes are shown as what they write") {
    const RunRecord index = record_with(raster::Payload::index), value = record_with(raster::Payload::value);
    const PassPicture flags = picture_of(step_writing("discriminate", "flags"), index);
    CHECK(flags.scale == ColourScale::flags);
    CHECK_FALSE(flags.compacted);
    const PassPicture sums = picture_of(step_writing("prefix-sum", "doubled"), index);
    CHECK(sums.scale == ColourScale::viridis);
    CHECK_FALSE(sums.range);
    CHECK_FALSE(sums.has_empty);
    for (const char* name : {"compacted", "stream", "cleared"}) {
        const PassPicture positions = picture_of(step_writing("search", name), index);
        CHECK(positions.compacted);
        CHECK(positions.has_empty);
        CHECK(positions.range == ValueRange{0, 15});
        const PassPicture values = picture_of(step_writing("search", name), value);
        CHECK(values.scale == ColourScale::grey);
        CHECK(values.range == ValueRange{-2, 3});
    }
    CHECK_FALSE(picture_of(step_writing("block-scan", "counts"), index).spatial);
    CHECK(picture_of(step_writing("reduction", "pyramid"), index).number == TexelNumber::sum);
    CHECK(picture_of(step_writing("pack", "leaves"), index).number == TexelNumber::survivors);
    const PassPicture survey = picture_of(step_writing("survey", "descriptors"), index);
    CHECK(survey.number == TexelNumber::offset);
    CHECK_FALSE(survey.spatial);
    const PassPicture lookup = picture_of(step_writing("lookup", "lookup"), index);
    CHECK(lookup.has_empty);
    CHECK_FALSE(lookup.spatial);
    CHECK_FALSE(lookup.compacted);
}

TEST_CASE("empty texels are transparent and do not count for the range") {
    PassPicture picture;
    picture.has_empty = true;
    const Painted painted = paint_pass(std::array{5.0f, empty, 9.0f, empty}, shape_of(2, 2), picture, {2, 2});
    CHECK(painted.range == ValueRange{5, 9});
    CHECK(base_of(painted) == std::vector<Rgba>{rgba(68, 1, 84), 0, rgba(253, 231, 37), 0});
}

TEST_CASE("texels that cover more columns than rows become several pixels, so that pixels are squares") {
    const std::array numbers{0.0f, 1.0f, 1.0f, 0.0f};
    PassPicture picture;
    picture.scale = ColourScale::flags;
    const PixelLevel wide =
        paint_pass(numbers, shape_of(2, 2), picture, {8, 2}).pixels.tiles().front().pixels.front();
    CHECK(wide.width == 8);
    CHECK(wide.height == 2);
    CHECK(wide.pixels[3] == rgba(0, 0, 0));
    CHECK(wide.pixels[4] == rgba(255, 255, 255));
    const PixelLevel high =
        paint_pass(numbers, shape_of(4, 1), picture, {4, 3}).pixels.tiles().front().pixels.front();
    CHECK(high.width == 4);
    CHECK(high.height == 3);
    const PixelLevel square =
        paint_pass(numbers, shape_of(2, 2), picture, {16, 16}).pixels.tiles().front().pixels.front();
    CHECK(square.width == 2);
}

TEST_CASE("valid elements of the picture are tinted, whatever their value") {
    ValueImage image;
    image.width = 4;
    image.height = 1;
    image.values = {0, 127, 128, 255};
    for (const bool negate : {false, true}) {
        const Painted painted = paint_source(image, {128, negate});
        for (std::size_t i = 0; i < 4; ++i) {
            const Rgba pixel = base_of(painted)[i];
            const bool green = (pixel >> 8 & 255u) > (pixel & 255u) + 20;
            CHECK(green == ((i >= 2) != negate));
        }
    }
}

TEST_CASE("streams differ where only one has an element or where elements differ") {
    CHECK(difference_of(3, 3) == Difference::same);
    CHECK(difference_of(nan, nan) == Difference::same);
    CHECK(difference_of(3, empty) == Difference::only_a);
    CHECK(difference_of(empty, 3) == Difference::only_b);
    CHECK(difference_of(4, 3) == Difference::other);

    PassPicture picture;
    picture.has_empty = true;
    const Painted painted =
        paint_difference(std::array{1.0f, 2.0f, empty, empty}, std::array{1.0f, empty, 7.0f, empty},
                         shape_of(4, 1), picture, {4, 1});
    CHECK(base_of(painted) == std::vector<Rgba>{colour_of(Difference::same), colour_of(Difference::only_a),
                                                colour_of(Difference::only_b), 0});
}

TEST_CASE("numbers differ by their distance, and where all are the same all have the colour of none") {
    const std::array a{1.0f, 5.0f, 3.0f, 3.0f}, b{1.0f, 1.0f, 5.0f, 3.0f};
    const Painted different = paint_difference(a, b, shape_of(4, 1), {}, {4, 1});
    CHECK(different.range == ValueRange{0, 4});
    CHECK(base_of(different)[0] == rgba(68, 1, 84));
    CHECK(base_of(different)[1] == rgba(253, 231, 37));
    const Painted same = paint_difference(a, a, shape_of(4, 1), {}, {4, 1});
    for (const Rgba pixel : base_of(same))
        CHECK(pixel == rgba(68, 1, 84));
}

} // namespace scanline::view::compaction::image::pass_picture_test
