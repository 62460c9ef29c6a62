#pragma once
#include "kdtree/kdtree_picture.h"

#include <glm/vec2.hpp>

#include <vector>

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
/// The indices of points beside them, each where none of those before it is; those without such a place have
/// none. The brightest come first.
class PointLabels {
public:
    /// So few points have room for them.
    static constexpr std::size_t most = 40;

    PointLabels(ImDrawList& list, const Look& look) : list_(list), look_(look) {}
    /// What no label may cover.
    void keep_free(ImVec2 at, float radius);
    void draw(ImVec2 at, std::int64_t point, bool lit);

private:
    struct Room {
        ImVec2 low, high;
    };
    bool is_free(const Room& room) const;

    ImDrawList& list_;
    const Look& look_;
    std::vector<Room> taken_;
};
/// All of them, of points in these places.
void draw_labels(ImDrawList& list, const Look& look, const KdPicture& picture,
                 const std::vector<ImVec2>& places);

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
