#include "scenes/skyline/points_view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace scanline::view::skyline_scene {

namespace {

const glm::dvec3 half_sides(1, 1, 1);

class Space final : public RowsView {
public:
    Space(const Look& look, const Picture& picture, const Rect& area, bool hovered)
        : RowsView(look, picture, hovered), area_(area),
          camera_(camera_in(area, picture.setup.camera, half_sides)) {}

    std::int64_t draw() {
        draw_box(list_, look_, camera_, half_sides, false);
        dominance();
        contents();
        draw_box(list_, look_, camera_, half_sides, true);
        rings();
        masks();
        scales();
        return nearest_;
    }

private:
    ImVec2 to_screen(const glm::dvec3& unit) const override { return camera_.at(unit); }

    void dominance() const {
        for (const auto& [point, colour] : regions()) {
            const Corners corners = corners_between(unit_of(point), worst());
            for (const auto& [a, b] : box_edges)
                list_.AddLine(to_screen(corners[a]), to_screen(corners[b]), with_alpha(colour, 0.8f),
                              look_.px(1.2f));
        }
    }

    static std::array<glm::dvec3, 4> plane_at(int axis, double unit) {
        glm::dvec3 low(-1, -1, -1), high(1, 1, 1);
        low[axis] = high[axis] = unit;
        return plane_of(corners_between(low, high), axis);
    }

    // Medians, then points, back to front.
    void contents() {
        for (std::size_t axis = 0; axis < axes_.size() && view_.has(Phase::quartiles); ++axis) {
            const auto at = plane_at(static_cast<int>(axis), unit_of(axis, column(axis).quartiles[1]));
            list_.AddQuadFilled(to_screen(at[0]), to_screen(at[1]), to_screen(at[2]), to_screen(at[3]),
                                with_alpha(palette_.accent, 0.06f));
            outlines(axis);
        }
        std::vector<std::pair<Camera::Seen, std::uint32_t>> seen;
        for (const std::uint32_t point : run_.drawn)
            seen.emplace_back(camera_.see(unit_of(point)), point);
        std::ranges::sort(seen, {}, [](const auto& one) { return one.first.depth; });
        for (const auto& [at, one] : seen)
            point(one, pixel(at.at), radius_ * static_cast<float>(at.scale));
    }

    // The other quartiles only where they meet the sides, lest they hide the points.
    void outlines(std::size_t axis) const {
        for (std::size_t quartile = 0; quartile < 3; ++quartile) {
            const auto corners =
                plane_at(static_cast<int>(axis), unit_of(axis, column(axis).quartiles[quartile]));
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const glm::dvec3 from = corners[i], to = corners[(i + 1) % corners.size()];
                const bool is_median = quartile == 1;
                if (!is_median && camera_.see((from + to) / 2.0).depth > 0)
                    continue;
                list_.AddLine(to_screen(from), to_screen(to),
                              with_alpha(palette_.dim, is_median ? 0.8f : 0.3f),
                              look_.px(is_median ? 1.2f : 1.0f));
            }
        }
    }

    // At the outer corners of the cells.
    void masks() const {
        if (!view_.has(Phase::masks))
            return;
        LabelPlaces places(area_);
        for (const std::uint32_t point : run_.drawn) {
            const ImVec2 at = to_screen(unit_of(point));
            places.take(Rect{at.x, at.y, at.x, at.y}.inset(-radius_));
        }
        for (std::uint32_t mask = 0; mask < 8; ++mask) {
            glm::dvec3 corner(0, 0, 0);
            for (std::size_t axis = 0; axis < axes_.size(); ++axis)
                corner[static_cast<int>(axis)] = ((mask >> axis & 1) != 0 ? 1 : -1) * worse_end(axis);
            const bool now = run_.dimensions() == 3 && std::popcount(mask) == view_.level;
            const std::string text = mask_text(mask, 3);
            const ImVec2 size{width_of(look_.fonts.small, text), look_.fonts.small->FontSize};
            const auto at = places.find(to_screen(corner), size, look_);
            if (!at)
                continue;
            fill(list_, Rect::of(*at, size).inset(-look_.px(3), -look_.px(1)),
                 with_alpha(palette_.background, 0.8f), look_.px(3));
            write(list_, look_.fonts.small, *at, now ? palette_.accent : palette_.dim, text);
        }
    }

    void scales() const {
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Column& of = column(axis);
            draw_scale(
                list_, look_, camera_, area_, half_sides, static_cast<int>(axis), palette_.text,
                fmt::format("{} {} to {}, {}", of.title, of.text(of.low), of.text(of.high), of.better()),
                of.title);
        }
    }

    Rect area_;
    Camera camera_;
};

} // namespace

Answer draw_sky_space(const Look& look, const Picture& picture, const Rect& area) {
    return draw_space<Space>(look, picture, area);
}

} // namespace scanline::view::skyline_scene
