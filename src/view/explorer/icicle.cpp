#include "explorer/icicle.h"

#include <algorithm>

namespace scanline::view {

namespace {

/// The weights of the nodes of a level: their rows, or sums of the measure.
class Weights {
public:
    Weights(const ExplorerData& data, std::size_t level)
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
    Weights(const ExplorerData& data, const cube::Level& level) : data_(data), level_(level) {}

    const ExplorerData& data_;
    const cube::Level& level_;
    bool by_sum_ = false;
};

class Layout {
public:
    Layout(const ExplorerData& data, const SelectedWeights& selected, double least)
        : data_(data), selected_(selected), least_(least) {}

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
            if (weight(node) * scale >= least_)
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

    const ExplorerData& data_;
    const SelectedWeights& selected_;
    const double least_;
};

} // namespace

SelectedWeights selected_weights(const ExplorerData& data, const ExplorerChoice& choice,
                                 const CancelHook& cancelled) {
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

Icicle lay_out(const ExplorerData& data, const std::vector<std::uint32_t>& drill,
               const SelectedWeights& selected, int most_rows, double least) {
    const Layout layout(data, selected, least);
    Icicle icicle{static_cast<int>(drill.size()), {}};
    icicle.rows.push_back({layout.block(drill.size(), cube::find_node(*data.tree, drill).value_or(0))});
    for (std::size_t level = drill.size();
         level + 1 < data.tree->levels.size() && static_cast<int>(icicle.rows.size()) < most_rows; ++level) {
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

} // namespace scanline::view
