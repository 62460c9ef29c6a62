#include "levels.h"

#include "scanline/core/memory.h"

#include <numeric>

namespace scanline::cube {

namespace {

void make_header_table(Level& level, std::uint32_t cardinality, CancelPoll& poll, const char* what) {
    make_room(level.side_link, level.size(), what);
    make_room(level.header_first, std::int64_t{cardinality} + 1, what);
    in_pieces(level.size(), 1, poll, [&](std::int64_t first, std::int64_t last) {
        for (auto node = static_cast<std::size_t>(first); node < static_cast<std::size_t>(last); ++node)
            ++level.header_first[level.key[node] + 1];
    });
    std::partial_sum(level.header_first.begin(), level.header_first.end(), level.header_first.begin());
    std::vector<std::uint32_t> next = level.header_first;
    in_pieces(level.size(), 2, poll, [&](std::int64_t first, std::int64_t last) {
        for (auto node = static_cast<std::size_t>(first); node < static_cast<std::size_t>(last); ++node)
            level.side_link[next[level.key[node]]++] = static_cast<std::uint32_t>(node);
    });
}

} // namespace

void make_node_array(Level& level, std::size_t array, std::int64_t nodes, const char* what) {
    switch (array) {
    case 0: return make_room(level.key, nodes, what);
    case 1: return make_room(level.parent, nodes, what);
    case 2: return make_room(level.first_child, nodes + 1, what);
    case 3: return make_room(level.count, nodes, what);
    default: return make_room(level.values[array - node_arrays(0)], nodes, what);
    }
}

void make_header_tables(Tree& tree, cpu::ThreadTeam& team, const CancelHook& cancelled, const char* what) {
    share_numbers(team, 1, tree.levels.size(), cancelled, [&](std::size_t level, CancelPoll& poll) {
        const auto dimension = static_cast<std::size_t>(tree.path[level - 1]);
        make_header_table(tree.levels[level], tree.shape.cardinalities[dimension], poll, what);
    });
}

} // namespace scanline::cube
