#include "cube_twins.h"

#include <algorithm>
#include <array>

namespace scanline::systems {

namespace {

using cube::Level;
using Run = std::array<std::uint32_t, 6>; ///< see shaders/cube/request.glsl
using Codes = std::vector<std::uint32_t>;

constexpr std::uint32_t nodes_run = 0x100;

/// Returns the range of side links of a code, or from the least to the greatest code of a set.
std::array<std::uint32_t, 2> side_links(const Level& level, const Codes& codes, bool one, std::uint32_t first,
                                        std::uint32_t end) {
    if (codes.empty())
        return {};
    const auto [least, greatest] = std::ranges::minmax(codes);
    std::array links{level.header_first[least], level.header_first[greatest + 1]};
    if (one) {
        const auto begin = level.side_link.begin();
        const auto before = [&](std::uint32_t node) {
            return static_cast<std::uint32_t>(std::lower_bound(begin + links[0], begin + links[1], node) -
                                              begin);
        };
        links = {before(first), before(end)};
    }
    return links;
}

// conditions: of the path's dimensions.
Run run_of(const cube::Tree& tree, const Codes& conditions, const std::vector<Codes>& sets) {
    const auto given = std::ranges::find_if(conditions.rbegin(), conditions.rend(),
                                            [](std::uint32_t code) { return code != cube::any_code; });
    const auto deepest = static_cast<std::uint32_t>(conditions.rend() - given);
    std::uint32_t node = 0, prefix = 0;
    for (; prefix < deepest && conditions[prefix] < cube::in_set(0); ++prefix) {
        const Level &level = tree.levels[prefix], &below = tree.levels[prefix + 1];
        const auto end = below.key.begin() + level.first_child[node + 1],
                   found = std::find(below.key.begin() + level.first_child[node], end, conditions[prefix]);
        if (found == end)
            return {0, 0, deepest, deepest, 0, 0};
        node = static_cast<std::uint32_t>(found - below.key.begin());
    }
    std::uint32_t first = node, end = node + 1;
    for (std::uint32_t level = prefix; level < deepest; ++level) {
        first = tree.levels[level].first_child[first];
        end = tree.levels[level].first_child[end];
    }
    if (prefix == deepest)
        return {first, end, deepest, prefix, first, end};
    const std::uint32_t last = conditions[deepest - 1];
    const bool one = last < cube::in_set(0);
    const Codes codes = one ? Codes{last} : sets[last ^ cube::in_set(0)];
    const auto links = side_links(tree.levels[deepest], codes, one, first, end);
    if (codes.empty())
        return {0, 0, deepest, prefix, 0, 0};
    if (links[1] - links[0] <= end - first)
        return {links[0], links[1], deepest, prefix, first, end};
    return {first, end, deepest | nodes_run, prefix, first, end};
}

// See shaders/cube/locate.comp.
PassTwins::Twin locate_twin(const cube::Tree& tree, const cube::DeviceQueries& queries) {
    return [&](std::span<const PassTwins::Words>, const PassTwins::Words& runs) {
        PassTwins::Words right;
        for (auto of = queries.conditions.begin(); of != queries.conditions.end();
             of += static_cast<std::ptrdiff_t>(tree.path.size())) {
            Codes conditions;
            for (const int dimension : tree.path)
                conditions.push_back(of[dimension]);
            const Run run = run_of(tree, conditions, queries.sets);
            right.insert(right.end(), run.begin(), run.end());
        }
        return runs == right;
    };
}

// Packs the codes of each row bit by bit; rows are the last items. In updates, the levels of the old tree
// follow those of the new one. See shaders/cube/packed.glsl.
bool packs_rows(std::span<const PassTwins::Words> inputs, const PassTwins::Words& words) {
    const PassTwins::Words &levels = inputs[0], &codes = inputs[1];
    const auto column = [&](std::size_t level) { return levels[4 * level + 2]; };
    const auto first_bit = [&](std::size_t level) { return levels[4 * level + 3]; };
    std::size_t dimensions = 1;
    while (4 * (dimensions + 2) < levels.size() && first_bit(dimensions + 2) > first_bit(dimensions + 1))
        ++dimensions;
    const std::size_t rows = codes.size() / dimensions,
                      items = words.size() / (first_bit(dimensions + 1) / 32);
    PassTwins::Words right = words;
    for (std::size_t item = items - rows; item < items; ++item) {
        for (std::size_t at = item; at < right.size(); at += items)
            right[at] = 0;
        for (std::size_t level = 1; level <= dimensions; ++level) {
            const std::uint32_t code = codes[column(level) + item - (items - rows)],
                                end = first_bit(level + 1);
            for (std::uint32_t bit = first_bit(level); bit < end; ++bit)
                right[bit / 32 * items + item] |= (code >> (end - 1 - bit) & 1u) << (31 - bit % 32);
        }
    }
    return words == right;
}

// Ranks the groups by rows or by the measure, largest or smallest first. See shaders/cube/group_ranks.comp.
bool ranks_groups(std::span<const PassTwins::Words> inputs, const PassTwins::Words& high) {
    const PassTwins::Words &nodes = inputs[0], &counts = inputs[1], &values = inputs[2], &low = inputs[3];
    const auto ranks_by = [&](bool measure, std::uint32_t flip) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::size_t at = 2 * std::size_t{nodes[i]};
            const std::uint32_t low_word = measure ? values[at] : counts[nodes[i]],
                                high_word = measure ? values[at + 1] ^ 0x8000'0000u : 0;
            if (low[i] != (low_word ^ flip) || high[i] != (high_word ^ flip))
                return false;
        }
        return true;
    };
    return ranks_by(false, 0) || ranks_by(false, ~0u) ||
           (!values.empty() && (ranks_by(true, 0) || ranks_by(true, ~0u)));
}

} // namespace

std::map<std::string_view, PassTwins::Twin> cube_twins(const cube::Tree& tree,
                                                       const cube::DeviceQueries& queries) {
    return {{"pack", packs_rows},
            {"merge-items", [](auto, const auto& rows) { return rows.back() == 0; }},
            {"ranks", ranks_groups},
            {"locate", locate_twin(tree, queries)},
            {"headers", [](auto inputs, const auto&) { return inputs[2].front() == 0; }}}; // side links
}

} // namespace scanline::systems
