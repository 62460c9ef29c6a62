#include "scenes/prefix_sum/comparison.h"

#include "kit/canvas.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace scanline::view::prefix_sum {

struct MeasureRow {
    Measure value;
    const char* name;
    const char* tooltip;
    double (*measured)(const Contestant&, int lanes);
    const char* format = "{:.0f}";
};

constexpr auto table_of(Measure) {
    return std::to_array<MeasureRow>({
        {Measure::work, "work", "How often the operator is applied.",
         [](const Contestant& of, int) -> double { return of.total.work; }},
        {Measure::span, "span", "Steps on all the lanes that a variant has: one an element, or those chosen.",
         [](const Contestant& of, int) -> double { return of.total.steps; }},
        {Measure::folded, "on", // on this many lanes
         "Steps when every variant has the same number of lanes: those with a lane an element take turns at "
         "them.",
         [](const Contestant& of, int) -> double { return of.total.folded_steps; }},
        {Measure::traffic, "traffic", "Reads and writes of memory, an element.",
         [](const Contestant& of, int) { return traffic_of(of.timeline, of.total); }, "{:.2f}"},
        {Measure::waits, "waits",
         "Steps that lanes spend at barriers, at the end of their team, or spinning.",
         [](const Contestant& of, int) -> double { return of.total.waits; }},
        {Measure::efficiency, "efficiency",
         "Elements that a lane finishes in a step, on the same number of lanes. One lane alone, from left to "
         "right, would have 100 %.",
         [](const Contestant& of, int lanes) { return scan_trace::efficiency(of.timeline, of.total, lanes); },
         "{:.0f} %"},
    });
}

namespace {

std::string title_of(Measure measure, int lanes) {
    if (measure != Measure::folded)
        return row_of(measure).name;
    return fmt::format("on {} {}", lanes, lanes == 1 ? "lane" : "lanes");
}

ImU32 action_colour(const Palette& palette, LaneAction action) {
    switch (action) {
    case LaneAction::load:
    case LaneAction::copy:
    case LaneAction::store: return with_alpha(palette.accent, 0.45f);
    case LaneAction::combine: return palette.accent;
    case LaneAction::publish_aggregate:
    case LaneAction::publish_prefix:
    case LaneAction::look_back:
    case LaneAction::sum_up: return palette.series[2];
    case LaneAction::spin: return palette.warning;
    case LaneAction::fall_back: return palette.error;
    case LaneAction::barrier:
    case LaneAction::join: return with_alpha(palette.warning, 0.45f);
    case LaneAction::held:
    case LaneAction::stalled: return palette.line;
    }
    return 0;
}

// Lengths at scale 1.
constexpr float table_headings = 22; ///< above the rows of the table
constexpr float race_names = 16;     ///< above the lanes of a variant
constexpr float between = 10;        ///< between two variants in the race
constexpr float bar_and_gap = 6;     ///< at the bottom of a row

/// Draws all variants, and records which one is clicked.
class Comparison {
public:
    Comparison(const Look& look, const std::vector<Contestant>& contestants, int step,
               const IsPinned& is_pinned)
        : look_(look), palette_(look.palette()), contestants_(contestants), step_(step),
          is_pinned_(is_pinned) {
        for (const Contestant& contestant : contestants) {
            clock_ = std::max(clock_, contestant.total.steps);
            widest_name_ = std::max(widest_name_, width_of(look.fonts.small, to_string(contestant.variant)));
        }
    }

    std::optional<Variant> draw(int lanes, Variant chosen) {
        const ImVec2 origin = ImGui::GetCursorScreenPos();
        const float margin = look_.px(16), left = origin.x + margin;
        const float right = origin.x + ImGui::GetContentRegionAvail().x - margin;
        const float end = origin.y + ImGui::GetWindowHeight() - margin / 2;
        // The variants of the race are laid out in a grid, so that there is room for their names.
        const int count = static_cast<int>(contestants_.size());
        const float gap = look_.px(between);
        const int most = static_cast<int>((right - left + gap) / (widest_name_ + gap));
        rows_ = divide_rounding_up(count, std::clamp(most, 1, count));
        columns_ = divide_rounding_up(count, rows_);
        const float min_race = static_cast<float>(rows_) * (look_.px(race_names) + look_.px(76)) +
                               static_cast<float>(rows_ - 1) * gap;

        write(list_, look_.fonts.heading, {left, origin.y + look_.px(10)}, palette_.text,
              fmt::format("All variants on the same {} elements", contestants_.front().timeline.size));
        const float table_top = origin.y + look_.px(38), captions = look_.px(54);
        // The table shrinks first, as far as its text allows; then everything scrolls.
        const float rows = end - table_top - look_.px(table_headings) - captions - min_race;
        const float row = std::clamp(rows / static_cast<float>(count), look_.px(23), look_.px(34));
        const Rect table_area{left, table_top, right,
                              table_top + look_.px(table_headings) + static_cast<float>(count) * row};
        table(lanes, chosen, table_area);

        const float caption = table_area.bottom + look_.px(10), race_top = table_area.bottom + captions;
        write(list_, look_.fonts.small, {left, caption}, palette_.dim,
              fmt::format("Lanes from left to right, time from top to bottom, on one clock of {} steps",
                          clock_));
        race_legend({left, caption + look_.px(18)});
        const Rect race_area{left, race_top, right, std::max(race_top + min_race, end)};
        race(race_area);
        ImGui::Dummy({1, std::floor(race_area.bottom + margin / 2 - origin.y)});
        return clicked_;
    }

private:
    // One row per variant, one column per measure.
    void table(int lanes, Variant chosen, const Rect& area) {
        const float headings = look_.px(table_headings), names = look_.px(124);
        const float row = (area.height() - headings) / static_cast<float>(contestants_.size());
        const auto top_of = [&](std::size_t i) { return area.top + headings + static_cast<float>(i) * row; };
        for (std::size_t i = 0; i < contestants_.size(); ++i) {
            const Variant variant = contestants_[i].variant;
            const Rect whole{area.left - look_.px(8), top_of(i), area.right + look_.px(8), top_of(i) + row};
            const bool hovered = is_hovered(whole);
            if (hovered || variant == chosen)
                fill(list_, whole, with_alpha(palette_.accent, hovered ? 0.16f : 0.09f), look_.px(4));
            label(look_.fonts.text, {area.left, text_top(top_of(i), row)}, palette_.text, to_string(variant));
            if (is_hovered({whole.left, whole.top, whole.left + names, whole.bottom}))
                wrapped_tooltip("Click to see it step by step.");
            if (hovered)
                show_clickable_here();
            if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
                clicked_ = variant;
        }
        const float pitch = (area.width() - names) / static_cast<float>(enumerators<Measure>.size());
        for (std::size_t m = 0; m < enumerators<Measure>.size(); ++m) {
            const Measure measure = enumerators<Measure>[m];
            const float left = area.left + names + static_cast<float>(m) * pitch;
            const float right = left + pitch - look_.px(10);
            label(look_.fonts.small, {left, area.top}, palette_.dim, title_of(measure, lanes));
            if (is_hovered({left, area.top, right, area.bottom}))
                wrapped_tooltip(row_of(measure).tooltip);
            const std::vector<bool> best = best_of(contestants_, measure, lanes);
            double most = measure == Measure::efficiency ? 1 : 0;
            for (const Contestant& contestant : contestants_)
                most = std::max(most, value_of(contestant, measure, lanes));
            for (std::size_t i = 0; i < contestants_.size(); ++i) {
                const double value = value_of(contestants_[i], measure, lanes);
                number({left, top_of(i), right, top_of(i) + row}, text_of(contestants_[i], measure, lanes),
                       most > 0 ? static_cast<float>(value / most) : 0, best[i]);
            }
        }
    }

    void race_legend(ImVec2 at) {
        constexpr std::array<std::pair<LaneAction, const char*>, 7> entries{
            {{LaneAction::combine, "combine"},
             {LaneAction::load, "load, store"},
             {LaneAction::look_back, "look back, sum up"},
             {LaneAction::barrier, "barrier, join"},
             {LaneAction::spin, "spin"},
             {LaneAction::fall_back, "fall back"},
             {LaneAction::held, "held"}}};
        for (const auto& [action, meaning] : entries)
            at.x = draw_key(list_, look_, at, action_colour(palette_, action), meaning);
        draw_key(list_, look_, at, palette_.pinned, "pinned");
    }

    // Everyone's lanes over time, on one clock.
    void race(const Rect& area) {
        const float gap = look_.px(between);
        const float slot = (area.width() + gap) / static_cast<float>(columns_);
        const float pitch = (area.height() + gap) / static_cast<float>(rows_);
        for (int i = 0; i < static_cast<int>(contestants_.size()); ++i) {
            const Contestant& contestant = contestants_[static_cast<std::size_t>(i)];
            const float left = area.left + static_cast<float>(i % columns_) * slot;
            const float top = area.top + static_cast<float>(i / columns_) * pitch;
            const Rect own{left, top + look_.px(race_names), left + slot - gap, top + pitch - gap};
            label(look_.fonts.small, {left, top}, palette_.text, to_string(contestant.variant));
            lanes(contestant, own);
            const float now =
                own.top + own.height() * static_cast<float>(step_ + 1) / static_cast<float>(clock_);
            list_.AddLine({own.left, now}, {own.right, now}, with_alpha(palette_.accent, 0.6f));
            if (!is_hovered(own))
                continue;
            wrapped_tooltip(fmt::format("{}: {} steps on {} {}{}. Click to see it step by step.",
                                        to_string(contestant.variant), contestant.total.steps,
                                        contestant.timeline.columns, to_string(contestant.timeline.column),
                                        contestant.timeline.columns == 1 ? "" : "s"));
            outline(list_, own, palette_.accent, look_.px(3), look_.px(1.5f));
            show_clickable_here();
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
                clicked_ = contestant.variant;
        }
    }

    void label(const ImFont* font, ImVec2 at, ImU32 colour, std::string_view text) {
        write(list_, font, {std::round(at.x), std::round(at.y)}, colour, text);
    }

    // Centres the text above the bars.
    float text_top(float top, float height) const {
        return top + (height - look_.px(bar_and_gap) - look_.fonts.text->FontSize) / 2;
    }

    // A number with a bar under it; the best of its column is highlighted.
    void number(const Rect& cell, const std::string& text, float fraction, bool best) {
        const ImU32 colour = best ? palette_.series[2] : palette_.accent;
        const float top = cell.bottom - look_.px(bar_and_gap), bottom = top + look_.px(4);
        fill(list_, {cell.left, top, cell.right, bottom}, with_alpha(palette_.line, 0.6f), look_.px(2));
        if (fraction > 0)
            fill(list_, {cell.left, top, cell.left + std::max(look_.px(2), fraction * cell.width()), bottom},
                 colour, look_.px(2));
        label(look_.fonts.text, {cell.left, text_top(cell.top, cell.height())}, best ? colour : palette_.text,
              text);
    }

    // Lanes from left to right, time from top to bottom.
    void lanes(const Contestant& contestant, const Rect& area) {
        const Timeline& timeline = contestant.timeline;
        fill(list_, area, palette_.panel, look_.px(3));
        const float width = area.width() / static_cast<float>(timeline.columns);
        const float height = area.height() / static_cast<float>(clock_);
        const ImVec2 gap{width > look_.px(6) ? look_.px(1) : 0, height > look_.px(5) ? look_.px(1) : 0};
        for (int s = 0; s < static_cast<int>(timeline.steps.size()); ++s) {
            for (int index = 0; index < std::ssize(timeline.step(s).lanes); ++index) {
                const LaneStep& lane = timeline.at({s, index});
                const ImU32 done = is_pinned_(contestant, {s, index}) ? palette_.pinned
                                                                      : action_colour(palette_, lane.action);
                const ImVec2 at{area.left + static_cast<float>(lane.lane) * width,
                                area.top + static_cast<float>(s) * height};
                fill(list_, Rect::of(at, {static_cast<float>(lane.width) * width - gap.x, height - gap.y}),
                     s <= step_                ? done
                     : done == palette_.pinned ? with_alpha(done, 0.45f)
                                               : with_alpha(palette_.line, 0.5f));
            }
        }
    }

    const Look& look_;
    const Palette& palette_;
    const std::vector<Contestant>& contestants_;
    const int step_;
    const IsPinned& is_pinned_;
    ImDrawList& list_ = *ImGui::GetWindowDrawList();
    int clock_ = 1, rows_ = 1, columns_ = 1;
    float widest_name_ = 0;
    std::optional<Variant> clicked_;
};

} // namespace

std::vector<Contestant> compare_variants(const Spec& spec) {
    std::vector<Contestant> contestants;
    for (const Variant variant : enumerators<Variant>) {
        Spec own = spec;
        own.variant = variant;
        Timeline timeline = simulate(own);
        const Counters total = count(timeline, static_cast<int>(timeline.steps.size()), spec.lanes);
        contestants.push_back({variant, std::move(timeline), total});
    }
    return contestants;
}

double traffic_of(const Timeline& timeline, const Counters& counters) {
    return static_cast<double>(counters.reads + counters.writes) / timeline.size;
}

double value_of(const Contestant& contestant, Measure measure, int lanes) {
    return row_of(measure).measured(contestant, lanes);
}

std::string text_of(const Contestant& contestant, Measure measure, int lanes) {
    const double value = value_of(contestant, measure, lanes);
    return fmt::format(fmt::runtime(row_of(measure).format),
                       measure == Measure::efficiency ? 100 * value : value);
}

std::vector<bool> best_of(std::span<const Contestant> contestants, Measure measure, int lanes) {
    std::vector<double> values;
    for (const Contestant& contestant : contestants)
        values.push_back(value_of(contestant, measure, lanes));
    if (values.empty())
        return {};
    const double best = measure == Measure::efficiency ? std::ranges::max(values) : std::ranges::min(values);
    std::vector<bool> found;
    for (const double value : values)
        found.push_back(value == best && std::ranges::count(values, best) <= 2);
    return found;
}

std::optional<Variant> draw_comparison(const Look& look, const std::vector<Contestant>& contestants,
                                       int lanes, int step, Variant chosen, const IsPinned& is_pinned) {
    ImGui::BeginChild("comparison", {0, 0}, false, ImGuiWindowFlags_NoMove);
    const std::optional<Variant> clicked = Comparison(look, contestants, step, is_pinned).draw(lanes, chosen);
    ImGui::EndChild();
    return clicked;
}

} // namespace scanline::view::prefix_sum
