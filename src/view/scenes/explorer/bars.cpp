#include "scenes/explorer/bars.h"

#include "kit/widgets.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::explorer {

namespace {

constexpr std::size_t max_columns = 64; ///< with more values, bars are rows, which scroll
constexpr std::size_t first_rows = 8;   ///< until the others are asked for

class Chart {
public:
    Chart(const Look& look, const Data& data, int dimension, const Bars& bars, const Selected& selected,
          bool coloured)
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

    /// A bar in a chart that fills `area`: all rows in grey, and those selected over them.
    void bar(const Rect& area, std::size_t place) const {
        const Bar& bar = bars_.bars[place];
        const float room = bars_.upright ? area.width() : area.height(),
                    pitch = room / static_cast<float>(bars_.bars.size()),
                    gap = std::min(look_.px(3), pitch / 5);
        const auto stripe = [&](const std::optional<double>& measured, ImU32 colour, float inset) {
            const double value = measured.value_or(0);
            const float from = static_cast<float>(place) * pitch + gap / 2 + inset,
                        to = static_cast<float>(place + 1) * pitch - gap / 2 - inset;
            const auto low = static_cast<float>(bars_.place(std::min(0.0, value))),
                       high = static_cast<float>(bars_.place(std::max(0.0, value)));
            if (value != 0)
                fill(*ImGui::GetWindowDrawList(),
                     bars_.upright ? Rect{area.left + from, area.bottom - high * area.height(),
                                          area.left + to, area.bottom - low * area.height()}
                                   : Rect{area.left + low * area.width(), area.top + from,
                                          area.left + high * area.width(), area.top + to},
                     colour, look_.px(1));
        };
        const ImU32 full = coloured_ ? value_colour(look_, static_cast<int>(place)) : palette_.accent;
        stripe(bar.total, mix(palette_.background, palette_.dim, 0.34f), 0);
        // A part can exceed the whole unless the measure is a sum, so neither may hide the other.
        stripe(bar.now, bar.selected ? full : mix(palette_.background, full, 0.4f),
               data_.is_additive() ? 0 : pitch / 4);
    }

    void columns() {
        const Rect area = Rect::of(ImGui::GetCursorScreenPos(),
                                   {std::max(1.0f, ImGui::GetContentRegionAvail().x), look_.px(56)});
        handle(area, area.height());
        for (std::size_t place = 0; place < bars_.bars.size(); ++place)
            bar(area, place);
        const float zero = area.bottom - static_cast<float>(bars_.place(0)) * area.height();
        ImGui::GetWindowDrawList()->AddLine({area.left, zero}, {area.right, zero}, palette_.line,
                                            look_.px(1));
        labels(area);
        ImGui::SetCursorScreenPos({area.left, area.bottom + small() + look_.px(12)});
    }

    // Labels values below the middle of their columns, or edges of bins between columns, as many as fit.
    void labels(const Rect& area) const {
        const cube::Dimension& dimension = data_.dimension(dimension_);
        std::vector<std::pair<float, std::string>> labels; // where, in columns
        const auto add_edge = [&](float column, std::uint32_t edge) {
            labels.emplace_back(column, short_number(tables::number_of(dimension.edges[edge])));
        };
        for (const Bar& bar : bars_.bars) {
            const auto column = static_cast<float>(&bar - bars_.bars.data());
            if (bar.code >= dimension.bins()) {
                labels.emplace_back(column + 0.5f, name_of(bar));
                continue;
            }
            add_edge(column, bar.code);
            if (bar.code + 1 == dimension.bins())
                add_edge(column + 1, bar.code + 1);
        }
        float widest = 0;
        for (const auto& [column, text] : labels)
            widest = std::max(widest, width_of(look_.fonts.small, text));
        const float pitch = area.width() / static_cast<float>(bars_.bars.size()),
                    nearer = dimension.bins() > 0 && labels.size() > dimension.bins() + 1 ? 0.5f : 0;
        const auto step = static_cast<std::size_t>(std::ceil((widest + look_.px(8)) / pitch + nearer));
        float end = area.left - look_.px(8);
        for (std::size_t i = 0; i < labels.size(); i += step) {
            const auto& [column, text] = labels[i];
            const float half = width_of(look_.fonts.small, text) / 2,
                        x = std::clamp(area.left + pitch * column, area.left + half,
                                       std::max(area.left + half, area.right - half));
            if (x - half < end + look_.px(8)) // pushed to it from the edge
                continue;
            end = x + half;
            write(*ImGui::GetWindowDrawList(), look_.fonts.small, {x, area.bottom + look_.px(2)},
                  palette_.dim, text, 0.5f);
        }
    }

    void rows() {
        const float pitch = std::round(small() + look_.px(5));
        bool& all = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("all"));
        const std::size_t count = bars_.bars.size(), shown = all ? count : std::min(count, first_rows);
        const Rect area =
            Rect::of(ImGui::GetCursorScreenPos(),
                     {std::max(1.0f, ImGui::GetContentRegionAvail().x), static_cast<float>(count) * pitch});
        handle(area, static_cast<float>(shown) * pitch);
        const Rect bars{area.left + std::round(area.width() * 0.36f), area.top, area.right - look_.px(52),
                        area.bottom};
        const float hidden = std::max(0.0f, ImGui::GetWindowPos().y - area.top);
        const auto first = static_cast<std::size_t>(hidden / pitch),
                   last = std::min(shown,
                                   first + static_cast<std::size_t>(ImGui::GetWindowHeight() / pitch) + 2);
        for (std::size_t place = first; place < last; ++place) {
            bar(bars, place);
            row_texts(place, area, bars, pitch);
        }
        if (count > shown) {
            coloured_text(palette_.accent, fmt::format("{} more", count - shown));
            show_clickable();
            all = ImGui::IsItemClicked();
        }
        ImGui::Dummy({0, look_.px(6)});
    }

    void row_texts(std::size_t place, const Rect& area, const Rect& bars, float pitch) const {
        const Bar& bar = bars_.bars[place];
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float y = std::round(area.top + (static_cast<float>(place) + 0.5f) * pitch - small() / 2);
        const ImU32 colour = bar.selected ? palette_.text : palette_.dim;
        write_cut(list, look_.fonts.small, {area.left, y}, bars.left - area.left - look_.px(6), colour,
                  name_of(bar));
        write(list, look_.fonts.small, {area.right, y}, colour, short_number(bar.now), 1);
    }

    std::string name_of(const Bar& bar) const { return data_.shown(dimension_, bar.code); }

    /// height: of the part of the area that is seen.
    void handle(const Rect& area, float height) {
        ImGui::InvisibleButton("bars", {area.width(), height});
        show_clickable();
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
            describe(bars_.bars[static_cast<std::size_t>(bars_.at(part(io.MousePos)))]);
    }

    void describe(const Bar& bar) const {
        wrapped_tooltip(fmt::format(
            "{} {}: {} of {} {}. Drag to select a range, click to toggle a value, double-click for all.",
            data_.dimension(dimension_).name, name_of(bar), short_number(bar.now), short_number(bar.total),
            data_.measure_title()));
    }

    const Look& look_;
    const Palette& palette_;
    const Data& data_;
    const int dimension_;
    const Bars& bars_;
    const Selected& selected_;
    const bool coloured_;
    std::optional<Selected> answer_;
};

} // namespace

int Bars::at(double part) const {
    const auto count = static_cast<double>(bars.size());
    return static_cast<int>(std::clamp(std::floor(part * count), 0.0, count - 1));
}

Bars bars_of(const Data& data, int dimension, const cube::Histogram& now, const Selected& selected) {
    const auto at = static_cast<std::size_t>(dimension);
    const cube::Histogram& totals = data.totals[at];
    Bars made{.upright = data.ordered[at] && totals.count.size() <= max_columns};
    made.high = 0;
    for (const std::uint32_t code : data.order[at]) {
        Bar bar{.code = code, .selected = !selected || std::ranges::binary_search(*selected, code)};
        bar.total = cube::value_of(data.measure, data.measured(totals.count[code], totals.values, code));
        bar.now = cube::value_of(data.measure, data.measured(now.count[code], now.values, code));
        made.low = std::min({made.low, bar.total.value_or(0), bar.now.value_or(0)});
        made.high = std::max({made.high, bar.total.value_or(0), bar.now.value_or(0)});
        made.bars.push_back(bar);
    }
    if (made.high == made.low)
        made.high = made.low + 1;
    return made;
}

Selected brushed(const Bars& bars, int one, int other) {
    std::vector<std::uint32_t> codes;
    for (int place = std::min(one, other); place <= std::max(one, other); ++place)
        codes.push_back(bars.bars[static_cast<std::size_t>(place)].code);
    if (codes.size() == bars.bars.size())
        return std::nullopt;
    std::ranges::sort(codes);
    return codes;
}

ImU32 value_colour(const Look& look, int place) {
    // Skips near-black and near-white, and grey, which stands for all rows.
    static constexpr std::array<std::size_t, 6> used{0, 1, 2, 4, 6, 3};
    const Palette& palette = look.palette();
    if (place < 0)
        return palette.series[7];
    // Beyond these they come darker, then lighter, so that twelve months differ.
    const auto at = static_cast<std::size_t>(place);
    const ImU32 colour = palette.series[used[at % used.size()]];
    switch (at / used.size() % 3) {
    case 1: return mix(colour, palette.background, 0.45f);
    case 2: return mix(colour, palette.text, 0.45f);
    default: return colour;
    }
}

std::optional<BarsAnswer> draw_bars(const Look& look, const Data& data, const Choice& choice,
                                    const std::vector<cube::Histogram>& now, int top, const Rect& area) {
    std::optional<BarsAnswer> answer;
    const std::vector<Selected> in_node = selected_in_node(data, choice);
    ImGui::SetCursorScreenPos(area.low());
    ImGui::BeginChild("charts", area.size());
    for (const int dimension : data.tree->path) {
        ImGui::PushID(dimension);
        const auto at = static_cast<std::size_t>(dimension);
        const Bars bars = bars_of(data, dimension, now[at], in_node[at]);
        if (auto selected = Chart(look, data, dimension, bars, choice.selected[at], dimension == top).draw())
            answer = {dimension, std::move(*selected)};
        ImGui::PopID();
    }
    ImGui::EndChild();
    return answer;
}

} // namespace scanline::view::explorer
