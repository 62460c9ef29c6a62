#include "kdtree/drawing.h"
#include "kdtree/geometry.h"
#include "kdtree/sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <limits>
#include <numbers>

namespace scanline::view {

namespace {

/// Planes of so many splits can be told apart when they are filled.
constexpr std::size_t most_filled = 32;
constexpr double degrees_a_pixel = 0.4;

class Space {
public:
    Space(const Look& look, const KdPicture& picture, ImVec2 low, ImVec2 high)
        : look_(look), palette_(look.palette()), picture_(picture), run_(picture.run), sight_(picture.sight),
          frame_(run_.bounds, 3), camera_(camera(low, high)), list_(*ImGui::GetWindowDrawList()) {}

    // Behind the points those edges that are away from the eye, the others before them.
    void edges(bool near) const {
        const std::array<glm::dvec3, 8> corners = corners_of(run_.bounds);
        for (const auto& [a, b] : cube_edges) {
            const auto from = camera_.see(corners[a]), to = camera_.see(corners[b]);
            if ((from.depth + to.depth > 0) == near)
                list_.AddLine(pixel(from.at), pixel(to.at), with_alpha(palette_.dim, near ? 0.75f : 0.35f),
                              look_.px(1));
        }
    }

    std::int64_t contents(bool hovered) const {
        std::vector<Item> items;
        if (!sight_.reach) {
            for (std::size_t i = 0; i < sight_.splits.size(); ++i) {
                if (is_shown(sight_.splits[i]))
                    items.push_back({Item::Kind::split, i, middle_of(sight_.splits[i]).depth});
            }
        }
        const std::size_t points = run_.drawn.size();
        for (std::size_t i = 0; i < points; ++i)
            items.push_back({Item::Kind::point, i, see(run_.drawn[i]).depth});
        std::ranges::sort(items, {}, &Item::depth);

        const float radius = point_radius(look_, points);
        NearestPoint nearest(look_, hovered);
        for (const Item& item : items) {
            if (item.kind == Item::Kind::split) {
                plane(sight_.splits[item.place]);
                continue;
            }
            const std::int64_t node = run_.drawn[item.place];
            const KdCamera::Seen seen = see(node);
            draw_point(list_, look_, pixel(seen.at), radius * static_cast<float>(seen.scale),
                       sight_.roles[item.place], points > 1500);
            nearest.offer(pixel(seen.at), node);
        }
        for (const std::int64_t node : {sight_.focus, picture_.hovered}) {
            if (node >= 0)
                draw_ring(list_, look_, pixel(see(node).at), radius,
                          node == sight_.focus ? palette_.trace : palette_.text);
        }
        return nearest.node();
    }

    void labels() const {
        std::vector<ImVec2> places;
        for (const std::int64_t node : run_.drawn)
            places.push_back(pixel(see(node).at));
        draw_labels(list_, look_, picture_, places);
    }

    void query() const {
        if (!sight_.reach)
            return;
        for (const KdRegion& region : sight_.regions) {
            if (region.now || region.kind == KdRegion::Kind::taken)
                wire(region.box, outline_of(look_, region.kind), region.now ? 1.8f : 1.0f);
        }
        const KdReach& reach = *sight_.reach;
        if (reach.box)
            wire(*reach.box, palette_.trace, 1.5f);
        if (reach.radius && std::isfinite(*reach.radius))
            ball(*reach.radius);
        draw_query(list_, look_, pixel(camera_.see(frame_.unit(reach.at)).at));
    }

    /// Beside the edge along each axis that is farthest out: z at the left, x and y at the bottom.
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
            axis_name_at(axis, best);
        }
    }

private:
    struct Item {
        enum class Kind { split, point };
        Kind kind;
        std::size_t place;
        double depth;
    };
    // Corners are numbered by a bit for each axis.
    static constexpr std::array<std::pair<std::size_t, std::size_t>, 12> cube_edges{
        {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

    /// With the bounds in the middle as they are seen: what is nearer is larger, so that half of them is not.
    KdCamera camera(ImVec2 low, ImVec2 high) const {
        const double size = radius(low, high) * picture_.setup.zoom;
        const KdCamera there(picture_.setup.yaw, picture_.setup.pitch, {0, 0}, size);
        glm::dvec2 least(std::numeric_limits<double>::max()), most(std::numeric_limits<double>::lowest());
        for (const glm::dvec3& corner : corners_of(run_.bounds)) {
            least = glm::min(least, there.see(corner).at);
            most = glm::max(most, there.see(corner).at);
        }
        const glm::dvec2 middle(low.x + high.x, low.y + high.y);
        return {picture_.setup.yaw, picture_.setup.pitch, (middle - least - most) / 2.0, size};
    }
    static double radius(ImVec2 low, ImVec2 high) {
        return std::max(1.0, 0.29 * static_cast<double>(std::min(high.x - low.x, high.y - low.y)));
    }
    std::string axis_text(int axis) const {
        const auto at = static_cast<std::size_t>(axis);
        return std::string(1, axis_name(axis)) + " " + coordinate_text(run_.bounds, run_.bounds.low[at]) +
               " to " + coordinate_text(run_.bounds, run_.bounds.high[at]);
    }
    /// Pushed away from the middle, so that it does not lie on the edge.
    void axis_name_at(int axis, const glm::dvec2& edge) const {
        const std::string text = axis_text(axis);
        ImFont* const font = look_.fonts.small;
        const ImVec2 at = pixel(edge);
        const float width = width_of(font, text), height = font->FontSize;
        const float side = edge.x < camera_.middle().x ? -1.0f : 1.0f, gap = look_.px(12);
        const float x = at.x + side * (gap + width / 2), y = axis == 2 ? at.y : at.y + gap;
        write(list_, font, {x, y - height / 2}, axis_colour(look_, axis), text, 0.5f);
    }
    KdCamera::Seen see(std::int64_t node) const { return camera_.see(frame_.unit(run_.tree.points()[node])); }

    std::array<glm::dvec3, 8> corners_of(const KdBox& box) const {
        std::array<glm::dvec3, 8> corners;
        for (std::size_t corner = 0; corner < corners.size(); ++corner) {
            std::array<double, 3> place{};
            for (std::size_t axis = 0; axis < 3; ++axis)
                place[axis] = (corner >> axis & 1) != 0 ? box.high[axis] : box.low[axis];
            corners[corner] = frame_.unit(place);
        }
        return corners;
    }
    /// Around, so that lines from each to the next are its sides.
    std::array<glm::dvec3, 4> plane_of(const KdSplit& split) const {
        const KdCell& cell = *split.cell;
        KdBox box = cell.box;
        const auto axis = static_cast<std::size_t>(cell.axis);
        box.low[axis] = box.high[axis] = cell.split;
        const std::array<glm::dvec3, 8> corners = corners_of(box);
        const std::size_t one = std::size_t{1} << (axis + 1) % 3, other = std::size_t{1} << (axis + 2) % 3;
        return {corners[0], corners[one], corners[one + other], corners[other]};
    }
    KdCamera::Seen middle_of(const KdSplit& split) const {
        const auto corners = plane_of(split);
        return camera_.see((corners[0] + corners[2]) / 2.0);
    }
    bool is_shown(const KdSplit& split) const {
        return split.now || split.cell->subtree.depth < KdSight::outlined_levels;
    }
    void plane(const KdSplit& split) const {
        std::array<ImVec2, 4> corners;
        std::ranges::transform(plane_of(split), corners.begin(),
                               [this](const glm::dvec3& corner) { return pixel(camera_.see(corner).at); });
        const ImU32 colour = axis_colour(look_, split.cell->axis);
        const std::size_t now = std::size_t{1} << split.cell->subtree.depth;
        if (split.now && now <= most_filled)
            list_.AddQuadFilled(corners[0], corners[1], corners[2], corners[3], with_alpha(colour, 0.2f));
        list_.AddQuad(corners[0], corners[1], corners[2], corners[3],
                      with_alpha(colour, split.now ? 0.9f : 0.35f), look_.px(split.now ? 1.5f : 1.0f));
    }
    void wire(const KdBox& box, ImU32 colour, float width) const {
        const std::array<glm::dvec3, 8> corners = corners_of(box);
        for (const auto& [a, b] : cube_edges)
            list_.AddLine(pixel(camera_.see(corners[a]).at), pixel(camera_.see(corners[b]).at), colour,
                          look_.px(width));
    }
    // As a globe: circles around the three axes.
    void ball(double radius) const {
        constexpr int corners = 64;
        const glm::dvec3 middle = frame_.unit(sight_.reach->at);
        for (int axis = 0; axis < 3; ++axis) {
            for (int i = 0; i < corners; ++i) {
                const double angle = 2 * std::numbers::pi * i / corners;
                glm::dvec3 at = middle;
                const int one = (axis + 1) % 3, other = (axis + 2) % 3;
                at[one] += std::cos(angle) * frame_.length(radius, one);
                at[other] += std::sin(angle) * frame_.length(radius, other);
                list_.PathLineTo(pixel(camera_.see(at).at));
            }
            list_.PathStroke(with_alpha(palette_.trace, 0.75f), ImDrawFlags_Closed, look_.px(1.2f));
        }
    }

    const Look& look_;
    const Palette& palette_;
    const KdPicture& picture_;
    const KdRun& run_;
    const KdSight& sight_;
    KdFrame frame_;
    KdCamera camera_;
    ImDrawList& list_;
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

KdAnswer draw_kd_space(const Look& look, const KdPicture& picture, ImVec2 low, ImVec2 high) {
    ImGui::SetCursorScreenPos(low);
    ImGui::InvisibleButton("space", {std::max(1.0f, high.x - low.x), std::max(1.0f, high.y - low.y)});
    const bool hovered = ImGui::IsItemHovered(), turning = ImGui::IsItemActive();
    KdAnswer answer{-1, picture.setup};
    turn(answer.setup, hovered);
    const Space space(look, picture, low, high);
    ImGui::PushClipRect(low, high, true);
    space.edges(false);
    answer.hovered = space.contents(hovered && !turning);
    space.labels();
    space.edges(true);
    space.query();
    space.scales();
    ImGui::PopClipRect();
    show_point_tooltip(picture.run, answer.hovered);
    return answer;
}

} // namespace scanline::view
