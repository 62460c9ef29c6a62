#include "kit/gesture.h"
#include "scenes/kdtree/points_view.h"

namespace scanline::view::kdtree_scene {

namespace {

/// Narrower regions cannot be seen, and there may be many.
constexpr float min_region = 1.5f;

class Plane final : PlacesView {
public:
    Plane(const Look& look, const Picture& picture, const Rect& area, Zoom& zoom)
        : PlacesView(look, picture, false),
          zoom_(zoom), room_{area.left + look.px(48), area.top + look.px(10), area.right - look.px(24),
                             area.bottom - look.px(28)},
          map_(zoomed_map()) {
        const Rect all = bounds();
        seen_ = {std::max(all.left, room_.left), std::max(all.top, room_.top),
                 std::min(all.right, room_.right), std::min(all.bottom, room_.bottom)};
    }

    Answer draw() {
        Answer answer{-1, picture_.setup};
        hovered_ = is_hovered(seen_);
        // A query is dragged; without one, a drag pans.
        if (view_.reach) {
            ImGui::SetCursorScreenPos(seen_.low());
            ImGui::InvisibleButton("plane", {std::max(1.0f, seen_.width()), std::max(1.0f, seen_.height())});
            ImGui::SetItemAllowOverlap();
            hovered_ = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
            follow(answer.setup);
        }
        list_.PushClipRect(seen_.low(), seen_.high(), true);
        ground();
        splits();
        for (const Region& region : view_.regions) {
            if (region.now)
                outline(list_, box_of(region.box), outline_of(look_, region.kind), 0, look_.px(2));
        }
        // What stands out covers the others.
        for (const bool lit : {false, true}) {
            for (std::size_t i = 0; i < view_.nodes.size(); ++i) {
                if (stands_out(view_.roles[i]) == lit)
                    point(i, screen_of(view_.nodes[i]), radius_);
            }
        }
        rings();
        reach();
        labels(seen_);
        decision();
        list_.PopClipRect();
        scales();
        // While a query follows the mouse, some point is always near.
        if (!view_.reach)
            point_tooltip();
        else if (nearest_ >= 0)
            show_clickable_here();
        zoom_.end(look_);
        const Gesture gesture = view_.reach ? gesture_in(seen_) : Gesture::none;
        if (gesture == Gesture::edit || (gesture == Gesture::pin && nearest_ < 0)) {
            place(answer.setup);
            answer.setup.follow = false;
        }
        if (picture_.setup.draws())
            draw_own(answer.setup);
        answer.hovered = nearest_;
        return answer;
    }

private:
    PlaneMap zoomed_map() const {
        const double zoom = static_cast<double>(zoom_.begin(room_));
        const glm::dvec2 low(room_.left, room_.top), size(room_.width(), room_.height());
        const PlaneMap fitted(frame_, low, low + size * zoom);
        const glm::dvec2 contents = fitted.high() - fitted.low();
        const ImVec2 at = zoom_.place(pixel(contents));
        return {frame_, {at.x, at.y}, glm::dvec2(at.x, at.y) + contents};
    }

    ImVec2 to_screen(const glm::dvec3& unit) const override { return pixel(map_.to_screen(unit)); }

    Rect bounds() const {
        const ImVec2 low = pixel(map_.low()), high = pixel(map_.high());
        return {low.x, low.y, high.x, high.y};
    }
    Rect box_of(const Box& box) const {
        const ImVec2 a = to_screen(frame_.unit(box.low)), b = to_screen(frame_.unit(box.high));
        return {a.x, b.y, b.x, a.y};
    }

    void place(Setup& setup) const {
        const ImVec2 mouse = ImGui::GetMousePos();
        const glm::dvec3 at = frame_.fraction(map_.to_unit({mouse.x, mouse.y}));
        setup.at = {at.x, at.y, setup.at.z};
    }

    double value_at(ImVec2 at, int axis) const {
        const double fraction = frame_.fraction(map_.to_unit({at.x, at.y}))[axis];
        return run_.bounds.low[axis] + fraction * run_.bounds.side(axis);
    }

    // The nearest may be of a run before.
    void draw_own(Setup& setup) const {
        const bool is_current = nearest_ >= 0 && setup.source == run_.setup.source;
        const ImVec2 mouse = ImGui::GetMousePos();
        setup.source = draw_point(gesture_in(seen_), setup.source, run_.cloud.coordinates, value_at(mouse, 0),
                                  value_at(mouse, 1), is_current ? run_.point_of(nearest_) : -1);
    }

    void follow(Setup& setup) const {
        const ImGuiIO& io = ImGui::GetIO();
        const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
        if (hovered_ && moved &&
            (setup.follow || (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left))))
            place(setup);
    }

    void ground() const {
        fill(list_, bounds(), palette_.panel);
        for (const Region& region : view_.regions) {
            const Rect box = box_of(region.box);
            if (std::min(box.width(), box.height()) >= look_.px(min_region))
                fill(list_, box, fill_of(look_, region.kind, region.rank));
        }
    }

    /// The ends of the line that splits a cell.
    std::pair<ImVec2, ImVec2> ends_of(const Cell& cell) const {
        const Rect below = box_of(cell.box.cut(cell.axis, cell.split, false));
        const ImVec2 corner{below.right, below.top};
        return {cell.axis == 0 ? corner : below.low(), cell.axis == 0 ? below.high() : corner};
    }

    /// The half planes that the pinned point lies in, each on the one before, and the splits between.
    void path() {
        for (const Cell& cell : picture_.path) {
            if (cell.node != picture_.pinned)
                fill(list_, box_of(cell.box.cut(cell.axis, cell.split, picture_.pinned > cell.node)),
                     with_alpha(palette_.pinned, 0.05f));
            const auto [from, to] = ends_of(cell);
            line(from, to, palette_.pinned, width_of_split(cell, true));
        }
    }

    // First levels divide more.
    static float width_of_split(const Cell& cell, bool now) {
        return std::max(1.0f, 2.6f - 0.4f * static_cast<float>(cell.subtree.depth)) + (now ? 0.6f : 0.0f);
    }

    void splits() {
        for (const Split& split : view_.splits) {
            const Cell& cell = *split.cell;
            const auto [from, to] = ends_of(cell);
            if (std::max(to.x - from.x, to.y - from.y) < look_.px(2))
                continue;
            const bool faint = view_.reach.has_value();
            const ImU32 colour = faint ? with_alpha(palette_.dim, split.pruned ? 0.14f : 0.5f)
                                       : with_alpha(split_colour(cell.axis), split.now ? 1.0f : 0.55f);
            const float grown = split.now ? picture_.progress() : 1;
            line(between(screen_of(cell.node), from, grown), between(screen_of(cell.node), to, grown), colour,
                 faint ? 1 : width_of_split(cell, split.now));
        }
        path();
        outline(list_, bounds(), palette_.line, 0, look_.px(1));
    }

    void reach() const {
        if (!view_.reach)
            return;
        const Reach& reach = *view_.reach;
        list_.PushClipRect(bounds().low(), bounds().high(), true);
        if (reach.box)
            outline(list_, box_of(*reach.box), palette_.focus, 0, look_.px(1.5f));
        if (reach.radius && std::isfinite(*reach.radius))
            circle(*reach.radius, 0, 1, 96, palette_.focus, 1.5f);
        list_.PopClipRect();
        query_mark();
    }

    // The coordinates where the visible part ends.
    void scales() const {
        const float below = seen_.bottom + look_.px(5), beside = seen_.left - look_.px(6);
        const float height = look_.fonts.small->FontSize;
        const auto text = [this](ImVec2 at, float align, const std::string& words) {
            write(list_, look_.fonts.small, at, palette_.dim, words, align);
        };
        const auto at = [this](ImVec2 end, int axis) {
            return coordinate_text(run_.bounds, value_at(end, axis));
        };
        text({seen_.left, below}, 0, at(seen_.low(), 0));
        text({seen_.right, below}, 1, at(seen_.high(), 0));
        text({seen_.middle_x(), below}, 0.5f, "x");
        text({beside, seen_.top - look_.px(1)}, 1, at(seen_.low(), 1));
        text({beside, seen_.bottom - height}, 1, at(seen_.high(), 1));
        text({beside, seen_.middle_y() - height / 2}, 1, "y");
    }

    Zoom& zoom_;
    Rect room_; ///< for the plane
    PlaneMap map_;
    Rect seen_; ///< the visible part of the bounds
};

} // namespace

Answer draw_kd_plane(const Look& look, const Picture& picture, const Rect& area, Zoom& zoom) {
    return Plane(look, picture, area, zoom).draw();
}

} // namespace scanline::view::kdtree_scene
