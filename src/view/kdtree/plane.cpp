#include "kdtree/drawing.h"
#include "kdtree/geometry.h"
#include "kdtree/sight.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scanline::view {

namespace {

class Plane {
public:
    Plane(const Look& look, const KdPicture& picture, ImVec2 low, ImVec2 high)
        : look_(look), palette_(look.palette()), picture_(picture), run_(picture.run), sight_(picture.sight),
          frame_(run_.bounds, 2), map_(frame_, {low.x + look.px(48), low.y + look.px(10)},
                                       {high.x - look.px(24), high.y - look.px(28)}),
          list_(*ImGui::GetWindowDrawList()) {}

    void ground() const {
        fill(list_, bounds(), palette_.panel);
        for (const KdRegion& region : sight_.regions) {
            fill(list_, box_of(region.box), fill_of(look_, region.kind));
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
            list_.AddLine(from, to, colour, faint ? look_.px(1) : split_width(look_, split));
        }
        outline(list_, bounds(), palette_.line, 0, look_.px(1));
    }

    void outlines() const {
        for (const KdRegion& region : sight_.regions) {
            if (region.now)
                outline(list_, box_of(region.box), outline_of(look_, region.kind), 0, look_.px(2));
        }
    }

    std::int64_t points(bool hovered) const {
        const std::size_t count = run_.drawn.size();
        const float radius = point_radius(look_, count);
        NearestPoint nearest(look_, hovered);
        std::vector<ImVec2> places;
        for (std::size_t i = 0; i < count; ++i) {
            places.push_back(place_of(run_.drawn[i]));
            draw_point(list_, look_, places.back(), radius, sight_.roles[i], count > 1500);
            nearest.offer(places.back(), run_.drawn[i]);
        }
        draw_labels(list_, look_, picture_, places);
        if (sight_.focus >= 0)
            draw_ring(list_, look_, place_of(sight_.focus), radius, palette_.trace);
        if (picture_.hovered >= 0)
            draw_ring(list_, look_, place_of(picture_.hovered), radius, palette_.text);
        return nearest.node();
    }

    void reach() const {
        if (!sight_.reach)
            return;
        const KdReach& reach = *sight_.reach;
        list_.PushClipRect(bounds().low(), bounds().high(), true);
        if (reach.box)
            outline(list_, box_of(*reach.box), palette_.trace, 0, look_.px(1.5f));
        if (reach.radius && std::isfinite(*reach.radius))
            ball(*reach.radius);
        list_.PopClipRect();
        draw_query(list_, look_, pixel(map_.to_screen(frame_.unit(reach.at))));
    }

    void scales() const {
        const Rect all = bounds();
        const float below = all.bottom + look_.px(5), beside = all.left - look_.px(6);
        const float height = look_.fonts.small->FontSize;
        text({all.left, below}, 0, coordinate_text(run_.bounds, run_.bounds.low[0]));
        text({all.right, below}, 1, coordinate_text(run_.bounds, run_.bounds.high[0]));
        text({all.middle_x(), below}, 0.5f, "x");
        text({beside, all.top - look_.px(1)}, 1, coordinate_text(run_.bounds, run_.bounds.high[1]));
        text({beside, all.bottom - height}, 1, coordinate_text(run_.bounds, run_.bounds.low[1]));
        text({beside, all.middle_y() - height / 2}, 1, "y");
    }

    /// Takes over where the person wants the query.
    void ask(KdSetup& setup, bool hovered) const {
        if (!sight_.reach || !hovered)
            return;
        const ImGuiIO& io = ImGui::GetIO();
        const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
        const bool wanted = setup.follow ? moved : ImGui::IsItemActive();
        if (wanted || ImGui::IsItemClicked())
            setup.at = asked_share(setup);
        if (ImGui::IsItemClicked())
            setup.follow = false;
    }

    Rect bounds() const {
        const ImVec2 low = pixel(map_.low()), high = pixel(map_.high());
        return {low.x, low.y, high.x, high.y};
    }

private:
    Rect box_of(const KdBox& box) const {
        const ImVec2 a = pixel(map_.to_screen(frame_.unit(box.low))),
                     b = pixel(map_.to_screen(frame_.unit(box.high)));
        return {a.x, b.y, b.x, a.y};
    }
    ImVec2 place_of(std::int64_t node) const {
        return pixel(map_.to_screen(frame_.unit(run_.tree.points()[node])));
    }
    std::array<double, 3> asked_share(const KdSetup& setup) const {
        const ImVec2 mouse = ImGui::GetMousePos();
        std::array<double, 3> at = frame_.share(map_.to_unit({mouse.x, mouse.y}));
        at[2] = setup.at[2];
        return at;
    }
    // Axes may have scales of their own.
    void ball(double radius) const {
        constexpr int corners = 96;
        const glm::dvec3 middle = frame_.unit(sight_.reach->at);
        for (int i = 0; i < corners; ++i) {
            const double angle = 2 * std::numbers::pi * i / corners;
            list_.PathLineTo(
                pixel(map_.to_screen(middle + glm::dvec3(std::cos(angle) * frame_.length(radius, 0),
                                                         std::sin(angle) * frame_.length(radius, 1), 0))));
        }
        list_.PathStroke(palette_.trace, ImDrawFlags_Closed, look_.px(1.5f));
    }
    void text(ImVec2 at, float align, const std::string& text) const {
        write(list_, look_.fonts.small, at, palette_.dim, text, align);
    }

    const Look& look_;
    const Palette& palette_;
    const KdPicture& picture_;
    const KdRun& run_;
    const KdSight& sight_;
    KdFrame frame_;
    KdPlaneMap map_;
    ImDrawList& list_;
};

} // namespace

KdAnswer draw_kd_plane(const Look& look, const KdPicture& picture, ImVec2 low, ImVec2 high) {
    const Plane plane(look, picture, low, high);
    ImGui::SetCursorScreenPos(plane.bounds().low());
    ImGui::InvisibleButton("plane", plane.bounds().size());
    const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    KdAnswer answer{-1, picture.setup};
    plane.ask(answer.setup, hovered);
    plane.ground();
    plane.splits();
    plane.outlines();
    answer.hovered = plane.points(hovered);
    plane.reach();
    plane.scales();
    // Under a query that follows the mouse there is always a point near.
    if (!picture.sight.reach)
        show_point_tooltip(picture.run, answer.hovered);
    return answer;
}

} // namespace scanline::view
