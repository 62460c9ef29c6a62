#include "render.h"

#include <optional>

namespace scanline::masks {
namespace {

/// Side of a tile in pixels. Each tile is first tested with one thick ray, so that empty tiles cost almost
/// nothing.
constexpr int tile_size = 16;

/// The distances are bounds only near the surface, so a ray advances by a fraction of them.
constexpr double stride = 0.7;

/// The first z, walking from `start` away from the viewer, at which the solid is closer to the ray than
/// `reach`.
std::optional<double> march(const Scene& scene, Vec3 start, double reach) {
    Vec3 p = start;
    while (p.z > -scene.depth) {
        const double free = scene.distance(p) - reach;
        if (free < 0.0001 * scene.depth)
            return p.z;
        p.z -= free * stride;
    }
    return std::nullopt;
}

Surface surface_at(const Scene& scene, Vec3 p) {
    const double e = 0.75 / scene.scale;
    const auto slope = [&](Vec3 step) { return scene.distance(p + step) - scene.distance(p - step); };
    const Vec3 normal = unit({slope({e, 0, 0}), slope({0, e, 0}), slope({0, 0, e})});
    double openness = 1;
    for (const double share : {0.35, 1.0}) {
        const double away = scene.fold_width * share;
        openness -= 0.5 * std::clamp(1 - scene.distance(p + normal * away) / away, 0.0, 1.0);
    }
    return {p, normal, openness};
}

Vec3 ray_of(const Scene& scene, double x, double y) {
    const double half = mask_size / 2;
    return {scene.middle.x + (x - half) / scene.scale, scene.middle.y + (half - y) / scene.scale,
            scene.depth};
}

void render_tile(const Scene& scene, int left, int top, Field& field) {
    const double half = tile_size / 2;
    const double reach = tile_size / scene.scale;
    const auto entry = march(scene, ray_of(scene, left + half, top + half), reach);
    if (!entry)
        return;
    for (int y = top; y < top + tile_size; ++y) {
        for (int x = left; x < left + tile_size; ++x) {
            Vec3 start = ray_of(scene, x + 0.5, y + 0.5);
            start.z = *entry + 3 * reach;
            if (const auto z = march(scene, start, 0))
                field.at(x, y) = static_cast<float>(scene.tone(surface_at(scene, {start.x, start.y, *z})));
        }
    }
}

} // namespace

Field render(const Scene& scene, float background) {
    Field field(mask_size, background);
    for (int top = 0; top < mask_size; top += tile_size)
        for (int left = 0; left < mask_size; left += tile_size)
            render_tile(scene, left, top, field);
    return field;
}

} // namespace scanline::masks
