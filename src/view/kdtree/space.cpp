#include "kdtree/points_view.h"
#include "kit/gesture.h"

#include <array>
#include <glm/common.hpp>
#include <limits>

namespace scanline::view {

namespace {

/// Up to this many filled split planes can be told apart.
constexpr std::size_t most_filled = 32;
constexpr double degrees_a_pixel = 0.4;

class Space final : PointsView {
public:
    Space(const Look& look, const KdPicture& picture, const Rect& area, bool hovered)
        : PointsView(look, picture, hovered), area_(area), camera_(camera(area)) {}

    KdAnswer draw(KdAnswer answer) {
        edges(false);
        contents();
        edges(true);
        path();
        rings();
        query();
        labels(area_);
        scales();
        answer.hovered = nearest_;
        return answer;
    }
    using PointsView::point_tooltip;

private:
    // Corners are numbered with one bit per axis.
    static constexpr std::array<std::pair<std::size_t, std::size_t>, 12> cube_edges{
        {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};
    using Corners = std::array<glm::dvec3, 8>;

    ImVec2 to_screen(const glm::dvec3& unit) const override { return pixel(camera_.see(unit).at); }

    /// Centres the projected bounds: perspective enlarges near parts and so shifts their middle.
    KdCamera camera(const Rect& area) const {
        const double smaller = static_cast<double>(std::min(area.width(), area.height()));
        const double size = std::max(1.0, 0.29 * smaller) * picture_.setup.zoom;
        const KdCamera there(picture_.setup.yaw, picture_.setup.pitch, {0, 0}, size);
        glm::dvec2 least(std::numeric_limits<double>::max()), most(std::numeric_limits<double>::lowest());
        for (const glm::dvec3& corner : corners_of(run_.bounds)) {
            least = glm::min(least, there.see(corner).at);
            most = glm::max(most, there.see(corner).at);
        }
        const glm::dvec2 middle(area.left + area.right, area.top + area.bottom);
        return {picture_.setup.yaw, picture_.setup.pitch, (middle - least - most) / 2.0, size};
    }

    Corners corners_of(const KdBox& box) const {
        Corners corners;
        for (std::size_t corner = 0; corner < corners.size(); ++corner) {
            const auto end = [&](int axis) {
                return (corner >> axis & 1) != 0 ? box.high[axis] : box.low[axis];
            };
            corners[corner] = frame_.unit({end(0), end(1), end(2)});
        }
        return corners;
    }

    // Edges far from the eye are drawn before the points, the others after them.
    void edges(bool near) {
        const Corners corners = corners_of(run_.bounds);
        for (const auto& [a, b] : cube_edges) {
            const auto from = camera_.see(corners[a]), to = camera_.see(corners[b]);
            if ((from.depth + to.depth > 0) == near)
                line(pixel(from.at), pixel(to.at), with_alpha(palette_.dim, near ? 0.75f : 0.35f), 1);
        }
    }

    // Splits and points, back to front.
    void contents() {
        struct Item {
            const KdSplit* split; ///< null: a point
            std::size_t drawn;
            KdCamera::Seen seen;
        };
        std::vector<Item> items;
        for (const KdSplit& split : sight_.splits) {
            if (!sight_.reach && (split.now || split.cell->subtree.depth < KdSight::outlined_levels)) {
                const auto corners = plane_of(*split.cell);
                items.push_back({&split, 0, camera_.see((corners[0] + corners[2]) / 2.0)});
            }
        }
        for (std::size_t i = 0; i < sight_.nodes.size(); ++i)
            items.push_back({nullptr, i, camera_.see(unit_of(sight_.nodes[i]))});
        std::ranges::sort(items, {}, [](const Item& item) { return item.seen.depth; });
        for (const Item& item : items) {
            if (item.split)
                plane(*item.split);
            else
                point(item.drawn, pixel(item.seen.at), radius_ * static_cast<float>(item.seen.scale));
        }
    }

    // In order around the plane, so that consecutive corners are joined by its sides.
    std::array<glm::dvec3, 4> plane_of(const KdCell& cell) const {
        const int axis = cell.axis;
        KdBox box = cell.box;
        box.low[axis] = box.high[axis] = cell.split;
        const Corners corners = corners_of(box);
        const std::size_t one = std::size_t{1} << (axis + 1) % 3, other = std::size_t{1} << (axis + 2) % 3;
        return {corners[0], corners[one], corners[one + other], corners[other]};
    }

    std::array<ImVec2, 4> quad_of(const KdCell& cell) const {
        std::array<ImVec2, 4> at;
        std::ranges::transform(plane_of(cell), at.begin(),
                               [this](const glm::dvec3& corner) { return to_screen(corner); });
        return at;
    }

    void quad(const std::array<ImVec2, 4>& at, ImU32 colour, float width) {
        for (std::size_t i = 0; i < at.size(); ++i)
            line(at[i], at[(i + 1) % at.size()], colour, width);
    }

    /// The splits above the pinned point, and the cell that it lies in.
    void path() {
        for (const KdCell& cell : picture_.path) {
            const auto at = quad_of(cell);
            quad(at, with_alpha(palette_.pinned, 0.8f), 1.5f);
            if (&cell == &picture_.path.back())
                wire(cell.box, with_alpha(palette_.pinned, 0.6f), 1);
        }
    }

    void plane(const KdSplit& split) {
        const std::array<ImVec2, 4> at = quad_of(*split.cell);
        const ImU32 colour = axis_colour(look_, split.cell->axis);
        const std::size_t now = std::size_t{1} << split.cell->subtree.depth;
        if (split.now && now <= most_filled)
            list_.AddQuadFilled(at[0], at[1], at[2], at[3], with_alpha(colour, 0.2f));
        quad(at, with_alpha(colour, split.now ? 0.9f : 0.35f), split.now ? 1.5f : 1.0f);
    }

    void query() {
        if (!sight_.reach)
            return;
        for (const KdRegion& region : sight_.regions) {
            if (region.now || region.kind == KdRegion::Kind::taken)
                wire(region.box, outline_of(look_, region.kind), region.now ? 1.8f : 1.0f);
        }
        const KdReach& reach = *sight_.reach;
        if (reach.box)
            wire(*reach.box, palette_.focus, 1.5f);
        // Like a globe: circles around the three axes.
        for (int axis = 0; reach.radius && std::isfinite(*reach.radius) && axis < 3; ++axis)
            circle(*reach.radius, (axis + 1) % 3, (axis + 2) % 3, 64, with_alpha(palette_.focus, 0.75f),
                   1.2f);
        query_mark();
    }

    void wire(const KdBox& box, ImU32 colour, float width) {
        const Corners corners = corners_of(box);
        for (const auto& [a, b] : cube_edges)
            line(to_screen(corners[a]), to_screen(corners[b]), colour, width);
    }

    // Beside the outermost edge along each axis: z at the left, x and y at the bottom.
    void scales() const {
        const glm::dvec3 half = frame_.half();
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec2 best(0, 0);
            double farthest = std::numeric_limits<double>::lowest();
            for (int corner = 0; corner < 4; ++corner) {
                const int one = (axis + 1) % 3, other = (axis + 2) % 3;
                glm::dvec3 edge(0, 0, 0);
                edge[one] = (corner & 1) != 0 ? half[one] : -half[one];
                edge[other] = (corner & 2) != 0 ? half[other] : -half[other];
                const glm::dvec2 at = camera_.see(edge).at;
                const double out = axis == 2 ? camera_.middle().x - at.x : at.y - camera_.middle().y;
                if (out > farthest) {
                    farthest = out;
                    best = at;
                }
            }
            scale(axis, best);
        }
    }

    // Pushed away from the middle, off the edge.
    void scale(int axis, const glm::dvec2& edge) const {
        const KdBox& box = run_.bounds;
        std::string text = fmt::format("{} {} to {}", axis_name(axis), coordinate_text(box, box.low[axis]),
                                       coordinate_text(box, box.high[axis]));
        const ImFont* const font = look_.fonts.small;
        const ImVec2 at = pixel(edge);
        const float side = edge.x < camera_.middle().x ? -1.0f : 1.0f, gap = look_.px(12);
        const float end = at.x + side * (gap + width_of(font, text)), y = axis == 2 ? at.y : at.y + gap;
        if (end < area_.left || end > area_.right)
            text = axis_name(axis);
        write(list_, font, {at.x + side * gap, y - font->FontSize / 2}, axis_colour(look_, axis), text,
              side < 0 ? 1.0f : 0.0f);
    }

    Rect area_;
    KdCamera camera_;
};

void turn(KdSetup& setup, bool hovered) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemActive()) {
        setup.yaw = std::remainder(setup.yaw - static_cast<double>(io.MouseDelta.x) * degrees_a_pixel, 360.0);
        setup.pitch = std::clamp(setup.pitch + static_cast<double>(io.MouseDelta.y) * degrees_a_pixel,
                                 -KdSetup::most_pitch, KdSetup::most_pitch);
    }
    if (hovered && io.MouseWheel != 0)
        setup.zoom = std::clamp(setup.zoom * std::pow(1.1, static_cast<double>(io.MouseWheel)),
                                KdSetup::least_zoom, KdSetup::most_zoom);
}

} // namespace

KdAnswer draw_kd_space(const Look& look, const KdPicture& picture, const Rect& area) {
    KdAnswer answer{-1, picture.setup};
    // Before the button, which takes the press.
    if (gesture_in(area) == Gesture::reset)
        answer.setup.reset_camera();
    ImGui::SetCursorScreenPos(area.low());
    ImGui::InvisibleButton("space", {std::max(1.0f, area.width()), std::max(1.0f, area.height())});
    const bool hovered = ImGui::IsItemHovered(), turning = ImGui::IsItemActive();
    turn(answer.setup, hovered);
    ImGui::PushClipRect(area.low(), area.high(), true);
    Space space(look, picture, area, hovered && !turning);
    answer = space.draw(answer);
    ImGui::PopClipRect();
    space.point_tooltip();
    return answer;
}

} // namespace scanline::view
