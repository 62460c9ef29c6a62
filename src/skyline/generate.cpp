#include "scanline/skyline/generate.h"

#include "scanline/core/memory.h"
#include "scanline/core/random.h"
#include "scanline/skyline/keys.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace scanline::skyline {

namespace {

constexpr const char* generate_operation = "skyline generate";

// The mean of some uniform numbers: the more, the closer to the middle.
double peaked(Random& random, double low, double high, int numbers) {
    double sum = 0;
    for (int i = 0; i < numbers; ++i)
        sum += random.unit();
    return low + (high - low) * (sum / numbers);
}

// Close to a normal distribution.
double normal(Random& random, double middle, double reach) {
    return peaked(random, middle - reach, middle + reach, 12);
}

void draw(Kind kind, std::span<double> row, Random& random) {
    if (kind == Kind::independent) {
        std::ranges::generate(row, [&] { return random.unit(); });
        return;
    }
    const double start = kind == Kind::correlated ? peaked(random, 0, 1, static_cast<int>(row.size()))
                                                  : normal(random, 0.5, 0.25);
    const double most = std::min(start, 1 - start);
    std::ranges::fill(row, start);
    for (std::size_t column = 0; column < row.size(); ++column) {
        const double amount =
            kind == Kind::correlated ? normal(random, 0, most) : most * (2 * random.unit() - 1);
        row[column] += amount;
        row[(column + 1) % row.size()] -= amount;
    }
}

} // namespace

points::PointCloud<float> generate(Kind kind, std::int64_t size, int dimensions, std::uint64_t seed,
                                   const std::optional<ranks::Slice>& part) {
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: {} columns cannot be: there are 1 to {}", generate_operation,
                                      dimensions, max_dimensions));
    if (size < 0 || size > points::max_points)
        throw usage_error(fmt::format("{}: {} rows cannot be: there are 0 to {}", generate_operation, size,
                                      points::max_points));
    const ranks::Slice own = part.value_or(ranks::Slice{0, size});
    points::PointCloud<float> table{{}, dimensions};
    allocate(table.coordinates, own.size * dimensions, generate_operation);
    Random random(seed);
    std::vector<double> row(static_cast<std::size_t>(dimensions));
    const auto draw_next = [&] {
        do
            draw(kind, row, random);
        while (!std::ranges::all_of(row, [](double value) { return value >= 0 && value <= 1; }));
    };
    if (kind == Kind::independent) // one number a value
        random.skip(static_cast<std::uint64_t>(own.first * dimensions));
    else
        for (std::int64_t before = 0; before < own.first; ++before)
            draw_next();
    for (auto at = table.coordinates.begin(); at != table.coordinates.end(); at += dimensions) {
        draw_next();
        std::ranges::transform(row, at, [](double value) { return static_cast<float>(value); });
    }
    return table;
}

} // namespace scanline::skyline
