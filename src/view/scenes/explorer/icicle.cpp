#include "scenes/explorer/icicle.h"

#include "kit/gesture.h"
#include "kit/widgets.h"
#include "scanline/core/format.h"
#include "scenes/explorer/bars.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>

namespace scanline::view::explorer {

namespace {

/// The weights of the nodes of a level: their rows, or sums of the measure.
class Weights {
public:
    Weights(const Data& data, std::size_t level)
        : data_(data), level_(data.tree->levels[level]),
          by_sum_(data.measure.aggregate == cube::Aggregate::sum &&
                  Weights(data, data.tree->levels.front()).measured(0).number > 0) {}

    cube::Aggregated measured(std::size_t node) const {
        return data_.measured(level_.count[node], level_.values, node);
    }
    double operator()(std::size_t node) const {
        return by_sum_ ? std::max(0.0, static_cast<double>(measured(node).number)) : level_.count[node];
    }

private:
    Weights(const Data& data, const cube::Level& level) : data_(data), level_(level) {}

    const Data& data_;
    const cube::Level& level_;
    bool by_sum_ = false;
};

class Layout {
public:
    Layout(const Data& data, const SelectedWeights& selected, double least)
        : data_(data), selected_(selected), min_(least) {}

    IcicleBlock block(std::size_t level, std::uint32_t node) const {
        const Weights weight(data_, level);
        IcicleBlock made{.node = node,
                         .weight = weight(node),
                         .count = data_.tree->levels[level].count[node],
                         .measured = weight.measured(node)};
        made.selected = selected_.empty() ? made.weight : selected_[level][node];
        return made;
    }

    /// Adds the children of a block of a level to the row below it.
    void add_children(const IcicleBlock& parent, std::size_t level, std::vector<IcicleBlock>& row) const {
        const cube::Level& nodes = data_.tree->levels[level];
        const std::uint32_t first = nodes.first_child[parent.node], last = nodes.first_child[parent.node + 1];
        const Weights weight(data_, level + 1);
        double sum = 0;
        for (std::uint32_t node = first; node < last; ++node)
            sum += weight(node);
        if (sum <= 0)
            return;
        const double scale = parent.width() / sum;
        std::vector<IcicleBlock> shown;
        IcicleBlock thin;
        for (std::uint32_t node = first; node < last; ++node) {
            if (weight(node) * scale >= min_)
                shown.push_back(block(level + 1, node));
            else
                merge(thin, block(level + 1, node));
        }
        sort(shown, level + 1);
        if (thin.merged == 1)
            thin.merged = 0;
        if (thin.count > 0)
            shown.push_back(thin);
        double at = parent.begin;
        for (IcicleBlock& one : shown) {
            one.begin = at;
            at = one.end = std::min(parent.end, at + one.weight * scale);
            one.colour = parent.colour >= 0 ? parent.colour
                         : one.merged > 0   ? -1
                                            : static_cast<int>(rank_of(one, level + 1));
            row.push_back(one);
        }
    }

private:
    std::uint32_t rank_of(const IcicleBlock& block, std::size_t level) const {
        return data_.rank[static_cast<std::size_t>(data_.tree->path[level - 1])]
                         [data_.tree->levels[level].key[block.node]];
    }

    void merge(IcicleBlock& into, const IcicleBlock& block) const {
        if (into.merged++ == 0) {
            into = block;
            into.merged = 1;
            return;
        }
        into.weight += block.weight;
        into.selected += block.selected;
        into.count += block.count;
        into.measured.count += block.measured.count;
        into.measured.number += block.measured.number;
    }

    void sort(std::vector<IcicleBlock>& blocks, std::size_t level) const {
        const bool ordered = data_.ordered[static_cast<std::size_t>(data_.tree->path[level - 1])];
        std::ranges::sort(blocks, [&](const IcicleBlock& a, const IcicleBlock& b) {
            return !ordered && a.weight != b.weight ? a.weight > b.weight
                                                    : rank_of(a, level) < rank_of(b, level);
        });
    }

    const Data& data_;
    const SelectedWeights& selected_;
    const double min_;
};

constexpr float min_block = 2, min_row = 24, max_row = 150; // in pixels at scale 1
constexpr const char* dragged_dimension = "dimension";

class Picture {
public:
    Picture(const Look& look, const Data& data, const Icicle& icicle, const Rect& area, float titles)
        : look_(look), palette_(look.palette()), data_(data), icicle_(icicle),
          list_(*ImGui::GetWindowDrawList()), area_{area.left + titles, area.top, area.right, area.bottom},
          titles_(titles), tops_(tops()) {}

    IcicleAnswer draw() {
        find_hovered();
        for (std::size_t row = 0; row < icicle_.rows.size(); ++row) {
            title(row);
            for (const IcicleBlock& block : icicle_.rows[row])
                draw(row, block);
        }
        take_gesture();
        return std::move(answer_);
    }

private:
    /// Returns where rows begin, and where the last one ends. Rows whose blocks are too thin to be seen are
    /// low.
    std::vector<float> tops() const {
        const auto is_low = [](const std::vector<IcicleBlock>& row) {
            double seen = 0;
            for (const IcicleBlock& block : row)
                seen += block.width();
            return seen < 0.1;
        };
        const auto low = static_cast<float>(std::ranges::count_if(icicle_.rows, is_low)),
                   high = static_cast<float>(icicle_.rows.size()) - low, least = look_.px(min_row);
        const float pitch = std::min(look_.px(max_row), (area_.height() - low * least) / high);
        std::vector<float> tops{area_.top};
        for (const std::vector<IcicleBlock>& row : icicle_.rows)
            tops.push_back(tops.back() + (is_low(row) ? least : pitch));
        return tops;
    }

    std::size_t level_of(std::size_t row) const { return static_cast<std::size_t>(icicle_.level) + row; }

    Rect rect_of(std::size_t row, const IcicleBlock& block) const {
        const auto x = [&](double part) { return area_.left + static_cast<float>(part) * area_.width(); };
        // At whole pixels: else some gaps would be drawn wide and some not at all.
        const float left = std::round(x(block.begin)), right = std::round(x(block.end)),
                    gap = right - left > look_.px(3) ? std::round(look_.px(1)) : 0;
        return {left, std::round(tops_[row]), std::max(left + 1, right - gap),
                std::round(tops_[row + 1]) - std::round(look_.px(1))};
    }

    std::string name_of(std::size_t row, const IcicleBlock& block) const {
        if (block.merged > 0)
            return fmt::format("{} others", with_commas(block.merged));
        const std::size_t level = level_of(row);
        if (level == 0)
            return "All rows";
        return data_.shown(data_.dimension_of(static_cast<int>(level)),
                           data_.tree->levels[level].key[block.node]);
    }
    std::string measure_of(const IcicleBlock& block) const {
        return block.merged > 0 && !data_.is_additive()
                   ? ""
                   : short_number(cube::value_of(data_.measure, block.measured));
    }
    /// What is selected of it, if the widths show the measure; else all of it.
    std::string selected_of(const IcicleBlock& block) const {
        const bool shows =
            data_.measure.aggregate == cube::Aggregate::count ||
            (data_.is_additive() && block.weight == static_cast<double>(block.measured.number));
        const std::optional<double> whole = cube::value_of(data_.measure, block.measured);
        return shows && whole && block.fraction() < 1 ? short_number(*whole * block.selected / block.weight)
                                                      : measure_of(block);
    }

    // Deeper levels are fainter, and so is every other block, since thin ones have no gap.
    ImU32 colour_of(std::size_t row, const IcicleBlock& block) const {
        const auto place = &block - icicle_.rows[row].data();
        const float deeper = 0.07f * static_cast<float>(row) + (place % 2 == 0 ? 0 : 0.05f),
                    strength = std::max(0.2f, 0.56f - deeper) + (&block == hovered_ ? 0.14f : 0);
        return mix(palette_.background, row == 0 ? palette_.accent : value_colour(look_, block.colour),
                   strength);
    }

    void draw(std::size_t row, const IcicleBlock& block) const {
        const Rect rect = rect_of(row, block);
        const float fraction = std::clamp(block.fraction(), 0.0f, 1.0f);
        if (fraction < 1)
            fill(list_, rect, mix(palette_.background, palette_.dim, 0.2f));
        if (fraction > 0)
            fill(list_,
                 {rect.left, rect.bottom - std::max(1.0f, fraction * rect.height()), rect.right, rect.bottom},
                 colour_of(row, block));
        if (&block == hovered_)
            outline(list_, rect, palette_.text, 0, look_.px(1));
        if (block.merged > 0) // there is more below, which has no room
            fill(list_, {rect.left, rect.bottom, rect.right, tops_.back()},
                 mix(palette_.background, palette_.dim, 0.08f));
        texts(row, block, rect.inset(look_.px(5), look_.px(2)));
    }

    void texts(std::size_t row, const IcicleBlock& block, const Rect& room) const {
        if (room.width() < look_.px(14))
            return;
        const ImFont* const font = look_.fonts.small;
        const std::string name = name_of(row, block), whole = measure_of(block), part = selected_of(block),
                          both = part == whole ? whole : fmt::format("{} of {}", part, whole);
        const auto fits = [&](const std::string& text) { return width_of(font, text) <= room.width(); };
        const std::string cut = elided(name, fits);
        if (cut.size() < name.size() && cut.size() < 5)
            return;
        const std::string& measure = fits(both) ? both : part;
        const float line = font->FontSize;
        const bool is_tall = room.height() >= 2 * line + look_.px(2);
        // Fills rise from below.
        const float y = std::round(is_tall ? room.top + look_.px(2) : room.middle_y() - line / 2);
        const ImU32 fainter = mix(palette_.dim, palette_.text, 0.6f);
        write(list_, font, {room.left, y}, palette_.text, cut);
        if (is_tall && fits(measure))
            write(list_, font, {room.left, y + line}, fainter, measure);
        else if (!is_tall && width_of(font, cut) + width_of(font, measure) + look_.px(12) <= room.width())
            write(list_, font, {room.right, y}, fainter, measure, 1);
    }

    void title(std::size_t row) {
        const std::size_t level = level_of(row);
        if (level == 0)
            return;
        const Rect rect{area_.left - titles_, tops_[row], area_.left - look_.px(6),
                        tops_[row + 1] - look_.px(1)};
        const float y = std::round(rect.middle_y() - look_.fonts.small->FontSize / 2);
        const std::string& text = data_.dimension(data_.dimension_of(static_cast<int>(level))).name;
        ImGui::PushID(static_cast<int>(level));
        ImGui::SetCursorScreenPos(rect.low());
        ImGui::InvisibleButton("level", {std::max(1.0f, rect.width()), std::max(1.0f, rect.height())});
        if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
            fill(list_, rect, palette_.hovered, look_.px(4));
            wrapped_tooltip(fmt::format("{}: level {} of the tree, with {} nodes. Drag it to another level.",
                                        text, level, with_commas(data_.tree->levels[level].size())));
        }
        if (auto path = drag_in_path(data_, static_cast<int>(level) - 1))
            answer_.path = std::move(path);
        ImGui::PopID();
        write_cut(list_, look_.fonts.small, {rect.left + look_.px(6), y}, rect.width() - look_.px(8),
                  mix(palette_.dim, palette_.text, 0.4f), text);
    }

    void find_hovered() {
        if (!is_hovered(area_))
            return;
        const ImVec2 mouse = ImGui::GetMousePos();
        const auto next = std::ranges::upper_bound(tops_, mouse.y);
        hovered_row_ = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, next - tops_.begin() - 1));
        hovered_ = block_at(icicle_, hovered_row_, (mouse.x - area_.left) / area_.width());
    }

    void take_gesture() {
        const Gesture gesture = gesture_in(area_);
        const std::size_t level = level_of(hovered_row_);
        if (gesture == Gesture::unpin && icicle_.level > 0) {
            answer_.drill =
                cube::codes_of(*data_.tree, static_cast<std::size_t>(icicle_.level), icicle_.rows[0][0].node);
            answer_.drill->pop_back();
        } else if (gesture == Gesture::pin && hovered_ && hovered_->merged == 0 && hovered_row_ > 0) {
            answer_.drill = cube::codes_of(*data_.tree, level, hovered_->node);
        } else if (hovered_ && !ImGui::IsAnyMouseDown()) {
            if (hovered_->merged == 0 && hovered_row_ > 0)
                ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            describe();
        }
    }

    void describe() const {
        std::string text;
        const auto level = static_cast<int>(level_of(hovered_row_));
        if (hovered_->merged == 0)
            for (int at = 1; const std::uint32_t code :
                             cube::codes_of(*data_.tree, static_cast<std::size_t>(level), hovered_->node)) {
                const int dimension = data_.dimension_of(at++);
                text += fmt::format("{} {}\n", data_.dimension(dimension).name, data_.shown(dimension, code));
            }
        if (text.empty())
            text = name_of(hovered_row_, *hovered_) + '\n';
        const auto rows = static_cast<double>(data_.size());
        text += fmt::format("{} {}, {:.3g} % of all", with_commas(hovered_->count),
                            hovered_->count == 1 ? "row" : "rows",
                            100 * static_cast<double>(hovered_->count) / rows);
        if (data_.measure.aggregate != cube::Aggregate::count && !measure_of(*hovered_).empty())
            text += fmt::format("\n{} {}", data_.measure_title(), data_.long_text(hovered_->measured));
        if (hovered_->fraction() < 1)
            text += fmt::format("\n{:.3g} % selected", 100 * hovered_->fraction());
        if (hovered_->merged == 0 && hovered_row_ > 0)
            text += "\nA click drills down.";
        wrapped_tooltip(text);
    }

    const Look& look_;
    const Palette& palette_;
    const Data& data_;
    const Icicle& icicle_;
    ImDrawList& list_;
    const Rect area_; ///< of the blocks; titles stand left of it
    const float titles_;
    const std::vector<float> tops_;
    const IcicleBlock* hovered_ = nullptr;
    std::size_t hovered_row_ = 0;
    IcicleAnswer answer_;
};

} // namespace

SelectedWeights selected_weights(const Data& data, const Choice& choice, const CancelHook& cancelled) {
    if (!choice.has_selection())
        return {};
    const cube::Tree& tree = *data.tree;
    SelectedWeights weights(tree.levels.size());
    CancelPoll poll(cancelled);
    std::vector<std::uint8_t> above; ///< of each node of the level above, whether it is selected
    // From the root down: a node's own weight, or 0 if it is not selected.
    for (std::size_t at = 0; at < tree.levels.size(); ++at) {
        const cube::Level& level = tree.levels[at];
        const Weights weight(data, at);
        weights[at].resize(static_cast<std::size_t>(level.size()));
        std::vector<bool> allowed;
        if (at > 0) {
            const auto dimension = static_cast<std::size_t>(tree.path[at - 1]);
            const Selected& selected = choice.selected[dimension];
            allowed.assign(tree.shape.cardinalities[dimension], !selected);
            for (const std::uint32_t code : selected.value_or(std::vector<std::uint32_t>()))
                allowed[code] = true;
        }
        std::vector<std::uint8_t> own(weights[at].size());
        in_pieces(level.size(), 4, poll, [&](std::int64_t first, std::int64_t last) {
            for (auto node = static_cast<std::size_t>(first); node < static_cast<std::size_t>(last); ++node) {
                own[node] = at == 0 || (above[level.parent[node]] && allowed[level.key[node]]);
                weights[at][node] = own[node] ? weight(node) : 0.0;
            }
        });
        above = std::move(own);
    }
    // From the leaves up: sums.
    for (std::size_t at = tree.levels.size() - 1; at > 0; --at) {
        std::ranges::fill(weights[at - 1], 0.0);
        for (std::size_t node = 0; node < weights[at].size(); ++node)
            weights[at - 1][tree.levels[at].parent[node]] += weights[at][node];
    }
    return weights;
}

Icicle lay_out(const Data& data, const std::vector<std::uint32_t>& drill, const SelectedWeights& selected,
               int max_rows, double least) {
    const Layout layout(data, selected, least);
    Icicle icicle{static_cast<int>(drill.size()), {}};
    icicle.rows.push_back({layout.block(drill.size(), cube::find_node(*data.tree, drill).value_or(0))});
    for (std::size_t level = drill.size();
         level + 1 < data.tree->levels.size() && static_cast<int>(icicle.rows.size()) < max_rows; ++level) {
        std::vector<IcicleBlock> row;
        for (const IcicleBlock& parent : icicle.rows.back())
            if (parent.merged == 0)
                layout.add_children(parent, level, row);
        icicle.rows.push_back(std::move(row));
    }
    return icicle;
}

const IcicleBlock* block_at(const Icicle& icicle, std::size_t row, double x) {
    if (row >= icicle.rows.size())
        return nullptr;
    const auto found = std::ranges::find_if(
        icicle.rows[row], [x](const IcicleBlock& block) { return x >= block.begin && x < block.end; });
    return found == icicle.rows[row].end() ? nullptr : &*found;
}

IcicleAnswer IcicleView::draw(const Look& look, const Data& data, const Choice& choice,
                              const SelectedWeights& selected, int version, const Rect& area) {
    float titles = look.px(60);
    for (const cube::Dimension& dimension : data.cube->dimensions)
        titles = std::max(titles, width_of(look.fonts.small, dimension.name) + look.px(20));
    titles = std::min(titles, area.width() / 4);
    const float width = std::max(1.0f, area.width() - titles);
    const int rows = std::max(2, static_cast<int>(area.height() / look.px(min_row)));
    const LaidOut wanted{data.tree.get(), choice.drill, version, rows, width};
    if (laid_out_ != wanted) {
        laid_out_ = wanted;
        icicle_ = lay_out(data, choice.drill, selected, rows, look.px(min_block) / width);
    }
    return Picture(look, data, icicle_, area, titles).draw();
}

std::vector<std::string> moved(std::vector<std::string> path, int from, int to) {
    const auto at = path.begin() + from;
    if (from < to)
        std::rotate(at, at + 1, path.begin() + to + 1);
    else
        std::rotate(path.begin() + to, at, at + 1);
    return path;
}

std::optional<std::vector<std::string>> drag_in_path(const Data& data, int place) {
    std::optional<std::vector<std::string>> path;
    if (ImGui::BeginDragDropSource()) {
        ImGui::SetDragDropPayload(dragged_dimension, &place, sizeof place);
        ImGui::TextUnformatted(path_names(data)[static_cast<std::size_t>(place)].c_str());
        ImGui::EndDragDropSource();
    }
    if (ImGui::BeginDragDropTarget()) {
        if (const ImGuiPayload* dropped = ImGui::AcceptDragDropPayload(dragged_dimension))
            path = moved(path_names(data), *static_cast<const int*>(dropped->Data), place);
        ImGui::EndDragDropTarget();
    }
    return path;
}

std::optional<std::vector<std::uint32_t>> draw_breadcrumb(const Look& look, const Data& data,
                                                          const std::vector<std::uint32_t>& drill,
                                                          const Rect& line) {
    std::optional<std::vector<std::uint32_t>> answer;
    ImGui::SetCursorScreenPos(line.low());
    ImGui::PushClipRect(line.low(), line.high(), true);
    for (std::size_t level = 0; level <= drill.size(); ++level) {
        if (level > 0) {
            ImGui::SameLine(0, look.px(8));
            coloured_text(look.palette().dim, ">");
            ImGui::SameLine(0, look.px(8));
        }
        const bool is_here = level == drill.size();
        const std::string value =
            level == 0 ? "All" : data.shown(data.dimension_of(static_cast<int>(level)), drill[level - 1]);
        coloured_text(is_here ? look.palette().text : look.palette().accent, value);
        if (!is_here)
            show_clickable();
        if (!is_here && ImGui::IsItemClicked())
            answer = std::vector(drill.begin(), drill.begin() + static_cast<std::ptrdiff_t>(level));
    }
    ImGui::PopClipRect();
    return answer;
}

} // namespace scanline::view::explorer
