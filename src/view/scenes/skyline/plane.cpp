#include "kit/chart_canvas.h"
#include "scenes/skyline/points_view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace scanline::view::skyline_scene {

namespace {

class Plane final : RowsView {
public:
    Plane(const Look& look, const Picture& picture, const Rect& area, Zoom& zoom)
        : RowsView(look, picture, false),
          zoom_(zoom), room_{area.left + left_margin(), area.top + look.px(10), area.right - look.px(24),
                             area.bottom - look.px(30)},
          whole_(zoomed()), seen_(both(whole_, room_)) {}

    Answer draw() {
        hovered_ = is_hovered(seen_);
        list_.PushClipRect(seen_.low(), seen_.high(), true);
        fill(list_, whole_, palette_.panel);
        dominance();
        cells();
        if (view_.stage == Phase::filter && !(picture_.prediction && picture_.prediction->hides_any()))
            filter();
        masks();
        staircase();
        points();
        rings();
        better();
        list_.PopClipRect();
        outline(list_, seen_, palette_.line, 0, look_.px(1));
        scales();
        point_tooltip();
        zoom_.end(look_);
        Answer answer{nearest_, picture_.setup};
        if (picture_.setup.draws() && axes_ == std::vector{0, 1})
            draw_own(answer.setup);
        return answer;
    }

private:
    // The nearest may be of a run before.
    void draw_own(Setup& setup) const {
        std::vector<float> shown;
        for (std::uint32_t point = 0; point < run_.size(); ++point)
            for (const int column : {0, 1})
                shown.push_back(static_cast<float>(run_.value(point, column)));
        const ImVec2 mouse = ImGui::GetMousePos();
        const glm::dvec2 unit = unit_at(mouse.x, mouse.y);
        setup.source = draw_point(gesture_in(seen_), setup.source, std::move(shown), value_at(0, unit.x),
                                  value_at(1, unit.y), setup.source == run_.setup.source ? nearest_ : -1);
    }

    Rect zoomed() const {
        const float zoom = zoom_.begin(room_);
        const ImVec2 size{std::max(1.0f, room_.width()) * zoom, std::max(1.0f, room_.height()) * zoom};
        return Rect::of(zoom_.place(size), size);
    }

    /// With room for the values at the ends of y.
    float left_margin() const {
        const Column& of = column(axes_.size() - 1);
        const float widest = std::max(width_of(look_.fonts.small, of.text(of.low)),
                                      width_of(look_.fonts.small, of.text(of.high)));
        return std::max(look_.px(58), widest + look_.px(28));
    }

    bool is_line() const { return axes_.size() < 2; }

    ImVec2 to_screen(const glm::dvec3& unit) const override {
        return {whole_.left + whole_.width() * static_cast<float>(unit.x + 1) / 2,
                whole_.bottom - whole_.height() * static_cast<float>(unit.y + 1) / 2};
    }

    Rect between(const glm::dvec3& a, const glm::dvec3& b) const {
        const ImVec2 one = to_screen(a), other = to_screen(b);
        return {std::min(one.x, other.x), std::min(one.y, other.y), std::max(one.x, other.x),
                std::max(one.y, other.y)};
    }

    /// From a place to where all is worse.
    Rect worse_than(glm::dvec3 place) const {
        glm::dvec3 corner = worst();
        if (is_line()) {
            place.y = -1;
            corner.y = 1;
        }
        return between(place, corner);
    }

    void dominance() const {
        for (const auto& [point, colour] : regions()) {
            const Rect worse = worse_than(unit_of(point));
            fill(list_, worse, with_alpha(colour, 0.13f));
            outline(list_, worse, with_alpha(colour, 0.5f), 0, look_.px(1));
        }
    }

    /// A line across an axis.
    void line_at(std::size_t axis, double value, ImU32 colour, float width) const {
        glm::dvec3 from(-1, -1, 0), to(1, 1, 0);
        from[static_cast<int>(axis)] = to[static_cast<int>(axis)] = unit_of(axis, value);
        list_.AddLine(to_screen(from), to_screen(to), colour, look_.px(width));
    }

    // Quartiles halve the halves, so they are finer.
    void cells() const {
        if (!view_.has(Phase::quartiles))
            return;
        if (view_.level >= 0)
            level_cells();
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            line_at(axis, column(axis).quartiles[0], with_alpha(palette_.dim, 0.35f), 1);
            line_at(axis, column(axis).quartiles[2], with_alpha(palette_.dim, 0.35f), 1);
            line_at(axis, column(axis).quartiles[1], palette_.dim, 1.6f);
        }
    }

    Rect cell(std::uint32_t mask) const {
        glm::dvec3 near(0, -1, 0), far(0, 1, 0);
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const auto i = static_cast<int>(axis);
            const bool upper = (mask >> axis & 1) != 0;
            near[i] = unit_of(axis, column(axis).quartiles[1]);
            far[i] = upper ? worse_end(axis) : -worse_end(axis);
        }
        return between(near, far);
    }

    std::uint32_t all_cells() const { return std::uint32_t{1} << axes_.size(); }

    void level_cells() const {
        if (run_.dimensions() != static_cast<int>(axes_.size()))
            return;
        for (std::uint32_t mask = 0; mask < all_cells(); ++mask) {
            if (std::popcount(mask) == view_.level)
                fill(list_, cell(mask), with_alpha(palette_.accent, 0.13f));
        }
    }

    // In corners without a point, if there are any: outer ones first.
    void masks() const {
        for (std::uint32_t mask = 0; view_.has(Phase::masks) && mask < all_cells(); ++mask) {
            const std::string text = fmt::format(
                "{}, level {}", mask_text(mask, static_cast<int>(axes_.size())), std::popcount(mask));
            const ImVec2 size{width_of(look_.fonts.small, text), look_.fonts.small->FontSize};
            const Rect inside = both(cell(mask), seen_).inset(look_.px(7), look_.px(5));
            if (inside.width() < size.x || inside.height() < size.y)
                continue;
            const bool right = cell(mask).middle_x() > whole_.middle_x(),
                       low = cell(mask).middle_y() > whole_.middle_y();
            std::array<Rect, 4> corners;
            for (std::size_t i = 0; i < corners.size(); ++i)
                corners[i] = Rect::of({right == (i % 2 == 0) ? inside.right - size.x : inside.left,
                                       low == (i < 2) ? inside.bottom - size.y : inside.top},
                                      size);
            const auto free = std::ranges::find_if(corners, [this](const Rect& at) { return is_free(at); });
            write(list_, look_.fonts.small, (free == corners.end() ? corners.front() : *free).low(),
                  std::popcount(mask) == view_.level ? palette_.accent : palette_.dim, text);
        }
    }

    static Rect both(const Rect& a, const Rect& b) {
        return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
                std::min(a.bottom, b.bottom)};
    }

    bool is_free(const Rect& place) const {
        if (!is_line() && place.overlaps(better_corner()))
            return false;
        return std::ranges::none_of(run_.drawn, [&](std::uint32_t point) {
            const ImVec2 at = to_screen(unit_of(point));
            return place.inset(-2 * radius_).contains(at.x, at.y);
        });
    }

    void filter() const {
        glm::dvec3 corner(0, 0, 0);
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            if (!column(axis).tau)
                return;
            corner[static_cast<int>(axis)] = unit_of(axis, *column(axis).tau);
        }
        const Rect worse = worse_than(corner);
        fill(list_, worse, with_alpha(colour_of(look_, Role::pruned), 0.1f));
        outline(list_, worse, with_alpha(colour_of(look_, Role::pruned), 0.7f), 0, look_.px(1));
    }

    // Where the skyline's dominance ends: the shape that it is named after.
    void staircase() const {
        if (axes_.size() != 2 || run_.dimensions() != 2)
            return;
        std::vector<glm::dvec3> corners;
        for (const std::uint32_t point : run_.trace.found.ids) {
            if (picture_.role_of(point) == Role::skyline)
                corners.push_back(unit_of(point));
        }
        std::ranges::sort(corners, {}, [this](const glm::dvec3& at) { return at.x * worse_end(0); });
        const ImU32 colour = with_alpha(run_.ranks ? palette_.dim : colour_of(look_, Role::skyline), 0.8f);
        for (std::size_t i = 1; i < corners.size(); ++i) {
            const ImVec2 from = to_screen(corners[i - 1]), to = to_screen(corners[i]);
            const std::array<ImVec2, 3> step{from, ImVec2{to.x, from.y}, to};
            list_.AddPolyline(step.data(), 3, colour, 0, look_.px(1.5f));
        }
    }

    void points() {
        for (const Role role : all_roles) {
            for (const std::uint32_t one : run_.drawn) {
                if (picture_.role_of(one) == role)
                    point(one, to_screen(unit_of(one)), radius_);
            }
        }
    }

    double value_at(std::size_t axis, double unit) const {
        const Column& of = column(axis);
        return of.low + (unit / margin + 1) / 2 * (of.high - of.low);
    }
    std::string end_text(std::size_t axis, double unit) const {
        return column(axis).text(value_at(axis, unit));
    }
    glm::dvec2 unit_at(float x, float y) const {
        return {2 * static_cast<double>((x - whole_.left) / whole_.width()) - 1,
                2 * static_cast<double>((whole_.bottom - y) / whole_.height()) - 1};
    }

    /// The corner where all is better, of two axes.
    Rect better_corner() const {
        const float side = look_.px(36);
        return Rect::of({worse_end(0) > 0 ? seen_.left : seen_.right - side,
                         worse_end(1) > 0 ? seen_.bottom - side : seen_.top},
                        {side, side});
    }
    void better() const {
        if (is_line())
            return;
        const Rect corner = better_corner().inset(look_.px(8));
        const bool left = worse_end(0) > 0, low = worse_end(1) > 0;
        const ImVec2 tip{left ? corner.left : corner.right, low ? corner.bottom : corner.top},
            tail{left ? corner.right : corner.left, low ? corner.top : corner.bottom};
        for (const ImVec2 end : {tail, ImVec2{(tip.x + tail.x) / 2, tip.y}, {tip.x, (tip.y + tail.y) / 2}})
            list_.AddLine(tip, end, palette_.dim, look_.px(2));
        const ImFont* const font = look_.fonts.small;
        write(list_, font, {tail.x + look_.px(left ? 4 : -4), tail.y - (low ? font->FontSize : 0)},
              palette_.dim, "better", left ? 0.0f : 1.0f);
    }

    // The values where the visible part ends, and titles between them.
    void scales() const {
        const ImFont* const font = look_.fonts.small;
        const float below = seen_.bottom + look_.px(7), beside = seen_.left - look_.px(7);
        const std::string left = end_text(0, unit_at(seen_.left, 0).x),
                          right = end_text(0, unit_at(seen_.right, 0).x);
        write(list_, font, {seen_.left, below}, palette_.dim, left);
        write(list_, font, {seen_.right, below}, palette_.dim, right, 1);
        const Rect between{seen_.left + width_of(font, left) + look_.px(12), below,
                           seen_.right - width_of(font, right) - look_.px(12), below + font->FontSize};
        write(list_, font, {between.middle_x(), below}, palette_.text, fitting(0, between.width()), 0.5f);
        if (is_line())
            return;
        write(list_, font, {beside, seen_.top}, palette_.dim, end_text(1, unit_at(0, seen_.top).y), 1);
        write(list_, font, {beside, seen_.bottom - font->FontSize}, palette_.dim,
              end_text(1, unit_at(0, seen_.bottom).y), 1);
        vertical_title();
    }

    /// The whole text, or else the name of the column alone.
    std::string fitting(std::size_t axis, float room) const {
        const auto fits = [&](const std::string& text) { return width_of(look_.fonts.small, text) <= room; };
        const std::string text = fmt::format("{}, {}", column(axis).title, column(axis).better());
        return fits(text) ? text : elided(column(axis).title, fits);
    }

    // Turned by a quarter: there is no room beside the axis for a long name.
    void vertical_title() const {
        const std::string text = fitting(1, seen_.height() - 4 * look_.fonts.small->FontSize);
        ChartCanvas(list_, look_, palette_, {seen_.left - look_.px(20), seen_.middle_y()})
            .text({0, 0}, text,
                  {.colour = {chart::Ink::text}, .anchor = chart::Anchor::middle, .degrees = -90});
    }

    Zoom& zoom_;
    Rect room_;  ///< for the plane
    Rect whole_; ///< all of it, which may be larger
    Rect seen_;  ///< the visible part
};

} // namespace

Answer draw_sky_plane(const Look& look, const Picture& picture, const Rect& area, Zoom& zoom) {
    return Plane(look, picture, area, zoom).draw();
}

} // namespace scanline::view::skyline_scene
