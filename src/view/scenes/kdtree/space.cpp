#include "scenes/kdtree/points_view.h"

#include <array>

namespace scanline::view::kdtree_scene {

namespace {

/// Up to this many filled split planes can be told apart.
constexpr std::size_t max_filled = 32;

class Space final : public PlacesView {
public:
    Space(const Look& look, const Picture& picture, const Rect& area, bool hovered)
        : PlacesView(look, picture, hovered), area_(area),
          camera_(camera_in(area, picture.setup.camera, frame_.half())) {}

    std::int64_t draw() {
        draw_box(list_, look_, camera_, frame_.half(), false);
        contents();
        draw_box(list_, look_, camera_, frame_.half(), true);
        avoid_edges();
        path();
        rings();
        query();
        labels(area_);
        decision();
        scales();
        return nearest_;
    }

private:
    ImVec2 to_screen(const glm::dvec3& unit) const override { return camera_.at(unit); }

    Corners corners_of(const Box& box) const {
        return corners_between(frame_.unit(box.low), frame_.unit(box.high));
    }

    // Labels avoid the edges of the box.
    void avoid_edges() {
        const Corners corners = corners_of(run_.bounds);
        for (const auto& [a, b] : box_edges)
            lines_.emplace_back(to_screen(corners[a]), to_screen(corners[b]));
    }

    // Splits and points, back to front.
    void contents() {
        struct Item {
            const Split* split; ///< null: a point
            std::size_t drawn;
            Camera::Seen seen;
        };
        std::vector<Item> items;
        for (const Split& split : view_.splits) {
            if (!view_.reach && (split.now || split.cell->subtree.depth < StepView::outlined_levels)) {
                const auto corners = split_plane(*split.cell);
                items.push_back({&split, 0, camera_.see((corners[0] + corners[2]) / 2.0)});
            }
        }
        for (std::size_t i = 0; i < view_.nodes.size(); ++i)
            items.push_back({nullptr, i, camera_.see(unit_of(view_.nodes[i]))});
        std::ranges::sort(items, {}, [](const Item& item) { return item.seen.depth; });
        for (const Item& item : items) {
            if (item.split)
                plane(*item.split);
            else
                point(item.drawn, pixel(item.seen.at), radius_ * static_cast<float>(item.seen.scale));
        }
    }

    std::array<glm::dvec3, 4> split_plane(const Cell& cell) const {
        Box box = cell.box;
        box.low[cell.axis] = box.high[cell.axis] = cell.split;
        return plane_of(corners_of(box), cell.axis);
    }

    std::array<ImVec2, 4> quad_of(const Cell& cell) const {
        std::array<ImVec2, 4> at;
        std::ranges::transform(split_plane(cell), at.begin(),
                               [this](const glm::dvec3& corner) { return to_screen(corner); });
        return at;
    }

    void quad(const std::array<ImVec2, 4>& at, ImU32 colour, float width) {
        for (std::size_t i = 0; i < at.size(); ++i)
            line(at[i], at[(i + 1) % at.size()], colour, width);
    }

    /// The splits above the pinned point, and the cell that it lies in.
    void path() {
        for (const Cell& cell : picture_.path) {
            const auto at = quad_of(cell);
            quad(at, with_alpha(palette_.pinned, 0.8f), 1.5f);
            if (&cell == &picture_.path.back())
                wire(cell.box, with_alpha(palette_.pinned, 0.6f), 1);
        }
    }

    void plane(const Split& split) {
        std::array<ImVec2, 4> at = quad_of(*split.cell);
        if (split.now)
            for (ImVec2& corner : at)
                corner = between(screen_of(split.cell->node), corner, picture_.progress());
        const ImU32 colour = split_colour(split.cell->axis);
        const std::size_t now = std::size_t{1} << split.cell->subtree.depth;
        if (split.now && now <= max_filled)
            list_.AddQuadFilled(at[0], at[1], at[2], at[3], with_alpha(colour, 0.2f));
        quad(at, with_alpha(colour, split.now ? 0.9f : 0.35f), split.now ? 1.5f : 1.0f);
    }

    void query() {
        if (!view_.reach)
            return;
        for (const Region& region : view_.regions) {
            if (region.now || region.kind == Region::Kind::taken)
                wire(region.box, outline_of(look_, region.kind), region.now ? 1.8f : 1.0f);
        }
        const Reach& reach = *view_.reach;
        if (reach.box)
            wire(*reach.box, palette_.focus, 1.5f);
        // Like a globe: circles around the three axes.
        for (int axis = 0; reach.radius && std::isfinite(*reach.radius) && axis < 3; ++axis)
            circle(*reach.radius, (axis + 1) % 3, (axis + 2) % 3, 64, with_alpha(palette_.focus, 0.75f),
                   1.2f);
        query_mark();
    }

    void wire(const Box& box, ImU32 colour, float width) {
        const Corners corners = corners_of(box);
        for (const auto& [a, b] : box_edges)
            line(to_screen(corners[a]), to_screen(corners[b]), colour, width);
    }

    void scales() const {
        const Box& box = run_.bounds;
        for (int axis = 0; axis < 3; ++axis)
            draw_scale(list_, look_, camera_, area_, frame_.half(), axis, split_colour(axis),
                       fmt::format("{} {} to {}", axis_name(axis), coordinate_text(box, box.low[axis]),
                                   coordinate_text(box, box.high[axis])),
                       {axis_name(axis)});
    }

    Rect area_;
    Camera camera_;
};

} // namespace

Answer draw_kd_space(const Look& look, const Picture& picture, const Rect& area) {
    return draw_space<Space>(look, picture, area);
}

} // namespace scanline::view::kdtree_scene
