#pragma once
#include "kdtree/kdtree_picture.h"

#include <glm/vec2.hpp>

namespace scanline::view {

// What the plane and the space draw alike.

inline ImVec2 pixel(const glm::dvec2& at) {
    return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

/// Pixels of a point: the more there are, the smaller.
float point_radius(const Look& look, std::size_t points);

/// A point; of many only a square.
void draw_point(ImDrawList& list, const Look& look, ImVec2 at, float radius, KdRole role, bool many);
/// A ring around the point that is looked at, or under the mouse.
void draw_ring(ImDrawList& list, const Look& look, ImVec2 at, float radius, ImU32 colour);
/// Where the query is.
void draw_query(ImDrawList& list, const Look& look, ImVec2 at);
/// The index of a point beside it.
void draw_label(ImDrawList& list, const Look& look, ImVec2 at, std::int64_t point, bool lit);
/// So few points have room for their indices.
inline constexpr std::size_t most_labels = 40;

/// Which point the mouse is over.
class NearestPoint {
public:
    NearestPoint(const Look& look, bool hovered) : greatest_(look.px(10)), hovered_(hovered) {}
    void offer(ImVec2 at, std::int64_t node);
    std::int64_t node() const { return node_; }

private:
    float greatest_;
    bool hovered_;
    std::int64_t node_ = -1;
};
void show_point_tooltip(const KdRun& run, std::int64_t node);

} // namespace scanline::view
