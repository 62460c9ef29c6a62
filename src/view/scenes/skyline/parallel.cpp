#include "kit/gesture.h"
#include "kit/widgets.h"
#include "scenes/skyline/drawing.h"
#include "scenes/skyline/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::skyline_scene {

namespace {

class Parallel {
public:
    Parallel(const Look& look, const Picture& picture, const Rect& area)
        : look_(look), palette_(look.palette()), picture_(picture), run_(picture.run), view_(picture.view),
          list_(*ImGui::GetWindowDrawList()), answer_{-1, picture.setup} {
        const float heads = 3 * look.fonts.small->FontSize + look.px(26), ends = look.fonts.small->FontSize;
        axes_ = {area.left, area.top + heads, area.right, area.bottom - ends - look.px(16)};
        // Titles are centred over their axes, so there is half of the pitch beside the outer ones.
        pitch_ = axes_.width() / static_cast<float>(run_.dimensions());
    }

    Answer draw() {
        for (int column = 0; column < run_.dimensions(); ++column)
            handle(column);
        find_nearest();
        lines();
        for (int column = 0; column < run_.dimensions(); ++column)
            axis(column);
        if (nearest_ >= 0) {
            show_clickable_here();
            ImGui::SetTooltip("%s", tooltip_at(picture_, static_cast<std::uint32_t>(nearest_)).c_str());
        }
        covers();
        answer_.hovered = nearest_;
        return answer_;
    }

private:
    float x_of(int column) const { return axes_.left + (static_cast<float>(column) + 0.5f) * pitch_; }
    float y_of(double worse) const { return axes_.top + static_cast<float>(worse) * axes_.height(); }
    const Column& column_of(int column) const { return run_.columns[static_cast<std::size_t>(column)]; }

    Rect head_of(int column) const {
        const float x = x_of(column), half = pitch_ / 2 - look_.px(2);
        return {x - half, axes_.top - 3 * look_.fonts.small->FontSize - look_.px(20), x + half,
                axes_.top - look_.fonts.small->FontSize - look_.px(8)};
    }
    Rect grip_of(int column) const {
        const float half = std::min(look_.px(9), pitch_ / 2);
        return {x_of(column) - half, axes_.top, x_of(column) + half, axes_.bottom};
    }

    Brush* brush_of(int column) {
        const auto found = std::ranges::find(answer_.setup.brushes, column_of(column).column, &Brush::column);
        return found == answer_.setup.brushes.end() ? nullptr : &*found;
    }

    // A press on an axis begins a brush; where the mouse goes, it ends.
    void handle(int column) {
        const Rect grip = grip_of(column);
        ImGui::PushID(column);
        ImGui::SetCursorScreenPos(grip.low());
        ImGui::InvisibleButton("axis", {std::max(1.0f, grip.width()), std::max(1.0f, grip.height())});
        if (ImGui::IsItemHovered() || ImGui::IsItemActive())
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
        on_axis_ = on_axis_ || ImGui::IsItemHovered() || ImGui::IsItemActive();
        const ImGuiIO& io = ImGui::GetIO();
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            std::erase_if(answer_.setup.brushes,
                          [&](const Brush& brush) { return brush.column == column_of(column).column; });
        else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left))
            brush(column, io.MouseClickedPos[ImGuiMouseButton_Left].y, io.MousePos.y);
        else if (ImGui::IsItemHovered())
            wrapped_tooltip("Drag to brush: rows outside of the range fade. A double click clears it.");
        head(column);
        ImGui::PopID();
    }

    void head(int column) {
        const Rect head = head_of(column);
        ImGui::SetCursorScreenPos(head.low());
        if (ImGui::InvisibleButton("head", {std::max(1.0f, head.width()), std::max(1.0f, head.height())})) {
            const Column& of = column_of(column);
            answer_.setup.use(of.column, of.less() ? Use::max : Use::min);
        }
        tooltip(fmt::format("{}, {}. A click turns it round.", column_of(column).title,
                            column_of(column).better())
                    .c_str());
        show_clickable();
        if (ImGui::IsItemHovered())
            fill(list_, head, palette_.hovered, look_.px(4));
    }

    void brush(int column, float from, float to) {
        const auto fraction = [&](float y) {
            const double worse =
                std::clamp(static_cast<double>((y - axes_.top) / std::max(1.0f, axes_.height())), 0.0, 1.0);
            return std::round((column_of(column).less() ? worse : 1 - worse) * 1000) /
                   1000; // short in commands
        };
        const double one = fraction(from), other = fraction(to);
        Brush* brush = brush_of(column);
        if (!brush) {
            answer_.setup.brushes.push_back({column_of(column).column});
            std::ranges::sort(answer_.setup.brushes, {}, &Brush::column);
            brush = brush_of(column);
        }
        brush->low = std::min(one, other);
        brush->high = std::max(one, other);
    }

    double worse(std::uint32_t point, int column) const {
        return column_of(column).worse(run_.value(point, column));
    }

    void find_nearest() {
        const ImVec2 mouse = ImGui::GetMousePos();
        if (on_axis_ || run_.dimensions() < 2 || !is_hovered(axes_))
            return;
        const float place = (mouse.x - x_of(0)) / pitch_;
        const int column = std::clamp(static_cast<int>(std::floor(place)), 0, run_.dimensions() - 2);
        const float part = place - static_cast<float>(column);
        if (part < 0 || part > 1)
            return;
        float least = look_.px(7);
        for (const std::uint32_t point : run_.drawn) {
            if (!in_brushes(run_, picture_.setup, point))
                continue;
            const float y = std::lerp(y_of(worse(point, column)), y_of(worse(point, column + 1)), part);
            if (std::abs(y - mouse.y) < least) {
                least = std::abs(y - mouse.y);
                nearest_ = static_cast<int>(point);
            }
        }
    }

    /// lower: pixels by which it has fallen.
    void line(std::uint32_t point, ImU32 colour, float width, float lower = 0) const {
        std::vector<ImVec2> through;
        for (int column = 0; column < run_.dimensions(); ++column)
            through.push_back({x_of(column), y_of(worse(point, column)) + lower});
        if (through.size() == 1) // one axis: a mark on it
            through = {{through[0].x - look_.px(8), through[0].y},
                       {through[0].x + look_.px(8), through[0].y}};
        list_.AddPolyline(through.data(), static_cast<int>(through.size()), colour, 0, look_.px(width));
    }

    // Faint where there are many, so that what is common shows.
    float opacity_of(Role role) const {
        const auto shown = static_cast<float>(run_.drawn.size());
        const float many = std::clamp(60 / std::max(1.0f, shown), 0.08f, 0.5f);
        const float found = std::clamp(60 / std::max(1.0f, static_cast<float>(view_.found)), 0.25f, 0.9f);
        switch (role) {
        case Role::gone: return many * 0.7f;
        case Role::waiting: return many;
        case Role::pruned: return std::min(1.0f, 2 * many);
        case Role::skyline: return found;
        }
        return 1;
    }

    void lines() {
        for (const Role role : all_roles) {
            for (const std::uint32_t point : run_.drawn) {
                if (picture_.role_of(point) != role)
                    continue;
                const float progress = picture_.progress();
                if (role == Role::gone && picture_.had(point, Role::pruned)) // falls
                    line(point,
                         with_alpha(colour_of(look_, run_, point, Role::pruned),
                                    opacity_of(Role::pruned) * (1 - progress)),
                         1.2f, look_.px(30) * progress * progress);
                if (in_brushes(run_, picture_.setup, point))
                    line(point, with_alpha(colour_of(look_, run_, point, role), opacity_of(role)),
                         role == Role::skyline ? 1.8f : 1.2f);
                else
                    line(point, with_alpha(palette_.dim, 0.04f), 1);
            }
        }
        if (view_.focus >= 0)
            line(static_cast<std::uint32_t>(view_.focus), palette_.focus, 2.4f);
        if (nearest_ >= 0)
            line(static_cast<std::uint32_t>(nearest_), palette_.text, 2);
        if (picture_.pinned < 0)
            return;
        const bool is_told = !picture_.hides(static_cast<std::uint64_t>(picture_.pinned));
        if (const auto by = known_dominator(run_, view_, picture_.pinned); is_told && by >= 0)
            line(static_cast<std::uint32_t>(by), palette_.focus, 2);
        line(static_cast<std::uint32_t>(picture_.pinned), palette_.pinned, 3.6f);
    }

    /// Left of the first axis, where lines begin; those that would overlap go down.
    void covers() const {
        std::vector<std::uint32_t> points = run_.drawn;
        std::ranges::sort(points, {}, [this](std::uint32_t point) { return worse(point, 0); });
        const float side = look_.px(16), right = x_of(0) - look_.px(8);
        float top = axes_.top - side;
        for (const std::uint32_t point : points) {
            const Rect at =
                Rect::of({right - side, std::max(top, y_of(worse(point, 0)) - side / 2)}, {side, side});
            if (!picture_.cover(list_, look_, at, point))
                continue;
            top = at.bottom + look_.px(2);
            line(point, palette_.dim, 1.4f);
            list_.AddLine({at.right, at.middle_y()}, {x_of(0), y_of(worse(point, 0))}, palette_.dim,
                          look_.px(1.4f));
        }
    }

    void axis(int column) {
        const Column& of = column_of(column);
        const float x = x_of(column);
        list_.AddLine({x, axes_.top}, {x, axes_.bottom}, palette_.dim, look_.px(1.4f));
        if (view_.has(Phase::quartiles)) {
            for (std::size_t i = 0; i < of.quartiles.size(); ++i) {
                const float y = y_of(of.worse(of.quartiles[i])), arm = look_.px(i == 1 ? 7 : 4);
                list_.AddLine({x - arm, y}, {x + arm, y}, palette_.text, look_.px(i == 1 ? 2.2f : 1.4f));
            }
        }
        if (const Brush* brush = brush_of(column)) {
            const float top = y_of(of.less() ? brush->low : 1 - brush->high),
                        bottom = y_of(of.less() ? brush->high : 1 - brush->low);
            const Rect box{x - look_.px(6), top, x + look_.px(6), std::max(bottom, top + look_.px(2))};
            fill(list_, box, with_alpha(palette_.accent, 0.3f), look_.px(2));
            outline(list_, box, palette_.accent, look_.px(2), look_.px(1.3f));
        }
        texts(column);
    }

    // Numbers are left out where they would be cut: half a number is another one.
    void text(float x, float y, ImU32 colour, const std::string& whole, bool may_be_cut = false) const {
        const auto fits = [&](const std::string& part) {
            return width_of(look_.fonts.small, part) <= pitch_ - look_.px(5);
        };
        if (fits(whole) || may_be_cut)
            write(list_, look_.fonts.small, {x, y}, colour, elided(whole, fits), 0.5f);
    }

    void texts(int column) const {
        const Column& of = column_of(column);
        const float x = x_of(column), line = look_.fonts.small->FontSize;
        const Rect head = head_of(column);
        text(x, head.top + look_.px(1), palette_.text, of.title, true);
        text(x, head.bottom - line - look_.px(1), palette_.dim, of.better(), true);
        text(x, axes_.top - line - look_.px(4), palette_.dim, of.text(of.less() ? of.low : of.high));
        text(x, axes_.bottom + look_.px(5), palette_.dim, of.text(of.less() ? of.high : of.low));
    }

    const Look& look_;
    const Palette& palette_;
    const Picture& picture_;
    const Run& run_;
    const StepView& view_;
    ImDrawList& list_;
    Answer answer_;
    Rect axes_; ///< from the first to the last, and from the best values to the worst
    float pitch_ = 0;
    bool on_axis_ = false;
    int nearest_ = -1;
};

} // namespace

Answer draw_sky_parallel(const Look& look, const Picture& picture, const Rect& area) {
    return Parallel(look, picture, area).draw();
}

} // namespace scanline::view::skyline_scene
