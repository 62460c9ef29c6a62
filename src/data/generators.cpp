#include "scanline/data/generators.h"

#include "scanline/core/error.h"
#include "scanline/core/random.h"

#include <cmath>
#include <fmt/format.h>

namespace scanline::data {
namespace {

/// Bernoulli trials: compares a 64-bit number with a threshold. The product below is exact, whereas the
/// logarithms of the usual methods differ in the last bit between math libraries.
class Trial {
public:
    explicit Trial(double probability)
        : certain_(probability >= 1),
          threshold_(certain_ ? 0 : static_cast<std::uint64_t>(probability * 0x1p64)) {}

    bool operator()(Random& random) const { return random.next() < threshold_ || certain_; }

private:
    bool certain_;
    std::uint64_t threshold_;
};

/// Maps i in 0 .. count - 1 to a grey value in 0 .. 255, rounded.
std::uint8_t ramp(std::int64_t i, std::int64_t count) {
    if (count <= 1)
        return 0;
    return static_cast<std::uint8_t>((510 * i + count - 1) / (2 * (count - 1)));
}

} // namespace

Image bernoulli_mask(int width, int height, double density, std::uint64_t seed) {
    if (!(density >= 0 && density <= 1))
        throw usage_error(fmt::format("a mask cannot have a density of {}; ask for one of 0 to 1", density));
    const Trial is_valid(density);
    Random random(seed);
    Image mask(width, height);
    for (std::uint8_t& pixel : mask.pixels)
        pixel = is_valid(random) ? 255 : 0;
    return mask;
}

Image runs_mask(int width, int height, double mean_length, double density, std::uint64_t seed) {
    if (!(mean_length >= 1 && std::isfinite(mean_length)))
        throw usage_error(
            fmt::format("runs cannot have a mean length of {}; ask for one of at least 1", mean_length));
    if (!(density > 0 && density < 1))
        throw usage_error(
            fmt::format("a mask of runs cannot have a density of {}; ask for one between 0 and 1", density));
    const double mean_gap = mean_length * (1 - density) / density;
    constexpr double rounding = 1e-9; // 4 * (1 - 0.8) / 0.8 is one last bit below 1
    if (mean_gap < 1 - rounding)
        throw usage_error(
            fmt::format("runs of mean length {} at a density of {} need gaps of {:.3g} elements, and a gap "
                        "has at least 1; ask for a density of at most {:.3g} or longer runs",
                        mean_length, density, mean_gap, mean_length / (mean_length + 1)));

    // A run that ends at each element with the same probability has a geometric length with mean 1 /
    // probability.
    const Trial run_ends(1 / mean_length);
    const Trial gap_ends(1 / mean_gap);
    Random random(seed);
    bool valid = Trial(density)(random);
    Image mask(width, height);
    for (std::uint8_t& pixel : mask.pixels) {
        pixel = valid ? 255 : 0;
        if ((valid ? run_ends : gap_ends)(random))
            valid = !valid;
    }
    return mask;
}

Image checkerboard_mask(int width, int height, int cell) {
    if (cell < 1)
        throw usage_error(
            fmt::format("a checkerboard cannot have cells of {} pixels; ask for at least 1", cell));
    Image mask(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            *mask.pixel(x, y) = (x / cell + y / cell) % 2 == 0 ? 255 : 0;
    return mask;
}

Image gradient_image(int width, int height, bool horizontal) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            *image.pixel(x, y) = horizontal ? ramp(x, width) : ramp(y, height);
    return image;
}

Image constant_image(int width, int height, std::uint8_t value) {
    return Image(width, height, 1, value);
}

} // namespace scanline::data
