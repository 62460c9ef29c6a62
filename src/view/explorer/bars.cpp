#include "explorer/bars.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr std::size_t most_columns = 64; ///< beyond, bars are rows, which scroll
constexpr float most_rows_seen = 8.5f;   ///< half a row says that there are more
constexpr float least_column = 5;        ///< in pixels at scale 1

class Chart {
public:
    Chart(const Look& look, const ExplorerData& data, int dimension, const ExplorerBars& bars,
          const Selected& selected, bool coloured)
        : look_(look), palette_(look.palette()), data_(data), dimension_(dimension), bars_(bars),
          selected_(selected), coloured_(coloured) {}

    std::optional<Selected> draw() {
        heading();
        bars_.upright ? columns() : rows();
        return std::move(answer_);
    }

private:
    float small() const { return look_.fonts.small->FontSize; }

    void heading() {
        const Rect line = Rect::of(ImGui::GetCursorScreenPos(),
                                   {ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const std::string count =
            selected_ ? fmt::format("{} of {}", selected_->size(), bars_.bars.size())
                      : fmt::format("{} {}", bars_.bars.size(), bars_.bars.size() == 1 ? "value" : "values");
        const float room = line.width() - width_of(look_.fonts.small, count) - look_.px(8);
        write_cut(list, look_.fonts.text, line.low(), room, palette_.text, data_.dimension(dimension_).name);
        write(list, look_.fonts.small, {line.right, line.top + look_.px(2)},
              selected_ ? palette_.accent : palette_.dim, count, 1);
        ImGui::Dummy(line.size());
    }

    ImU32 colour_of(std::size_t place) const {
        const ImU32 full = coloured_ ? value_colour(look_, static_cast<int>(place)) : palette_.accent;
        return bars_.bars[place].selected ? full : mix(palette_.background, full, 0.4f);
    }
    ImU32 total_colour() const { return mix(palette_.background, palette_.dim, 0.34f); }

    void columns() {
        const Rect area = Rect::of(ImGui::GetCursorScreenPos(),
                                   {std::max(1.0f, ImGui::GetContentRegionAvail().x), look_.px(56)});
        ImDrawList& list = *ImGui::GetWindowDrawList();
        handle(area);
        const float pitch = area.width() / static_cast<float>(bars_.bars.size()),
                    gap = std::min(look_.px(2), pitch / 5);
        const auto y = [&](double value) {
            return area.bottom - static_cast<float>(bars_.place(value)) * area.height();
        };
        const auto column = [&](std::size_t place, double value, ImU32 colour, float inset) {
            const float left = area.left + static_cast<float>(place) * pitch + gap / 2 + inset;
            if (value != 0)
                fill(list,
                     {left, std::min(y(value), y(0)), left + pitch - gap - 2 * inset,
                      std::max(y(value), y(0))},
                     colour);
        };
        for (std::size_t place = 0; place < bars_.bars.size(); ++place) {
            column(place, bars_.bars[place].total, total_colour(), 0);
            column(place, bars_.bars[place].now, colour_of(place), inset(pitch));
        }
        list.AddLine({area.left, y(0)}, {area.right, y(0)}, palette_.line, look_.px(1));
        labels(area, pitch);
        ImGui::SetCursorScreenPos({area.left, area.bottom + small() + look_.px(12)});
    }

    /// Of aggregates that are no sums, a part may be above the whole: neither may hide the other.
    float inset(float pitch) const { return data_.is_additive() ? 0 : pitch / 4; }

    // As many as fit, the first and the last among them.
    void labels(const Rect& area, float pitch) const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float y = area.bottom + look_.px(2), gap = look_.px(8);
        const auto write_label = [&](float x, const std::string& text, float& free, float end) {
            const float width = width_of(look_.fonts.small, text),
                        left = std::clamp(x - width / 2, area.left, std::max(area.left, area.right - width));
            if (left < free || left + width > end)
                return;
            write(list, look_.fonts.small, {left, y}, palette_.dim, text);
            free = left + width + gap;
        };
        // An empty cell is in no bin.
        const std::vector<double> edges = data_.dimension(dimension_).edges.size() == bars_.bars.size() + 1
                                              ? data_.dimension(dimension_).edges
                                              : std::vector<double>();
        const std::size_t count = edges.empty() ? bars_.bars.size() : edges.size();
        const auto text = [&](std::size_t i) {
            return edges.empty() ? data_.value(dimension_, bars_.bars[i].code) : short_number(edges[i]);
        };
        const auto x = [&](std::size_t i) {
            return area.left + pitch * (static_cast<float>(i) + (edges.empty() ? 0.5f : 0));
        };
        float free = area.left, last = area.left;
        const float last_width = width_of(look_.fonts.small, text(count - 1));
        write_label(x(count - 1), text(count - 1), last, area.right + 1);
        const float end = std::min(x(count - 1) - last_width / 2, area.right - last_width) - gap;
        for (std::size_t i = 0; i + 1 < count; ++i)
            write_label(x(i), text(i), free, end);
    }

    static std::string short_number(double number) {
        return number < 0   ? "-" + short_count(-number)
               : number < 1 ? fmt::format("{:.3g}", number)
                            : short_count(number);
    }

    void rows() {
        const float pitch = std::round(small() + look_.px(5)), width = ImGui::GetContentRegionAvail().x;
        const auto count = static_cast<float>(bars_.bars.size());
        const bool scrolls = count > most_rows_seen;
        ImGui::BeginChild("rows", {width, std::min(count, most_rows_seen) * pitch}, false,
                          scrolls ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoScrollWithMouse);
        // As wide as if it scrolled.
        const float room = ImGui::GetContentRegionAvail().x - (scrolls ? 0 : ImGui::GetStyle().ScrollbarSize);
        const Rect area = Rect::of(ImGui::GetCursorScreenPos(), {std::max(1.0f, room), count * pitch});
        handle(area);
        const float names = std::round(area.width() * 0.36f), numbers = look_.px(46);
        const Rect bars{area.left + names, area.top, area.right - numbers, area.bottom};
        const ImVec2 seen = ImGui::GetWindowPos();
        const auto first = static_cast<std::size_t>(std::max(0.0f, std::floor((seen.y - area.top) / pitch)));
        const auto last =
            std::min(bars_.bars.size(),
                     first + static_cast<std::size_t>(std::ceil(ImGui::GetWindowHeight() / pitch)) + 1);
        for (std::size_t place = first; place < last; ++place)
            row(place,
                Rect{area.left, area.top + static_cast<float>(place) * pitch, area.right,
                     area.top + static_cast<float>(place + 1) * pitch},
                bars);
        ImGui::EndChild();
        ImGui::Dummy({0, look_.px(6)});
    }

    void row(std::size_t place, const Rect& line, const Rect& bars) {
        const ExplorerBar& bar = bars_.bars[place];
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const auto x = [&](double value) {
            return bars.left + static_cast<float>(bars_.place(value)) * bars.width();
        };
        const auto stripe = [&](double value, ImU32 colour, float margin) {
            if (value != 0)
                fill(list,
                     {std::min(x(0), x(value)), line.top + margin, std::max(x(0), x(value)),
                      line.bottom - margin},
                     colour, look_.px(1));
        };
        stripe(bar.total, total_colour(), look_.px(1.5f));
        stripe(bar.now, colour_of(place), look_.px(1.5f) + inset(line.height()));
        const std::string& name = data_.value(dimension_, bar.code);
        const float y = std::round(line.middle_y() - small() / 2);
        const ImU32 colour = bar.selected ? palette_.text : palette_.dim;
        write_cut(list, look_.fonts.small, {line.left, y}, bars.left - line.left - look_.px(6), colour,
                  name.empty() ? "(none)" : name);
        write(list, look_.fonts.small, {line.right, y}, colour, number_text(bar), 1);
    }

    std::string number_text(const ExplorerBar& bar) const {
        return bar.now < 0 ? "-" + short_count(-bar.now) : short_count(bar.now);
    }

    void handle(const Rect& area) {
        ImGui::InvisibleButton("bars", area.size());
        const ImGuiIO& io = ImGui::GetIO();
        const auto part = [&](ImVec2 at) {
            return bars_.upright ? (at.x - area.left) / area.width() : (at.y - area.top) / area.height();
        };
        const ImVec2 pressed = io.MouseClickedPos[ImGuiMouseButton_Left];
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            answer_.emplace();
        else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left))
            answer_ = brushed(bars_, bars_.at(part(pressed)), bars_.at(part(io.MousePos)));
        else if (ImGui::IsItemDeactivated() && io.MouseClickedLastCount[ImGuiMouseButton_Left] == 1 &&
                 ImGui::IsItemHovered() &&
                 io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] <
                     io.MouseDragThreshold * io.MouseDragThreshold)
            answer_ = toggled(selected_, bars_.bars[static_cast<std::size_t>(bars_.at(part(pressed)))].code,
                              bars_.bars.size());
        else if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
            tell(bars_.bars[static_cast<std::size_t>(bars_.at(part(io.MousePos)))]);
    }

    void tell(const ExplorerBar& bar) const {
        const std::string& name = data_.value(dimension_, bar.code);
        wrapped_tooltip(fmt::format(
            "{} {}: {} of {} {}. Drag to select a range, click to toggle a value, double-click for all.",
            data_.dimension(dimension_).name, name.empty() ? "(none)" : name, number_text(bar),
            bar.total < 0 ? "-" + short_count(-bar.total) : short_count(bar.total), data_.measure_title()));
    }

    const Look& look_;
    const Palette& palette_;
    const ExplorerData& data_;
    const int dimension_;
    const ExplorerBars& bars_;
    const Selected& selected_;
    const bool coloured_;
    std::optional<Selected> answer_;
};

} // namespace

int ExplorerBars::at(double part) const {
    const auto count = static_cast<double>(bars.size());
    return static_cast<int>(std::clamp(std::floor(part * count), 0.0, count - 1));
}

ExplorerBars bars_of(const ExplorerData& data, int dimension, const cube::Histogram& now,
                     const Selected& selected) {
    const auto at = static_cast<std::size_t>(dimension);
    const cube::Histogram& totals = data.totals[at];
    ExplorerBars made{.upright = data.ordered[at] && totals.count.size() <= most_columns};
    made.high = 0;
    for (const std::uint32_t code : data.order[at]) {
        ExplorerBar bar{.code = code, .selected = !selected || std::ranges::binary_search(*selected, code)};
        bar.total =
            cube::value_of(data.measure, totals.count[code], data.stored(totals.values, code)).value_or(0);
        bar.now = cube::value_of(data.measure, now.count[code], data.stored(now.values, code)).value_or(0);
        made.low = std::min({made.low, bar.total, bar.now});
        made.high = std::max({made.high, bar.total, bar.now});
        made.bars.push_back(bar);
    }
    if (made.high == made.low)
        made.high = made.low + 1;
    return made;
}

Selected brushed(const ExplorerBars& bars, int one, int other) {
    std::vector<std::uint32_t> codes;
    for (int place = std::min(one, other); place <= std::max(one, other); ++place)
        codes.push_back(bars.bars[static_cast<std::size_t>(place)].code);
    if (codes.size() == bars.bars.size())
        return std::nullopt;
    std::ranges::sort(codes);
    return codes;
}

ImU32 value_colour(const Look& look, int place) {
    // Without the near-black or near-white, and the grey, which means others.
    static constexpr std::array<std::size_t, 6> used{0, 1, 2, 4, 6, 3};
    const Palette& palette = look.palette();
    return place < 0 ? palette.series[7]
                     : palette.series[used[static_cast<std::size_t>(place) % used.size()]];
}

std::optional<BarsAnswer> draw_bars(const Look& look, const ExplorerData& data, const ExplorerChoice& choice,
                                    const std::vector<cube::Histogram>& now, int top, const Rect& area) {
    std::optional<BarsAnswer> answer;
    const std::vector<Selected> in_node = selected_in_node(data, choice);
    ImGui::SetCursorScreenPos(area.low());
    ImGui::BeginChild("charts", area.size());
    for (const int dimension : data.tree->path) {
        ImGui::PushID(dimension);
        const auto at = static_cast<std::size_t>(dimension);
        const ExplorerBars bars = bars_of(data, dimension, now[at], in_node[at]);
        if (auto selected = Chart(look, data, dimension, bars, choice.selected[at], dimension == top).draw())
            answer = {dimension, std::move(*selected)};
        ImGui::PopID();
    }
    ImGui::EndChild();
    return answer;
}

} // namespace scanline::view
