#include "kdtree/drawing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace scanline::view {

namespace {

constexpr float gutter = 64, arrays_margin = 14;
constexpr float least_cell = 1.5f; ///< pixels; narrower ones cannot be seen
constexpr std::size_t most_linked = 64;
constexpr float least_linked_cell = 9; ///< pixels

/// Heights of the parts of an array, in pixels.
struct Heights {
    Heights(const Look& look, bool narrow)
        : cell(look.px(narrow ? 13.0f : 18.0f)), links(look.px(narrow ? 5.0f : 12.0f)),
          gap(look.px(narrow ? 5.0f : 9.0f)) {}

    float array() const { return 2 * cell + links; }

    float cell, links, gap;
};

class Arrays {
public:
    Arrays(const Look& look, const KdRun& run, int step, std::int64_t hovered, ImVec2 low, ImVec2 high)
        : look_(look), palette_(look.palette()), run_(run), step_(step), hovered_(hovered),
          left_(low.x + look.px(gutter)), right_(high.x - look.px(arrays_margin)),
          list_(*ImGui::GetWindowDrawList()) {}

    /// Cells are as wide as those of the longer row, so that what goes leaves a gap at the end.
    void set_cells(std::size_t cells) {
        cell_ =
            std::min((right_ - left_) / static_cast<float>(std::max<std::size_t>(1, cells)), look_.px(46));
    }

    void row(const std::vector<std::int32_t>& array, float top, float height) {
        const ImFont* const font = look_.fonts.small;
        const std::string longest = std::to_string(run_.cloud.points().size() - 1);
        const bool labelled = width_of(font, longest) < cell_ - look_.px(3) && font->FontSize <= height;
        for (std::size_t i = 0; i < array.size(); ++i)
            cell(array[i], i, top, height, labelled ? font : nullptr);
    }

    void links(const std::vector<std::int32_t>& before, const std::vector<std::int32_t>& after, float top,
               float bottom) const {
        if (before.size() > most_linked || cell_ < look_.px(least_linked_cell))
            return;
        for (std::size_t from = 0; from < before.size(); ++from) {
            const auto to = std::ranges::find(after, before[from]);
            if (to == after.end())
                continue;
            const ImU32 colour = colour_of(look_, cell_role(run_, step_, before[from]));
            const float x = middle(from), end = middle(static_cast<std::size_t>(to - after.begin()));
            list_.AddBezierCubic({x, top}, {x, (top + bottom) / 2}, {end, (top + bottom) / 2}, {end, bottom},
                                 with_alpha(colour, 0.7f), look_.px(1));
        }
    }

    void name(const std::string& text, float top, float height, ImU32 colour) const {
        const ImFont* const font = look_.fonts.small;
        write(list_, font, {left_ - look_.px(gutter - arrays_margin), top + (height - font->FontSize) / 2},
              colour, text);
    }

    std::int64_t pointed() const { return pointed_; }

private:
    float middle(std::size_t place) const { return left_ + (static_cast<float>(place) + 0.5f) * cell_; }

    void cell(std::int32_t point, std::size_t place, float top, float height, const ImFont* font) {
        const float space = cell_ > look_.px(5) ? look_.px(1) : 0;
        const float left = left_ + static_cast<float>(place) * cell_;
        const Rect box{left, top, left + cell_ - space, top + height};
        const KdRole role = cell_role(run_, step_, point);
        const std::int64_t node = run_.node_of[static_cast<std::size_t>(point)];
        const bool plain = role == KdRole::waiting || role == KdRole::placed;
        const ImU32 ground =
            plain ? role == KdRole::waiting ? palette_.raised : palette_.invalid
                  : mix(palette_.raised, colour_of(look_, role), role == KdRole::median ? 0.85f : 0.42f);
        fill(list_, box, ground, font ? look_.px(2) : 0);
        if (node >= 0 && node == hovered_)
            outline(list_, box, palette_.text, look_.px(2), look_.px(1.5f));
        if (is_hovered({left, top, left + cell_, box.bottom}))
            pointed_ = node;
        if (!font)
            return;
        const ImU32 ink = role == KdRole::median   ? IM_COL32(20, 16, 8, 255)
                          : role == KdRole::placed ? palette_.invalid_text
                                                   : palette_.text;
        write(list_, font, {box.middle_x(), box.middle_y() - font->FontSize / 2}, ink, std::to_string(point),
              0.5f);
    }

    const Look& look_;
    const Palette& palette_;
    const KdRun& run_;
    const int step_;
    const std::int64_t hovered_;
    const float left_, right_;
    float cell_ = 0;
    std::int64_t pointed_ = -1;
    ImDrawList& list_;
};

} // namespace

ImU32 colour_of(const Look& look, KdRole role) {
    const Palette& palette = look.palette();
    switch (role) {
    case KdRole::waiting: return mix(palette.dim, palette.text, 0.3f);
    case KdRole::repeated: return palette.error;
    case KdRole::less: return palette.series[3];
    case KdRole::median: return palette.trace;
    case KdRole::greater: return palette.series[6];
    case KdRole::placed: return mix(palette.background, palette.dim, 0.55f);
    case KdRole::looked: return palette.accent;
    case KdRole::found: return palette.series[2];
    case KdRole::pruned: return mix(palette.background, palette.dim, 0.45f);
    }
    return palette.text;
}

ImU32 axis_colour(const Look& look, int axis) {
    constexpr std::array<std::size_t, 3> places{0, 4, 2};
    return look.palette().series[places[static_cast<std::size_t>(axis)]];
}

ImU32 fill_of(const Look& look, KdRegion::Kind kind) {
    switch (kind) {
    case KdRegion::Kind::pruned: return with_alpha(look.palette().dim, 0.16f);
    case KdRegion::Kind::taken: return with_alpha(look.palette().series[2], 0.18f);
    case KdRegion::Kind::entered: return with_alpha(look.palette().accent, 0.12f);
    }
    return 0;
}

ImU32 outline_of(const Look& look, KdRegion::Kind kind) {
    switch (kind) {
    case KdRegion::Kind::pruned: return look.palette().dim;
    case KdRegion::Kind::taken: return look.palette().series[2];
    case KdRegion::Kind::entered: return look.palette().accent;
    }
    return 0;
}

float split_width(const Look& look, const KdSplit& split) {
    const float level = static_cast<float>(split.cell->subtree.depth);
    return look.px(std::max(1.0f, 2.6f - 0.4f * level) + (split.now ? 0.6f : 0.0f));
}

float point_radius(const Look& look, std::size_t points) {
    return look.px(points <= 64 ? 4.5f : points <= 400 ? 3.2f : points <= 2000 ? 2.2f : 1.2f);
}

void draw_point(ImDrawList& list, const Look& look, ImVec2 at, float radius, KdRole role, bool many) {
    const ImU32 colour = colour_of(look, role);
    if (many) {
        list.AddRectFilled({at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}, colour);
        return;
    }
    const bool strong = role == KdRole::median || role == KdRole::found || role == KdRole::repeated;
    list.AddCircleFilled(at, strong ? 1.25f * radius : radius, colour);
    if (strong)
        list.AddCircle(at, 1.25f * radius + look.px(1), look.palette().background, 0, look.px(1));
}

void draw_ring(ImDrawList& list, const Look& look, ImVec2 at, float radius, ImU32 colour) {
    list.AddCircle(at, radius + look.px(4), colour, 0, look.px(2));
}

void draw_query(ImDrawList& list, const Look& look, ImVec2 at) {
    const float arm = look.px(8);
    for (const auto& [colour, width] :
         {std::pair{look.palette().background, look.px(5)}, {look.palette().trace, look.px(2)}}) {
        list.AddLine({at.x - arm, at.y}, {at.x + arm, at.y}, colour, width);
        list.AddLine({at.x, at.y - arm}, {at.x, at.y + arm}, colour, width);
    }
}

void draw_labels(ImDrawList& list, const Look& look, const KdPicture& picture,
                 const std::vector<ImVec2>& places) {
    if (places.size() > most_labelled)
        return;
    const ImFont* const font = look.fonts.small;
    const float radius = point_radius(look, places.size()), edge = look.px(1);
    LabelPlaces labels;
    for (const ImVec2& place : places)
        labels.take(Rect{place.x, place.y, place.x, place.y}.inset(-radius));
    for (const bool lit : {true, false}) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            const KdRole role = picture.sight.roles[i];
            if ((role == KdRole::median || role == KdRole::found) != lit)
                continue;
            const std::string text = std::to_string(picture.run.point_of(picture.run.drawn[i]));
            const auto at = labels.find(places[i], {width_of(font, text), font->FontSize}, look);
            if (!at)
                continue;
            // Lines behind them would strike them out.
            for (const ImVec2 shift : {ImVec2{-edge, 0}, {edge, 0}, {0, -edge}, {0, edge}})
                write(list, font, {at->x + shift.x, at->y + shift.y}, look.palette().background, text);
            write(list, font, *at, lit ? look.palette().text : look.palette().dim, text);
        }
    }
}

void NearestPoint::offer(ImVec2 at, std::int64_t node) {
    if (!hovered_)
        return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
    if (distance < greatest_) {
        greatest_ = distance;
        node_ = node;
    }
}

void show_point_tooltip(const KdRun& run, std::int64_t node) {
    if (node < 0)
        return;
    ImGui::SetTooltip("%s",
                      fmt::format("Point {} at {}\nnode {} of {}", run.point_of(node),
                                  place_text(run.bounds, {run.tree.points()[node],
                                                          static_cast<std::size_t>(run.tree.dimensions)}),
                                  node, run.tree.size())
                          .c_str());
}

KdArraysAt arrays_at(const KdRun& run, int step) {
    const kdtree::BuildTrace& trace = *run.trace;
    if (step == 0)
        return {{}, trace.sorted};
    const auto after = static_cast<std::size_t>(step) - 1;
    return {step == 1 ? trace.sorted : trace.steps[after - 1], trace.steps[after]};
}

KdRole cell_role(const KdRun& run, int step, std::int32_t point) {
    const std::int64_t node = run.node_of[static_cast<std::size_t>(point)];
    const int level = level_of(step);
    if (level >= 0)
        return role_at(run.tree.size(), node, level);
    return step == 1 && node < 0 ? KdRole::repeated : KdRole::waiting;
}

bool kd_arrays_fit(const Look& look, const KdRun& run, float width) {
    const auto cells = static_cast<float>(run.cloud.points().size());
    return width - look.px(gutter + arrays_margin) >= cells * look.px(least_cell);
}

float kd_arrays_height(const Look& look, int dimensions, bool narrow) {
    const Heights heights(look, narrow);
    return static_cast<float>(dimensions) * (heights.array() + heights.gap) + look.px(10);
}

std::int64_t draw_kd_arrays(const Look& look, const KdRun& run, int step, std::int64_t hovered, ImVec2 low,
                            ImVec2 high, bool narrow) {
    const Heights heights(look, narrow);
    const Palette& palette = look.palette();
    ImGui::GetWindowDrawList()->AddLine(low, {high.x, low.y}, palette.line);
    Arrays arrays(look, run, step, hovered, low, high);
    const auto [before, after] = arrays_at(run, step);
    const std::size_t cells = before.empty() ? after.front().size() : before.front().size();
    arrays.set_cells(cells);
    const int level = level_of(step);
    float top = low.y + look.px(10);
    for (int axis = 0; axis < run.tree.dimensions; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const bool splits = level >= 0 && level % run.tree.dimensions == axis;
        const ImU32 colour = splits ? axis_colour(look, axis) : palette.dim;
        const float below = top + heights.cell + heights.links;
        if (before.empty()) {
            arrays.name(fmt::format("by {}", axis_name(axis)), top, heights.array(), palette.text);
            arrays.row(after[at], top + heights.array() / 2 - heights.cell / 2, heights.cell);
        } else {
            arrays.name(fmt::format("by {}", axis_name(axis)), top, heights.cell, colour);
            arrays.row(before[at], top, heights.cell);
            arrays.links(before[at], after[at], top + heights.cell, below);
            arrays.name("after", below, heights.cell, palette.dim);
            arrays.row(after[at], below, heights.cell);
        }
        top += heights.array() + heights.gap;
    }
    return arrays.pointed();
}

} // namespace scanline::view
