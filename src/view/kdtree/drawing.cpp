#include "kdtree/drawing.h"

#include "kdtree/geometry.h"
#include "kdtree/marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <glm/common.hpp>
#include <limits>
#include <numbers>

namespace scanline::view {

namespace {

/// At most this many points get labels.
constexpr std::size_t most_labelled = 40;
/// Beyond this many points, each is only a square.
constexpr std::size_t most_shaped = 1500;
/// Up to this many filled split planes can be told apart.
constexpr std::size_t most_filled = 32;
/// Narrower regions cannot be seen, and there may be many.
constexpr float least_region = 1.5f;
constexpr double degrees_a_pixel = 0.4;

ImVec2 pixel(const glm::dvec2& at) {
    return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

/// What the plane and the space have in common.
class View {
protected:
    View(const Look& look, const KdPicture& picture, bool hovered)
        : look_(look), palette_(look.palette()), picture_(picture), run_(picture.run), sight_(picture.sight),
          frame_(run_.bounds, run_.tree.dimensions),
          // The more points, the smaller.
          radius_(look.px(sight_.nodes.size() <= 64     ? 4.5f
                          : sight_.nodes.size() <= 400  ? 3.2f
                          : sight_.nodes.size() <= 2000 ? 2.2f
                                                        : 1.2f)),
          list_(*ImGui::GetWindowDrawList()), hovered_(hovered), greatest_(look.px(10)) {}
    ~View() = default;

    virtual ImVec2 to_screen(const glm::dvec3& unit) const = 0;

    glm::dvec3 unit_of(std::int64_t node) const { return frame_.unit(place_of(run_.coordinates_of(node))); }
    ImVec2 screen_of(std::int64_t node) const { return to_screen(unit_of(node)); }

    void point(std::size_t drawn, ImVec2 at, float radius) {
        const KdRole role = sight_.roles[drawn];
        if (sight_.nodes.size() > most_shaped)
            fill(list_, Rect{at.x, at.y, at.x, at.y}.inset(-radius), colour_of(look_, role));
        else
            draw_mark(list_, look_, role, at, radius);
        if (!hovered_)
            return;
        const ImVec2 mouse = ImGui::GetMousePos();
        const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
        if (distance < greatest_) {
            greatest_ = distance;
            nearest_ = sight_.nodes[drawn];
        }
    }

    /// A ring around the point being visited, or under the mouse.
    void ring(std::int64_t node, ImU32 colour) const {
        if (node >= 0)
            list_.AddCircle(screen_of(node), radius_ + look_.px(4), colour, 0, look_.px(2));
    }

    /// Labels points with their indices, each where no earlier label is; a label without room is dropped. The
    /// brightest come first. Drawn after all lines, which a plate behind each label keeps from striking it
    /// out.
    void labels(const Rect& within) const {
        if (sight_.nodes.size() > most_labelled)
            return;
        const ImFont* const font = look_.fonts.small;
        LabelPlaces labels(within);
        for (const std::int64_t node : sight_.nodes) {
            const ImVec2 at = screen_of(node);
            labels.take(Rect{at.x, at.y, at.x, at.y}.inset(-radius_));
        }
        for (const bool lit : {true, false}) {
            for (std::size_t i = 0; i < sight_.nodes.size(); ++i) {
                const KdRole role = sight_.roles[i];
                if (stands_out(role) != lit)
                    continue;
                const std::string text = std::to_string(run_.point_of(sight_.nodes[i]));
                const auto at =
                    labels.find(screen_of(sight_.nodes[i]), {width_of(font, text), font->FontSize}, look_);
                if (!at)
                    continue;
                const Rect plate = Rect::of(*at, {width_of(font, text), font->FontSize});
                fill(list_, plate.inset(-look_.px(2), look_.px(1)), with_alpha(palette_.panel, 0.85f),
                     look_.px(3));
                write(list_, font, *at, lit ? palette_.text : palette_.dim, text);
            }
        }
    }

    /// A cross at the query.
    void query_mark() const {
        const ImVec2 at = to_screen(frame_.unit(sight_.reach->at));
        const float arm = look_.px(8);
        for (const auto& [colour, width] :
             {std::pair{palette_.background, look_.px(5)}, {palette_.focus, look_.px(2)}}) {
            list_.AddLine({at.x - arm, at.y}, {at.x + arm, at.y}, colour, width);
            list_.AddLine({at.x, at.y - arm}, {at.x, at.y + arm}, colour, width);
        }
    }

    /// A circle around the query, along two axes, which may have different scales.
    void circle(double radius, int one, int other, int corners, ImU32 colour, float width) const {
        for (int i = 0; i < corners; ++i) {
            const double angle = 2 * std::numbers::pi * i / corners;
            glm::dvec3 at = frame_.unit(sight_.reach->at);
            at[one] += std::cos(angle) * frame_.length(radius, one);
            at[other] += std::sin(angle) * frame_.length(radius, other);
            list_.PathLineTo(to_screen(at));
        }
        list_.PathStroke(colour, ImDrawFlags_Closed, look_.px(width));
    }

    void point_tooltip() const {
        if (nearest_ < 0)
            return;
        ImGui::SetTooltip("%s", fmt::format("Point {} at {}\nnode {} of {}", run_.point_of(nearest_),
                                            place_text(run_.bounds, run_.coordinates_of(nearest_)), nearest_,
                                            run_.tree.size())
                                    .c_str());
    }

    const Look& look_;
    const Palette& palette_;
    const KdPicture& picture_;
    const KdRun& run_;
    const KdSight& sight_;
    KdFrame frame_;
    float radius_; ///< of points, in pixels
    ImDrawList& list_;

    // The point under the mouse.
    bool hovered_;
    float greatest_;
    std::int64_t nearest_ = -1;
};

class Plane final : View {
public:
    Plane(const Look& look, const KdPicture& picture, const Rect& area)
        : View(look, picture, false), map_(frame_, {area.left + look.px(48), area.top + look.px(10)},
                                           {area.right - look.px(24), area.bottom - look.px(28)}) {}

    KdAnswer draw() {
        ImGui::SetCursorScreenPos(bounds().low());
        ImGui::InvisibleButton("plane", bounds().size());
        hovered_ = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
        KdAnswer answer{-1, picture_.setup};
        ask(answer.setup);
        ground();
        splits();
        for (const KdRegion& region : sight_.regions) {
            if (region.now)
                outline(list_, box_of(region.box), outline_of(look_, region.kind), 0, look_.px(2));
        }
        // What stands out covers the others.
        for (const bool lit : {false, true}) {
            for (std::size_t i = 0; i < sight_.nodes.size(); ++i) {
                if (stands_out(sight_.roles[i]) == lit)
                    point(i, screen_of(sight_.nodes[i]), radius_);
            }
        }
        ring(sight_.focus, palette_.focus);
        ring(picture_.hovered, palette_.text);
        reach();
        labels(bounds());
        scales();
        // While a query follows the mouse, some point is always near.
        if (!sight_.reach)
            point_tooltip();
        answer.hovered = nearest_;
        return answer;
    }

private:
    ImVec2 to_screen(const glm::dvec3& unit) const override { return pixel(map_.to_screen(unit)); }

    Rect bounds() const {
        const ImVec2 low = pixel(map_.low()), high = pixel(map_.high());
        return {low.x, low.y, high.x, high.y};
    }
    Rect box_of(const KdBox& box) const {
        const ImVec2 a = to_screen(frame_.unit(box.low)), b = to_screen(frame_.unit(box.high));
        return {a.x, b.y, b.x, a.y};
    }

    // Moves the query to the mouse when that moves, drags or clicks, depending on setup.follow.
    void ask(KdSetup& setup) const {
        if (!sight_.reach || !hovered_)
            return;
        const ImGuiIO& io = ImGui::GetIO();
        const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
        const bool wanted = setup.follow ? moved : ImGui::IsItemActive();
        if (wanted || ImGui::IsItemClicked()) {
            const ImVec2 mouse = ImGui::GetMousePos();
            const glm::dvec3 at = frame_.share(map_.to_unit({mouse.x, mouse.y}));
            setup.at = {at.x, at.y, setup.at.z};
        }
        if (ImGui::IsItemClicked())
            setup.follow = false;
    }

    void ground() const {
        fill(list_, bounds(), palette_.panel);
        for (const KdRegion& region : sight_.regions) {
            const Rect box = box_of(region.box);
            if (std::min(box.width(), box.height()) >= look_.px(least_region))
                fill(list_, box, fill_of(look_, region.kind));
        }
    }

    void splits() const {
        for (const KdSplit& split : sight_.splits) {
            const KdCell& cell = *split.cell;
            const Rect below = box_of(cell.box.cut(cell.axis, cell.split, false));
            const ImVec2 corner{below.right, below.top};
            const ImVec2 from = cell.axis == 0 ? corner : below.low();
            const ImVec2 to = cell.axis == 0 ? below.high() : corner;
            if (std::max(to.x - from.x, to.y - from.y) < look_.px(2))
                continue;
            const bool faint = sight_.reach.has_value();
            const ImU32 colour = faint ? with_alpha(palette_.dim, split.pruned ? 0.14f : 0.5f)
                                       : with_alpha(axis_colour(look_, cell.axis), split.now ? 1.0f : 0.55f);
            // First levels divide more.
            const float level = static_cast<float>(cell.subtree.depth);
            const float width = std::max(1.0f, 2.6f - 0.4f * level) + (split.now ? 0.6f : 0.0f);
            list_.AddLine(from, to, colour, look_.px(faint ? 1 : width));
        }
        outline(list_, bounds(), palette_.line, 0, look_.px(1));
    }

    void reach() const {
        if (!sight_.reach)
            return;
        const KdReach& reach = *sight_.reach;
        list_.PushClipRect(bounds().low(), bounds().high(), true);
        if (reach.box)
            outline(list_, box_of(*reach.box), palette_.focus, 0, look_.px(1.5f));
        if (reach.radius && std::isfinite(*reach.radius))
            circle(*reach.radius, 0, 1, 96, palette_.focus, 1.5f);
        list_.PopClipRect();
        query_mark();
    }

    void scales() const {
        const Rect all = bounds();
        const float below = all.bottom + look_.px(5), beside = all.left - look_.px(6);
        const float height = look_.fonts.small->FontSize;
        const KdBox& box = run_.bounds;
        const auto text = [this](ImVec2 at, float align, const std::string& words) {
            write(list_, look_.fonts.small, at, palette_.dim, words, align);
        };
        text({all.left, below}, 0, coordinate_text(box, box.low.x));
        text({all.right, below}, 1, coordinate_text(box, box.high.x));
        text({all.middle_x(), below}, 0.5f, "x");
        text({beside, all.top - look_.px(1)}, 1, coordinate_text(box, box.high.y));
        text({beside, all.bottom - height}, 1, coordinate_text(box, box.low.y));
        text({beside, all.middle_y() - height / 2}, 1, "y");
    }

    KdPlaneMap map_;
};

class Space final : View {
public:
    Space(const Look& look, const KdPicture& picture, const Rect& area, bool hovered)
        : View(look, picture, hovered), area_(area), camera_(camera(area)) {}

    KdAnswer draw(KdAnswer answer) {
        edges(false);
        contents();
        edges(true);
        query();
        labels(area_);
        scales();
        answer.hovered = nearest_;
        return answer;
    }
    using View::point_tooltip;

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
    void edges(bool near) const {
        const Corners corners = corners_of(run_.bounds);
        for (const auto& [a, b] : cube_edges) {
            const auto from = camera_.see(corners[a]), to = camera_.see(corners[b]);
            if ((from.depth + to.depth > 0) == near)
                list_.AddLine(pixel(from.at), pixel(to.at), with_alpha(palette_.dim, near ? 0.75f : 0.35f),
                              look_.px(1));
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
                const auto corners = plane_of(split);
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
        ring(sight_.focus, palette_.focus);
        ring(picture_.hovered, picture_.hovered == sight_.focus ? palette_.focus : palette_.text);
    }

    // In order around the plane, so that consecutive corners are joined by its sides.
    std::array<glm::dvec3, 4> plane_of(const KdSplit& split) const {
        const int axis = split.cell->axis;
        KdBox box = split.cell->box;
        box.low[axis] = box.high[axis] = split.cell->split;
        const Corners corners = corners_of(box);
        const std::size_t one = std::size_t{1} << (axis + 1) % 3, other = std::size_t{1} << (axis + 2) % 3;
        return {corners[0], corners[one], corners[one + other], corners[other]};
    }

    void plane(const KdSplit& split) const {
        std::array<ImVec2, 4> at;
        std::ranges::transform(plane_of(split), at.begin(),
                               [this](const glm::dvec3& corner) { return to_screen(corner); });
        const ImU32 colour = axis_colour(look_, split.cell->axis);
        const std::size_t now = std::size_t{1} << split.cell->subtree.depth;
        if (split.now && now <= most_filled)
            list_.AddQuadFilled(at[0], at[1], at[2], at[3], with_alpha(colour, 0.2f));
        list_.AddQuad(at[0], at[1], at[2], at[3], with_alpha(colour, split.now ? 0.9f : 0.35f),
                      look_.px(split.now ? 1.5f : 1.0f));
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
            wire(*reach.box, palette_.focus, 1.5f);
        // Like a globe: circles around the three axes.
        for (int axis = 0; reach.radius && std::isfinite(*reach.radius) && axis < 3; ++axis)
            circle(*reach.radius, (axis + 1) % 3, (axis + 2) % 3, 64, with_alpha(palette_.focus, 0.75f),
                   1.2f);
        query_mark();
    }

    void wire(const KdBox& box, ImU32 colour, float width) const {
        const Corners corners = corners_of(box);
        for (const auto& [a, b] : cube_edges)
            list_.AddLine(to_screen(corners[a]), to_screen(corners[b]), colour, look_.px(width));
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
        const std::string text =
            fmt::format("{} {} to {}", axis_name(axis), coordinate_text(box, box.low[axis]),
                        coordinate_text(box, box.high[axis]));
        const ImFont* const font = look_.fonts.small;
        const ImVec2 at = pixel(edge);
        const float side = edge.x < camera_.middle().x ? -1.0f : 1.0f, gap = look_.px(12);
        const float x = at.x + side * (gap + width_of(font, text) / 2), y = axis == 2 ? at.y : at.y + gap;
        write(list_, font, {x, y - font->FontSize / 2}, axis_colour(look_, axis), text, 0.5f);
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

KdAnswer draw_kd_points(const Look& look, const KdPicture& picture, const Rect& area) {
    if (picture.run.tree.dimensions == 2)
        return Plane(look, picture, area).draw();
    ImGui::SetCursorScreenPos(area.low());
    ImGui::InvisibleButton("space", {std::max(1.0f, area.width()), std::max(1.0f, area.height())});
    const bool hovered = ImGui::IsItemHovered(), turning = ImGui::IsItemActive();
    KdAnswer answer{-1, picture.setup};
    turn(answer.setup, hovered);
    ImGui::PushClipRect(area.low(), area.high(), true);
    Space space(look, picture, area, hovered && !turning);
    answer = space.draw(answer);
    ImGui::PopClipRect();
    space.point_tooltip();
    return answer;
}

} // namespace scanline::view
