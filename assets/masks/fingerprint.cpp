#include "field.h"
#include "masks.h"
#include "ridges.h"
#include "shapes.h"

#include <array>
#include <limits>

/// The skin that carries the ridges: stretch, pressure, pores, wrinkles and a worn rim. Positions range from
/// -1 to 1 on each axis, y down as in the picture.
namespace scanline::masks {
namespace {

constexpr std::array<Vec3, 4> long_wrinkle = {{{-0.46, 0.30}, {-0.25, 0.335}, {-0.05, 0.35}, {0.12, 0.40}}};
constexpr std::array<Vec3, 3> short_wrinkle = {{{0.20, -0.52}, {0.32, -0.44}, {0.46, -0.40}}};
constexpr std::array<Vec3, 3> low_wrinkle = {{{-0.10, 0.66}, {0.06, 0.70}, {0.26, 0.69}}};
constexpr std::array<Stroke, 3> wrinkles = {
    {{long_wrinkle, 0.008}, {short_wrinkle, 0.007}, {low_wrinkle, 0.006}}};

constexpr int soft_cells = 15;   ///< of the slow noise: pressure and the rim's outline
constexpr int stretch_cells = 9; ///< of the noise that stretches the skin
constexpr int grain_cells = 700; ///< of the skin's own noise
constexpr int pore_cells = 73;   ///< one pore in each

class Skin {
public:
    explicit Skin(Random random)
        : soft_(noise(soft_cells + 1, random)), grain_(noise(grain_cells + 1, random)),
          stretch_x_(noise(stretch_cells + 1, random)), stretch_y_(noise(stretch_cells + 1, random)),
          pore_x_(noise(pore_cells, random)), pore_y_(noise(pore_cells, random)) {}

    /// How white the print is at (x, y), in pixels.
    double tone(const Field& ridges, double x, double y) const;

private:
    double ridge_height(const Field& ridges, double u, double v) const;
    double pore(double u, double v) const;

    Field soft_;
    Field grain_;
    Field stretch_x_;
    Field stretch_y_;
    Field pore_x_;
    Field pore_y_;
};

double at(const Field& field, int cells, double u, double v) {
    return sample(field, u * cells, v * cells);
}

double Skin::ridge_height(const Field& ridges, double u, double v) const {
    constexpr double stretch = 3;
    const double x = u * ridge_grid_size + stretch * at(stretch_x_, stretch_cells, u, v);
    const double y = v * ridge_grid_size + stretch * at(stretch_y_, stretch_cells, u, v);
    return sample(ridges, x - 0.5, y - 0.5);
}

/// 1 in the middle of a pore, 0 from its edge on. A pore stays clear of its cell's edge, so checking one cell
/// is enough.
double Skin::pore(double u, double v) const {
    const int i = std::min(static_cast<int>(u * pore_cells), pore_cells - 1);
    const int j = std::min(static_cast<int>(v * pore_cells), pore_cells - 1);
    const double dx = u * pore_cells - i - 0.5 - 0.3 * static_cast<double>(pore_x_.at(i, j));
    const double dy = v * pore_cells - j - 0.5 - 0.3 * static_cast<double>(pore_y_.at(i, j));
    return smooth_step(0.14, 0.05, std::sqrt(dx * dx + dy * dy));
}

double Skin::tone(const Field& ridges, double x, double y) const {
    const double u = x / mask_size;
    const double v = y / mask_size;
    const Vec3 place = {2 * u - 1, 2 * v - 1, 0};
    const Vec3 radii = {place.x / 0.66, place.y / 0.90, 0};
    const double rim = length(radii) + 0.015 * at(soft_, soft_cells, u, v);
    double wrinkle = -std::numeric_limits<double>::max();
    for (const Stroke& stroke : wrinkles)
        wrinkle = std::max(wrinkle, depth_in(stroke, place));
    const double pressure = 0.22 * at(soft_, soft_cells, v, u);
    return ridge_height(ridges, u, v) + pressure + 0.12 * at(grain_, grain_cells, u, v) - 1.1 * pore(u, v) -
           1.6 * smooth_step(-0.005, 0.004, wrinkle) - 2.2 * smooth_step(0.86, 1.04, rim);
}

} // namespace

data::Image make_finger() {
    const Field ridges = grow_ridges();
    const Skin skin(Random(4));
    Field tone(mask_size);
    for (int y = 0; y < mask_size; ++y)
        for (int x = 0; x < mask_size; ++x)
            tone.at(x, y) = static_cast<float>(skin.tone(ridges, x + 0.5, y + 0.5));
    return highest(tone, finger_valid);
}

} // namespace scanline::masks
