#pragma once
#include "deterministic_math.h"

#include <array>
#include <span>

/// Solids as signed distances: negative inside. x to the right, y up, z towards the viewer.
namespace scanline::masks {

struct Vec3 {
    double x = 0;
    double y = 0;
    double z = 0;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(Vec3 a, Vec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator*(Vec3 a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
constexpr double dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline double length(Vec3 a) {
    return std::sqrt(dot(a, a));
}
constexpr Vec3 mix(Vec3 a, Vec3 b, double t) {
    return a + (b - a) * t;
}
inline Vec3 unit(Vec3 a) {
    return a * (1 / length(a));
}

/// An ellipsoid rotated first about the vertical (yaw), then in the picture plane (roll, counter-clockwise),
/// in degrees. Its distance is a first-order bound, accurate near the surface.
class Ellipsoid {
public:
    Ellipsoid(Vec3 center, Vec3 radii, double roll = 0, double yaw = 0);
    double distance(Vec3 p) const;
    /// The distance of p from the centre in radii: 1 on the surface.
    double level(Vec3 p) const { return length(scaled(p)); }

private:
    Vec3 scaled(Vec3 p) const;

    Vec3 center_;
    Vec3 radii_;
    Vec3 axis_x_;
    Vec3 axis_y_;
    Vec3 axis_z_;
};

/// A limb: the hull of the ball of radius a_radius at a and the ball of radius b_radius at b, neither inside
/// the other.
struct Limb {
    Vec3 a;
    Vec3 b;
    double a_radius;
    double b_radius;
};

double distance(const Limb& limb, Vec3 p);

/// The union of two distances with the crease between them filled to the width k.
inline double blend(double a, double b, double k) {
    const double h = std::max(k - std::abs(a - b), 0.0) / k;
    return std::min(a, b) - h * h * k * 0.25;
}

/// a without b, the edge rounded to the width k.
inline double carve(double a, double b, double k) {
    return -blend(-a, b, k);
}

/// A line drawn on the picture plane through at least two points, thickest in the middle and tapered to its
/// ends.
struct Stroke {
    std::span<const Vec3> points;
    double half_width;
};

/// Points along the cubic Bezier curve of four control points.
constexpr std::array<Vec3, 25> curve(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    std::array<Vec3, 25> points{};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(points.size() - 1);
        const Vec3 ab = mix(mix(a, b, t), mix(b, c, t), t);
        const Vec3 bc = mix(mix(b, c, t), mix(c, d, t), t);
        points[i] = mix(ab, bc, t);
    }
    return points;
}

/// How far inside the stroke p lies, positive inside; z is ignored.
double depth_in(const Stroke& stroke, Vec3 p);

} // namespace scanline::masks
