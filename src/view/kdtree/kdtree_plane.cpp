#include "kdtree/kdtree_colours.h"
#include "kdtree/kdtree_frame.h"
#include "kdtree/kdtree_marks.h"
#include "kdtree/kdtree_text.h"

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
        list_.AddRectFilled(pixel(map_.low()), pixel(map_.high()), palette_.panel);
        for (const KdRegion& region : sight_.regions) {
            const auto [low, high] = corners(region.box);
            list_.AddRectFilled(low, high, fill_of(look_, region.kind));
        }
    }

    void splits() const {
        for (const KdSplit& split : sight_.splits) {
            const KdCell& cell = *split.cell;
            const auto [low, high] = corners(cell.box.cut(cell.axis, cell.split, false));
            const ImVec2 from = cell.axis == 0 ? ImVec2{high.x, low.y} : low;
            const ImVec2 to = cell.axis == 0 ? high : ImVec2{high.x, low.y};
            if (std::max(to.x - from.x, to.y - from.y) < look_.px(2))
                continue;
            const bool faint = sight_.reach.has_value();
            const ImU32 colour = faint ? with_alpha(palette_.dim, split.pruned ? 0.14f : 0.5f)
                                       : with_alpha(axis_colour(look_, cell.axis), split.now ? 1.0f : 0.55f);
            list_.AddLine(from, to, colour, faint ? look_.px(1) : split_width(look_, split));
        }
        list_.AddRect(pixel(map_.low()), pixel(map_.high()), palette_.line, 0, 0, look_.px(1));
    }

    void outlines() const {
        for (const KdRegion& region : sight_.regions) {
            if (!region.now)
                continue;
            const auto [low, high] = corners(region.box);
            list_.AddRect(low, high, outline_of(look_, region.kind), 0, 0, look_.px(2));
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
        list_.PushClipRect(pixel(map_.low()), pixel(map_.high()), true);
        if (reach.box) {
            const auto [low, high] = corners(*reach.box);
            list_.AddRect(low, high, palette_.trace, 0, 0, look_.px(1.5f));
        }
        if (reach.radius && std::isfinite(*reach.radius))
            ball(*reach.radius);
        list_.PopClipRect();
        draw_query(list_, look_, pixel(map_.to_screen(frame_.unit(reach.at))));
    }

    void scales() const {
        const ImVec2 low = pixel(map_.low()), high = pixel(map_.high());
        const float below = high.y + look_.px(5);
        text({low.x, below}, 0, run_.bounds.low[0]);
        text({high.x, below}, 1, run_.bounds.high[0]);
        name({(low.x + high.x) / 2, below}, 0.5f, "x");
        const float left = low.x - look_.px(6), half = look_.fonts.small->FontSize / 2;
        text({left, low.y - look_.px(1)}, 1, run_.bounds.high[1]);
        text({left, high.y - 2 * half}, 1, run_.bounds.low[1]);
        name({left, (low.y + high.y) / 2 - half}, 1, "y");
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

    ImVec2 low() const { return pixel(map_.low()); }
    ImVec2 high() const { return pixel(map_.high()); }

private:
    std::pair<ImVec2, ImVec2> corners(const KdBox& box) const {
        const ImVec2 a = pixel(map_.to_screen(frame_.unit(box.low))),
                     b = pixel(map_.to_screen(frame_.unit(box.high)));
        return {{a.x, b.y}, {b.x, a.y}};
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
    void text(ImVec2 at, float align, double number) const {
        name(at, align, coordinate_text(run_.bounds, number));
    }
    void name(ImVec2 at, float align, const std::string& text) const {
        ImFont* const font = look_.fonts.small;
        const float width = font->CalcTextSizeA(font->FontSize, 1e6f, 0, text.c_str()).x;
        list_.AddText(font, font->FontSize, {at.x - align * width, at.y}, palette_.dim, text.c_str());
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
    const ImVec2 size{plane.high().x - plane.low().x, plane.high().y - plane.low().y};
    ImGui::SetCursorScreenPos(plane.low());
    ImGui::InvisibleButton("plane", size);
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
