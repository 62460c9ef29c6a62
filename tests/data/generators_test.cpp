#include "scanline/data/generators.h"

#include "files.h"

#include <algorithm>
#include <cmath>

namespace generators_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;

namespace {

/// 64-bit FNV-1a.
std::uint64_t hash(const Image& image) {
    std::uint64_t value = 0xcbf29ce484222325u;
    for (const std::uint8_t pixel : image.pixels)
        value = (value ^ pixel) * 0x100000001b3u;
    return value;
}

double density_of(const Image& mask) {
    return static_cast<double>(count_at_least(mask, 255)) / static_cast<double>(mask.pixel_count());
}

bool is_binary(const Image& mask) {
    return std::ranges::all_of(mask.pixels, [](std::uint8_t value) { return value == 0 || value == 255; });
}

double mean_run_length(const Image& mask) {
    std::size_t runs = 0;
    for (std::size_t i = 0; i < mask.pixels.size(); ++i)
        if (mask.pixels[i] == 255 && (i == 0 || mask.pixels[i - 1] == 0))
            ++runs;
    return static_cast<double>(count_at_least(mask, 255)) / static_cast<double>(runs);
}

} // namespace

TEST_CASE("The generators give the same bits on every machine") {
    REQUIRE(hash(bernoulli_mask(61, 47, 0.3, 1)) == 0x8e2470b6b18ebd9bu);
    REQUIRE(hash(bernoulli_mask(256, 256, 0.5, 2026)) == 0xa1ef3856e17fdd96u);
    REQUIRE(hash(runs_mask(61, 47, 8, 0.3, 1)) == 0x25fea574433225acu);
    REQUIRE(hash(runs_mask(256, 256, 3.7, 0.62, 5)) == 0xdba3aa26b72e9807u);
    REQUIRE(hash(checkerboard_mask(10, 7, 3)) == 0x4c2b6b8fc1eb7773u);
    REQUIRE(hash(gradient_image(100, 3, true)) == 0x7cb7476898366e19u);
}

TEST_CASE("A random mask has the density that was asked, within four sigma") {
    for (const double density : {0.001, 0.1, 0.5, 0.9, 0.999}) {
        const Image mask = bernoulli_mask(512, 384, density, 7);
        CAPTURE(density);
        REQUIRE(is_binary(mask));
        const double sigma = std::sqrt(density * (1 - density) / static_cast<double>(mask.pixel_count()));
        REQUIRE(density_of(mask) == Catch::Approx(density).margin(4 * sigma));
    }
}

TEST_CASE("The densities 0 and 1 are exact") {
    REQUIRE(density_of(bernoulli_mask(300, 300, 0, 3)) == 0);
    REQUIRE(density_of(bernoulli_mask(300, 300, 1, 3)) == 1);
}

TEST_CASE("Another seed is another mask") {
    REQUIRE(bernoulli_mask(64, 64, 0.5, 1).pixels != bernoulli_mask(64, 64, 0.5, 2).pixels);
    REQUIRE(runs_mask(64, 64, 4, 0.5, 1).pixels != runs_mask(64, 64, 4, 0.5, 2).pixels);
}

TEST_CASE("A mask of runs has the density and the mean length that were asked") {
    struct Case {
        double length;
        double density;
    };
    for (const auto& [length, density] :
         {Case{1, 0.5}, Case{1, 0.2}, Case{4, 0.5}, Case{4, 0.8}, Case{50, 0.3}}) {
        const Image mask = runs_mask(1024, 512, length, density, 11);
        CAPTURE(length, density);
        REQUIRE(is_binary(mask));
        // Both are means over about n * density / length runs, each with a relative deviation of at most 1.
        const double runs = static_cast<double>(mask.pixel_count()) * density / length;
        const double relative_sigma = 1 / std::sqrt(runs);
        REQUIRE(mean_run_length(mask) == Catch::Approx(length).epsilon(4 * relative_sigma));
        REQUIRE(density_of(mask) == Catch::Approx(density).epsilon(4 * std::sqrt(2.0) * relative_sigma));
    }
}

TEST_CASE("Runs and gaps of mean length 1 alternate") {
    const Image mask = runs_mask(100, 1, 1, 0.5, 3);
    for (std::size_t i = 1; i < mask.pixels.size(); ++i)
        REQUIRE(mask.pixels[i] != mask.pixels[i - 1]);
}

TEST_CASE("Arguments that no mask can have are refused with the limit") {
    REQUIRE(error_of([] { bernoulli_mask(4, 4, 1.5, 1); }, ErrorKind::usage) ==
            "a mask cannot have a density of 1.5; ask for one of 0 to 1");
    REQUIRE(error_of([] { bernoulli_mask(4, 4, NAN, 1); }, ErrorKind::usage) ==
            "a mask cannot have a density of nan; ask for one of 0 to 1");
    REQUIRE(error_of([] { bernoulli_mask(4, 4, -0.1, 1); }, ErrorKind::usage) != "no error");
    REQUIRE(error_of([] { bernoulli_mask(-4, 4, 0.1, 1); }, ErrorKind::usage) != "no error");
    REQUIRE(error_of([] { runs_mask(4, 4, 0.5, 0.5, 1); }, ErrorKind::usage) ==
            "runs cannot have a mean length of 0.5; ask for one of at least 1");
    REQUIRE(error_of([] { runs_mask(4, 4, INFINITY, 0.5, 1); }, ErrorKind::usage) ==
            "runs cannot have a mean length of inf; ask for one of at least 1");
    REQUIRE(error_of([] { runs_mask(4, 4, 2, 1, 1); }, ErrorKind::usage) ==
            "a mask of runs cannot have a density of 1; ask for one between 0 and 1");
    REQUIRE(error_of([] { runs_mask(4, 4, 2, 0, 1); }, ErrorKind::usage) != "no error");
    REQUIRE(error_of([] { runs_mask(4, 4, 2, 0.9, 1); }, ErrorKind::usage) ==
            "runs of mean length 2 at a density of 0.9 need gaps of 0.222 elements, and a gap has at least "
            "1; ask for a "
            "density of at most 0.667 or longer runs");
    REQUIRE(error_of([] { checkerboard_mask(4, 4, 0); }, ErrorKind::usage) ==
            "a checkerboard cannot have cells of 0 pixels; ask for at least 1");
}

TEST_CASE("A checkerboard begins with a valid square at the top left") {
    const Image mask = checkerboard_mask(5, 3, 2);
    REQUIRE(mask.pixels ==
            std::vector<std::uint8_t>{255, 255, 0, 0, 255, 255, 255, 0, 0, 255, 0, 0, 255, 255, 0});
}

TEST_CASE("A ramp goes from 0 to 255 in the direction that was asked") {
    REQUIRE(gradient_image(4, 2, true).pixels == std::vector<std::uint8_t>{0, 85, 170, 255, 0, 85, 170, 255});
    REQUIRE(gradient_image(2, 3, false).pixels == std::vector<std::uint8_t>{0, 0, 128, 128, 255, 255});
    REQUIRE(gradient_image(1, 1, true).pixels == std::vector<std::uint8_t>{0});
    const Image wide = gradient_image(256, 1, true);
    for (int x = 0; x < 256; ++x)
        REQUIRE(*wide.pixel(x, 0) == x);
}

TEST_CASE("A constant image has its value everywhere, and none where it has no pixels") {
    REQUIRE(constant_image(3, 2, 42).pixels == std::vector<std::uint8_t>(6, 42));
    REQUIRE(constant_image(0, 0, 42).pixels.empty());
    REQUIRE(bernoulli_mask(0, 7, 0.5, 1).pixels.empty());
}

} // namespace generators_test
