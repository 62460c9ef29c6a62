#include "shapes.h"

#include <limits>

namespace scanline::masks {

Ellipsoid::Ellipsoid(Vec3 center, Vec3 radii, double roll, double yaw) : center_(center), radii_(radii) {
    const double cr = cosine(roll * pi / 180);
    const double sr = sine(roll * pi / 180);
    const double cy = cosine(yaw * pi / 180);
    const double sy = sine(yaw * pi / 180);
    axis_x_ = {cr * cy, sr * cy, -sy};
    axis_y_ = {-sr, cr, 0};
    axis_z_ = {cr * sy, sr * sy, cy};
}

Vec3 Ellipsoid::scaled(Vec3 p) const {
    const Vec3 q = p - center_;
    return {dot(q, axis_x_) / radii_.x, dot(q, axis_y_) / radii_.y, dot(q, axis_z_) / radii_.z};
}

double Ellipsoid::distance(Vec3 p) const {
    const Vec3 q = scaled(p);
    const double level = length(q);
    const double gradient = length({q.x / radii_.x, q.y / radii_.y, q.z / radii_.z});
    const double smallest = std::min({radii_.x, radii_.y, radii_.z});
    if (gradient == 0)
        return -smallest;
    // Deep inside a flat ellipsoid the first-order bound is far too large; no point is deeper than the
    // smallest radius.
    return std::max(level * (level - 1) / gradient, -smallest);
}

namespace {

/// The projection of p onto the segment from a to b, 0 at a and 1 at b.
double along(Vec3 a, Vec3 b, Vec3 p) {
    const Vec3 ab = b - a;
    return std::clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0);
}

} // namespace

double distance(const Limb& limb, Vec3 p) {
    const Vec3 axis = limb.b - limb.a;
    const double span = length(axis);
    const Vec3 out = p - limb.a;
    const double y = dot(out, axis) / span;
    const double x = std::sqrt(std::max(dot(out, out) - y * y, 0.0));
    // In the plane of p and the axis: the straight flank touches both balls where its normal leaves them.
    const double lean = (limb.a_radius - limb.b_radius) / span;
    const double upright = std::sqrt(1 - lean * lean);
    const double foot = y * upright - x * lean;
    if (foot < 0)
        return length(out) - limb.a_radius;
    if (foot > span * upright)
        return length(p - limb.b) - limb.b_radius;
    return x * upright + y * lean - limb.a_radius;
}

double depth_in(const Stroke& stroke, Vec3 p) {
    const Vec3 flat = {p.x, p.y, 0};
    const std::size_t segments = stroke.points.size() - 1;
    double depth = -std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < segments; ++i) {
        const Vec3 a = stroke.points[i];
        const Vec3 b = stroke.points[i + 1];
        const double t = along(a, b, flat);
        const double s = (static_cast<double>(i) + t) / static_cast<double>(segments);
        const double half_width = stroke.half_width * std::sqrt(std::max(4 * s * (1 - s), 0.0));
        depth = std::max(depth, half_width - length(flat - mix(a, b, t)));
    }
    return depth;
}

} // namespace scanline::masks
