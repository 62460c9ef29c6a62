#include "field.h"
#include "masks.h"
#include "render.h"

/// A rabbit sitting in the pose of the Stanford bunny: head to the left, one ear upright and one laid back,
/// round haunch and tail to the right. About two units wide and high, modelled from balls blended together.
namespace scanline::masks {
namespace {

class Bunny {
public:
    double distance(Vec3 p) const;
    double tone(const Surface& surface) const;

private:
    double body(Vec3 p) const;
    double head(Vec3 p) const;
    double ears(Vec3 p) const;

    Ellipsoid rump_{{0.32, -0.44, 0}, {0.54, 0.50, 0.46}, 10};
    Ellipsoid back_{{-0.02, -0.22, 0}, {0.50, 0.42, 0.38}, -30};
    Ellipsoid belly_{{0.02, -0.62, 0}, {0.52, 0.34, 0.34}};
    Ellipsoid chest_{{-0.36, -0.40, 0.02}, {0.30, 0.44, 0.31}, 12};
    Ellipsoid haunch_{{0.40, -0.54, 0.34}, {0.38, 0.38, 0.29}, 20};
    Ellipsoid tail_{{0.89, -0.68, 0.02}, {0.16, 0.15, 0.16}};
    Ellipsoid skull_{{-0.48, 0.22, 0.06}, {0.33, 0.29, 0.27}, 14};
    Ellipsoid muzzle_{{-0.73, 0.11, 0.12}, {0.18, 0.165, 0.17}, 20};
    Ellipsoid cheek_{{-0.52, 0.08, 0.20}, {0.20, 0.18, 0.15}};
    Ellipsoid eye_{{-0.60, 0.275, 0.30}, {0.064, 0.054, 0.5}, 20};
    Ellipsoid lid_{{-0.60, 0.275, 0.30}, {0.090, 0.076, 0.5}, 20};
    Ellipsoid glint_{{-0.618, 0.295, 0.30}, {0.016, 0.016, 0.5}};
    Ellipsoid nostril_{{-0.865, 0.150, 0.20}, {0.030, 0.014, 0.2}, -35};
    Ellipsoid upright_ear_{{-0.58, 0.72, -0.04}, {0.135, 0.38, 0.08}, 12, 20};
    Ellipsoid upright_hollow_{{-0.59, 0.735, 0.055}, {0.075, 0.265, 0.08}, 12, 20};
    Ellipsoid laid_ear_{{-0.12, 0.62, 0.12}, {0.145, 0.42, 0.08}, -48, 10};
    Ellipsoid laid_hollow_{{-0.10, 0.645, 0.215}, {0.08, 0.29, 0.08}, -48, 10};
    Ellipsoid front_paw_{{-0.50, -0.90, 0.24}, {0.22, 0.085, 0.12}};
    Ellipsoid far_paw_{{-0.64, -0.89, -0.06}, {0.19, 0.08, 0.12}};
    Ellipsoid hind_foot_{{0.14, -0.885, 0.46}, {0.34, 0.095, 0.15}};
};

double Bunny::body(Vec3 p) const {
    double d = blend(rump_.distance(p), back_.distance(p), 0.25);
    d = blend(d, belly_.distance(p), 0.1);
    d = blend(d, chest_.distance(p), 0.2);
    d = blend(d, haunch_.distance(p), 0.03);
    d = blend(d, tail_.distance(p), 0.03);
    const Limb foreleg = {{-0.36, -0.50, 0.24}, {-0.40, -0.88, 0.26}, 0.13, 0.09};
    const Limb far_leg = {{-0.42, -0.50, -0.1}, {-0.50, -0.88, -0.06}, 0.13, 0.09};
    double legs = blend(masks::distance(foreleg, p), front_paw_.distance(p), 0.08);
    legs = std::min(legs, blend(masks::distance(far_leg, p), far_paw_.distance(p), 0.08));
    d = blend(d, legs, 0.05);
    return blend(d, hind_foot_.distance(p), 0.08);
}

double Bunny::head(Vec3 p) const {
    double d = blend(skull_.distance(p), muzzle_.distance(p), 0.18);
    return blend(d, cheek_.distance(p), 0.10);
}

double Bunny::ears(Vec3 p) const {
    const double upright = carve(upright_ear_.distance(p), upright_hollow_.distance(p), 0.03);
    const double laid = carve(laid_ear_.distance(p), laid_hollow_.distance(p), 0.03);
    return std::min(upright, laid);
}

double Bunny::distance(Vec3 p) const {
    const double d = blend(body(p), head(p), 0.10);
    return blend(d, ears(p), 0.05);
}

/// A triangle wave of period 1 between -1 and 1.
double wave(double phase) {
    return 4 * std::abs(phase - std::floor(phase) - 0.5) - 1;
}

double Bunny::tone(const Surface& surface) const {
    const Vec3 p = surface.point;
    if (eye_.level(p) < 1)
        return glint_.level(p) < 1 ? 1 : -1;
    if (lid_.level(p) < 1)
        return 1;
    if (nostril_.level(p) < 1)
        return -1;
    const Vec3 light = unit({-0.38, 0.66, 0.65});
    const double key = 0.5 + 0.5 * dot(surface.normal, light);
    const bool in_ear_hollow = upright_hollow_.level(p) < 1.04 || laid_hollow_.level(p) < 1.04;
    if (ears(p) < 0.01)
        return in_ear_hollow ? -1 : key + 0.2;
    const double rim = smooth_step(0.55, 0.95, dot(surface.normal, unit({0.90, 0.25, -0.10})));
    const double bounce = std::max(dot(surface.normal, unit({0.2, -0.8, 0.4})), 0.0);
    const double shade = key * mix(0.45, 1.0, surface.openness) + 0.45 * rim + 0.25 * bounce;
    // Slices of the solid across the light: lines that bend round the body as an engraver's do, and close on
    // themselves only where it is fully lit and they are drowned in white.
    return shade + 0.13 * wave(dot(p, light) * 36);
}

} // namespace

data::Image make_bunny() {
    const Bunny bunny;
    const Scene scene = {.distance = [&](Vec3 p) { return bunny.distance(p); },
                         .tone = [&](const Surface& surface) { return bunny.tone(surface); },
                         .middle = {0.06, 0.06, 0},
                         .scale = 785,
                         .depth = 0.8,
                         .fold_width = 0.12};
    return highest(render(scene, -10), bunny_valid);
}

} // namespace scanline::masks
