#include "scenes/cube/drawing.h"

#include "kit/widgets.h"
#include "scanline/core/format.h"
#include "scenes/cube/words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace scanline::view::cube_scene {

ImU32 colour_of_code(std::uint32_t code) {
    // Hues of Okabe and Ito, darker or lighter, so that all are far apart without colour vision.
    static constexpr std::array<ImU32, Setup::max_codes> colours{
        IM_COL32(0x00, 0x5b, 0x8e, 255), IM_COL32(0xf5, 0xd9, 0x99, 255), IM_COL32(0x00, 0x9e, 0x73, 255),
        IM_COL32(0xd5, 0x5e, 0x00, 255), IM_COL32(0x56, 0xb4, 0xe9, 255), IM_COL32(0x52, 0x30, 0x43, 255),
        IM_COL32(0xf0, 0xe4, 0x42, 255), IM_COL32(0xd2, 0xd2, 0xd2, 255)};
    return colours[code % colours.size()];
}

ImU32 line_colour_of_code(const Look& look, std::uint32_t code) {
    return mix(colour_of_code(code), look.palette().text, 0.35f);
}

ImU32 ink_on(ImU32 ground) {
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(ground);
    const float light =
        0.21f * colour.x * colour.x + 0.72f * colour.y * colour.y + 0.07f * colour.z * colour.z;
    return light > 0.2f ? IM_COL32(16, 18, 22, 255) : IM_COL32_WHITE;
}

ImU32 ink_of(const Look& look, Role role) {
    const Palette& palette = look.palette();
    switch (role) {
    case Role::fresh:
    case Role::met: return palette.valid_text;
    case Role::missed: return palette.dim;
    case Role::absent:
    case Role::plain:
    case Role::made:
    case Role::added:
    case Role::changed:
    case Role::compared: return palette.text;
    }
    return palette.text;
}

void draw_ground(ImDrawList& list, const Look& look, Role role, const Rect& rect) {
    const Palette& palette = look.palette();
    switch (role) {
    case Role::absent: return;
    case Role::plain:
    case Role::added:
    case Role::compared: return fill(list, rect, palette.raised);
    case Role::made: return fill(list, rect, mix(palette.raised, palette.accent, 0.3f));
    case Role::changed: return fill(list, rect, mix(palette.raised, palette.focus, 0.3f));
    case Role::fresh:
    case Role::met: return fill(list, rect, palette.valid);
    case Role::missed:
        fill(list, rect, palette.invalid);
        return hatch(list, rect, look.px(7), with_alpha(palette.dim, 0.3f), look.px(1));
    }
}

void draw_outline(ImDrawList& list, const Look& look, Role role, const Rect& rect) {
    const Palette& palette = look.palette();
    const auto draw = [&](ImU32 colour, float thickness) {
        outline(list, rect, colour, 0, look.px(thickness));
    };
    switch (role) {
    case Role::absent: return draw(palette.line, 1);
    case Role::plain:
    case Role::changed:
    case Role::missed: return;
    case Role::made: return draw(palette.accent, 1.5f);
    case Role::fresh:
    case Role::met: return draw(palette.series[2], 2);
    case Role::added:
    case Role::compared: return draw(palette.focus, 2);
    }
}

void draw_code(ImDrawList& list, const Look& look, const Rect& rect, std::uint32_t code,
               const std::string& word, float alpha) {
    const ImU32 ground = mix(look.palette().background, colour_of_code(code), alpha);
    fill(list, rect, ground);
    const ImU32 ink = alpha < 1 ? look.palette().dim : ink_on(ground);
    if (!write_inside(list, look.fonts.small, rect, ink, word))
        write_inside(list, look.fonts.small, rect, ink, std::to_string(code));
}

void add_cube_legend(Legend& legend, Show show) {
    const Look& look = legend.look();
    const auto row = [&](Role role, const char* meaning) {
        legend.mark(
            [&look, role](ImDrawList& list, ImVec2 at) {
                const Rect mark = Rect{at.x, at.y, at.x, at.y}.inset(-look.px(7));
                draw_ground(list, look, role, mark);
                draw_outline(list, look, role, mark);
            },
            meaning);
    };
    row(Role::plain, "node, as wide as its rows");
    switch (show) {
    case Show::build: row(Role::made, "made, linked or rolled up in this step"); break;
    case Show::query:
        row(Role::compared, "key compared in this step");
        row(Role::met, "on the way, or counted");
        row(Role::missed, "visited, but not counted");
        break;
    case Show::update:
        row(Role::absent, "not there yet");
        row(Role::added, "node of the further rows, not merged yet");
        row(Role::fresh, "new");
        row(Role::changed, "more rows than before");
        break;
    }
    legend.remark("keys: one colour a code");
}

namespace {

// Lengths in pixels.
constexpr float gutter = 76, margin = 14, space = 10, max_column = 46;
constexpr float default_line = 18, min_line = 14;
constexpr float min_level = 26, max_level = 96, max_node = 58, min_gap = 8;
constexpr float min_node = 28; ///< with a key and a line below it, if there is room

std::optional<Node> node_of(const cube::Tree& tree, std::int64_t id) {
    return id < 0 ? std::nullopt : node_at(tree, node_codes(static_cast<int>(id)));
}

} // namespace

Layout::Layout(const Look& look, const Picture& picture, const Rect& whole)
    : area(whole.inset(0, look.px(4))), left(area.left + look.px(gutter)),
      right(area.right - look.px(margin)), levels_(picture.run.levels()) {
    const auto levels = static_cast<float>(levels_);
    const auto rows = static_cast<float>(picture.run.tree(picture.setup.show).rows());
    column_ = std::min((right - left) / rows, look.px(max_column));
    right = left + column_ * rows;
    const auto lines = levels + 1 + static_cast<float>(array_lines);
    line_ = std::clamp((area.height() - 2 * look.px(space)) * 0.5f / lines, look.px(min_line),
                       look.px(default_line));
    const float arrays = static_cast<float>(array_lines) * line_ + look.px(2 * space);
    const auto pitch = [&](float rest) { return (rest - table_height() - look.px(space)) / levels; };
    has_arrays = pitch(area.height() - arrays) >= look.px(min_level);
    const float level = std::min(pitch(area.height() - (has_arrays ? arrays : 0)), look.px(max_level));
    node_ = std::min(std::max(0.7f * level, std::min(level - look.px(min_gap), look.px(min_node))),
                     look.px(max_node));
    gap = level - node_;
    rows_top = area.top + levels * level + look.px(2);
    arrays_top_ = std::min(area.bottom - static_cast<float>(array_lines) * line_,
                           rows_top + table_height() + look.px(3 * space));
}

Rect Layout::columns(std::uint32_t first, std::uint32_t last, float top, float bottom) const {
    return {left + static_cast<float>(first) * column_, top, left + static_cast<float>(last) * column_,
            bottom};
}

Rect Layout::level(std::size_t level) const {
    return Rect::of({left, area.top + static_cast<float>(level) * (node_ + gap)}, {right - left, node_});
}

Rect Layout::row_line(std::size_t number, float top) const {
    return Rect::of({left, top + static_cast<float>(number) * line_}, {right - left, line_});
}

Rect Layout::array_line(std::size_t number) const {
    return Rect::of({left, arrays_top_ + static_cast<float>(number) * line_}, {right - left, line_});
}

Part::Part(const Look& look, const Picture& picture, const Layout& layout, const cube::Tree& tree)
    : look_(look), palette_(look.palette()), run_(picture.run), view_(picture.view), layout_(layout),
      tree_(tree), pinned_(node_of(tree, picture.pinned)), lit_(node_of(tree, picture.hovered)),
      motion_(picture.motion), prediction_(picture.prediction), list_(*ImGui::GetWindowDrawList()) {}

void Part::name(const Rect& line, std::string_view text, ImU32 colour) const {
    const ImFont* const font = look_.fonts.small;
    write(list_, font, {layout_.area.left + look_.px(margin), line.middle_y() - font->FontSize / 2}, colour,
          text);
}

void Part::take_place(const Rect& rect, Node at) {
    if (!is_hovered(rect) || prediction_.hides(static_cast<std::uint64_t>(id_of(at))))
        return;
    show_clickable_here();
    hovered_ = id_of(at);
    wrapped_tooltip(tooltip_of(run_, tree_, at));
}

void Part::ring(const Rect& rect, Node at) const {
    if (pinned_ == at)
        outline(list_, rect, palette_.pinned, look_.px(2), look_.px(2));
    else if (lit_ == at)
        outline(list_, rect, palette_.text, look_.px(2), look_.px(1.5f));
}

namespace {

constexpr std::array<StageColour, 5> build_stages{
    {{"key", 0}, {"index", 1}, {"header-table", 2}, {"roll-up", 4}, {machine::other_stage, 7}}};

} // namespace

void show_cube_counts(const Look& look, const Run& run, const StepView& view) {
    section(look, "Counters");
    const Counters all = counters_of_all(run, view.show);
    count_field(look, "Nodes", view.now.nodes, view.so_far.nodes, all.nodes,
                "Nodes made, linked, rolled up or visited.");
    count_field(look, "Comparisons", view.now.comparisons, view.so_far.comparisons, all.comparisons,
                "Codes compared after the sort.");
    count_field(look, "Rows", view.now.rows, view.so_far.rows, all.rows, "Rows read, or counted by a query.");
    if (view.show == Show::query) {
        const auto nodes = static_cast<std::size_t>(view.step.step);
        const bool begun = view.step.stage != Phase::asked, ended = view.step.stage == Phase::answer;
        field(look, "So far",
              cell_text(run, ended   ? run.query.cell
                             : begun ? run.query.steps[nodes].sum
                                     : cube::Cell{}),
              "The cell, as far as its nodes have been found.");
        field(look, "Method", std::string(to_string(run.query.method)),
              "path: one node is the cell. side-links: the header table names the nodes. scan: all nodes of "
              "a level.");
    }
}

void show_cube_check(const Look& look, const Check* check) {
    section(look, "On the GPU");
    if (!check)
        return note(look, "Compute shaders build, update and query the tree ...");
    show_comparison(look, *check);
    if (check->ran())
        field(look, "Build", duration_text(check->times.milliseconds), "The median of a few builds.");
}

void show_cube_measured(const Look& look, const Measured& measured) {
    std::vector<machine::Repetition> builds{measured.cpu};
    if (measured.ran())
        builds.push_back(measured.gpu);
    draw_stage_bars(look, stage_table(builds, build_stages), std::array{"CPU", "GPU"});
    field(look, "Nodes", with_commas(measured.nodes), "Of all levels.");
    note(look, fmt::format("The median of a few builds, on the CPU by {}.", threads_text(measured.threads)));
    if (show_comparison(look, measured))
        note(look, "All arrays of the GPU's tree are the same.");
}

} // namespace scanline::view::cube_scene
