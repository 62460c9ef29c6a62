#include "ridges.h"

#include "deterministic_math.h"

#include <array>
#include <tuple>
#include <vector>

/// Ridges grown as SFinGe does (Cappelli, Maio and Maltoni, "Synthetic fingerprint-image generation", 2000):
/// an orientation field with cores and deltas (Sherlock and Monro, 1993), then noise filtered again and again
/// along it, which settles into ridges with real endings and forks.
namespace scanline::masks {
namespace {

constexpr double ridge_period = 7.0; ///< in cells of the grid
constexpr int kernel_radius = 9;
constexpr int kernel_side = 2 * kernel_radius + 1;
constexpr int orientations = 48;
constexpr int rounds = 24;

/// A position in the print, from -1 to 1 on each axis and y down as in the picture; or a direction, a unit
/// vector that multiplies like a complex number.
struct Direction {
    double x;
    double y;
};

Direction times(Direction a, Direction b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
Direction over(Direction a, Direction b) {
    return times(a, {b.x, -b.y});
}

Direction towards(Direction from, Direction to) {
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double r = std::sqrt(dx * dx + dy * dy) + 1e-12;
    return {dx / r, dy / r};
}

/// Twice the ridge's angle: each core turns the ridges by half a turn once around it, each delta by half a
/// turn back.
Direction doubled_orientation(Direction at) {
    constexpr std::array<Direction, 2> cores = {{{0.03, -0.16}, {-0.03, 0.06}}};
    constexpr std::array<Direction, 2> deltas = {{{-0.50, 0.62}, {0.54, 0.58}}};
    Direction turn = {1, 0};
    for (const Direction core : cores)
        turn = times(turn, towards(core, at));
    for (const Direction delta : deltas)
        turn = over(turn, towards(delta, at));
    return turn;
}

using Kernel = std::array<float, static_cast<std::size_t>(kernel_side* kernel_side)>;

/// Passes ridges of the given angle: a wave across them under a bell, minus its mean so that flat stays flat.
Kernel ridge_kernel(double angle) {
    const double sigma_across = 0.40 * ridge_period;
    const double sigma_along = 0.6 * ridge_period;
    Kernel kernel{};
    std::array<double, std::tuple_size_v<Kernel>> bell{};
    std::array<double, std::tuple_size_v<Kernel>> wave{};
    double bell_sum = 0;
    double wave_sum = 0;
    for (std::size_t i = 0; i < kernel.size(); ++i) {
        const double x = static_cast<double>(static_cast<int>(i) % kernel_side - kernel_radius);
        const double y = static_cast<double>(static_cast<int>(i) / kernel_side - kernel_radius);
        const double along = x * cosine(angle) + y * sine(angle);
        const double across = y * cosine(angle) - x * sine(angle);
        const double u = along / sigma_along;
        const double v = across / sigma_across;
        bell[i] = exp_minus((u * u + v * v) / 2);
        wave[i] = bell[i] * cosine(2 * pi * across / ridge_period);
        bell_sum += bell[i];
        wave_sum += wave[i];
    }
    double strength = 0;
    for (std::size_t i = 0; i < kernel.size(); ++i) {
        wave[i] -= bell[i] * wave_sum / bell_sum;
        strength += std::abs(wave[i]);
    }
    for (std::size_t i = 0; i < kernel.size(); ++i)
        kernel[i] = static_cast<float>(wave[i] / strength);
    return kernel;
}

std::vector<Kernel> ridge_kernels() {
    std::vector<Kernel> kernels;
    kernels.reserve(orientations);
    for (int i = 0; i < orientations; ++i)
        kernels.push_back(ridge_kernel(pi * i / orientations));
    return kernels;
}

/// The kernel whose doubled angle is nearest to the direction.
std::size_t nearest_kernel(Direction doubled) {
    std::size_t best = 0;
    double best_dot = -2;
    for (int i = 0; i < orientations; ++i) {
        const double angle = 2 * pi * i / orientations;
        const double nearness = doubled.x * cosine(angle) + doubled.y * sine(angle);
        if (nearness > best_dot) {
            best_dot = nearness;
            best = static_cast<std::size_t>(i);
        }
    }
    return best;
}

double place(int cell) {
    return (cell + 0.5) * 2 / ridge_grid_size - 1;
}

std::vector<std::size_t> kernel_map() {
    std::vector<std::size_t> map;
    map.reserve(static_cast<std::size_t>(ridge_grid_size * ridge_grid_size));
    for (int y = 0; y < ridge_grid_size; ++y)
        for (int x = 0; x < ridge_grid_size; ++x)
            map.push_back(nearest_kernel(doubled_orientation({place(x), place(y)})));
    return map;
}

float filtered(const Field& field, int x, int y, const Kernel& kernel) {
    float sum = 0;
    for (int j = 0; j < kernel_side; ++j) {
        const float* row =
            &field.values[static_cast<std::size_t>((y + j - kernel_radius) * field.size + x - kernel_radius)];
        const float* weights = &kernel[static_cast<std::size_t>(j * kernel_side)];
        for (int i = 0; i < kernel_side; ++i)
            sum += row[i] * weights[i];
    }
    return sum;
}

} // namespace

Field grow_ridges() {
    const std::vector<Kernel> kernels = ridge_kernels();
    const std::vector<std::size_t> map = kernel_map();
    Random random(20090205);
    Field ridges = noise(ridge_grid_size, random);
    for (int round = 0; round < rounds; ++round) {
        Field next(ridge_grid_size);
        for (int y = kernel_radius; y < ridge_grid_size - kernel_radius; ++y) {
            for (int x = kernel_radius; x < ridge_grid_size - kernel_radius; ++x) {
                const Kernel& kernel = kernels[map[static_cast<std::size_t>(y * ridge_grid_size + x)]];
                next.at(x, y) = std::clamp(filtered(ridges, x, y, kernel) * 2.5f, -1.0f, 1.0f);
            }
        }
        ridges = std::move(next);
    }
    return ridges;
}

} // namespace scanline::masks
