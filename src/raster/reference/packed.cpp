#include "reference/run_pass.h"
#include "scanline/raster/packed_layout.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace scanline::raster::reference {

namespace {

constexpr std::size_t group_size = packed_group;
constexpr std::size_t leaf_groups = packed_leaf / packed_group;
constexpr std::size_t siblings = packed_siblings;

// Markers in an entry of the lookup instead of a third group, as in shaders/raster/packed.glsl.
constexpr float far_entry = -1.0f, run_entry = -2.0f;

std::size_t count_of(float group) {
    return to_index(std::floor(group / 256.0f));
}

/// The bits of a group, bit i for element i.
unsigned bits_of(float group) {
    return static_cast<unsigned>((group - 256.0f * std::floor(group / 256.0f)) * 256.0f);
}

std::size_t leaf_count(const Stream& leaves, std::size_t leaf) {
    std::size_t count = 0;
    for (std::size_t group = 0; group < leaf_groups; ++group)
        count += count_of(leaves[leaf_groups * leaf + group]);
    return count;
}

Stream packed_pack(const Source& values, const PackedLayout& layout, const Discriminator& discriminator,
                   Trace* trace) {
    const auto leaves = static_cast<std::size_t>(layout.leaves.texels());
    return run_pass(
        trace, pass::packed_pack, 0, leaf_groups * leaves,
        [&](std::size_t group) {
            unsigned bits = 0, count = 0;
            for (std::size_t i = 0; i < group_size; ++i) {
                const std::size_t element = group_size * group + i;
                if (element < values.size() && discriminator(values[element])) {
                    bits |= 1u << i;
                    ++count;
                }
            }
            return static_cast<float>(256 * count) + static_cast<float>(bits) / 256.0f;
        },
        static_cast<int>(leaf_groups));
}

std::vector<Stream> packed_sum(const Stream& leaves, const PackedLayout& layout, Trace* trace) {
    std::vector<Stream> levels;
    for (std::size_t level = 0; level < layout.levels.size(); ++level) {
        const std::size_t children = level == 0 ? leaves.size() / leaf_groups : levels.back().size();
        const auto nodes = static_cast<std::size_t>(layout.levels[level].texels());
        Stream sums =
            run_pass(trace, pass::packed_sum, static_cast<int>(level) + 1, nodes, [&](std::size_t node) {
                float survivors = 0.0f;
                for (std::size_t child = siblings * node; child < std::min(siblings * (node + 1), children);
                     ++child)
                    survivors +=
                        level == 0 ? static_cast<float>(leaf_count(leaves, child)) : levels.back()[child];
                return survivors;
            });
        levels.push_back(std::move(sums));
    }
    return levels;
}

/// The survivors before every node above the leaves.
Stream packed_node_starts(const std::vector<Stream>& levels, Trace* trace) {
    return run_pass(trace, pass::packed_node_starts, 0, levels.front().size(), [&](std::size_t i) {
        float before = 0.0f;
        std::size_t node = i;
        for (const Stream& level : levels) {
            for (std::size_t left = node - node % siblings; left < node; ++left)
                before += level[left];
            node /= siblings;
        }
        return before;
    });
}

/// The survivors before every leaf.
Stream packed_leaf_starts(const Stream& leaves, const Stream& node_starts, Trace* trace) {
    return run_pass(trace, pass::packed_leaf_starts, 0, leaves.size() / leaf_groups, [&](std::size_t leaf) {
        float before = node_starts[leaf / siblings];
        for (std::size_t left = leaf - leaf % siblings; left < leaf; ++left)
            before += static_cast<float>(leaf_count(leaves, left));
        return before;
    });
}

/// A leaf, and the survivors before it.
struct FoundLeaf {
    std::size_t leaf = 0;
    float start = 0.0f;
};

/// Advances to a leaf, unless it does not exist or begins after the position.
bool go_on(FoundLeaf& found, const Stream& starts, std::size_t leaf, std::size_t position) {
    if (leaf >= starts.size())
        return false;
    const float start = starts[leaf];
    if (start > static_cast<float>(position))
        return false;
    found = {leaf, start};
    return true;
}

std::array<float, 4> packed_lookup(const Stream& leaves, const Stream& starts, std::size_t position,
                                   std::size_t survivors, bool regional) {
    if (position >= survivors)
        return {empty_element, empty_element, empty_element, empty_element};
    FoundLeaf found;
    for (std::size_t stride = std::bit_ceil(starts.size()) / 2; stride > 0; stride /= 2)
        go_on(found, starts, found.leaf + stride, position);
    std::size_t rank = position - to_index(found.start);
    std::size_t group = leaf_groups * found.leaf;
    for (; rank >= count_of(leaves[group]); ++group)
        rank -= count_of(leaves[group]);
    std::array<float, 4> entry{static_cast<float>(group_size * group + rank)};
    std::size_t reached = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        entry[i + 1] = group + i < leaves.size() ? leaves[group + i] : 0.0f;
        reached += count_of(entry[i + 1]);
    }
    if (reached < rank + std::min(group_size, survivors - position))
        return {-2.0f - static_cast<float>(found.leaf), found.start, 0.0f, far_entry};
    if (regional && count_of(entry[1]) == group_size && count_of(entry[2]) == group_size)
        entry[3] = run_entry;
    return entry;
}

/// The element of an output position, from its entry of the lookup. The position must have one.
std::size_t packed_search(const Stream& leaves, const Stream& starts, const std::array<float, 4>& entry,
                          std::size_t position) {
    const std::size_t place = position % group_size;
    if (entry[3] == run_entry)
        return to_index(entry[0]) + place;
    std::array<float, leaf_groups> groups{entry[1], entry[2], entry[3]};
    std::size_t group = 0, rank = 0;
    if (entry[3] == far_entry) {
        FoundLeaf found{to_index(-2.0f - entry[0]), entry[1]};
        // Strides double until they overshoot, then halve.
        bool grows = true;
        for (std::size_t stride = 1; stride > 0; stride = grows ? 2 * stride : stride / 2)
            grows = go_on(found, starts, found.leaf + stride, position) && grows;
        group = leaf_groups * found.leaf;
        rank = position - to_index(found.start);
        for (std::size_t i = 0; i < leaf_groups; ++i)
            groups[i] = leaves[group + i];
    } else {
        group = to_index(entry[0]) / group_size;
        rank = to_index(entry[0]) % group_size + place;
    }
    std::size_t skipped = 0;
    for (; rank >= count_of(groups[skipped]); ++skipped)
        rank -= count_of(groups[skipped]);
    unsigned bits = bits_of(groups[skipped]);
    for (; rank > 0; --rank)
        bits &= bits - 1;
    return group_size * (group + skipped) + static_cast<std::size_t>(std::countr_zero(bits));
}

} // namespace

Stream packed(std::span<const float> values, const Stream& payload, const StreamLayout& layout,
              const Discriminator& discriminator, bool regional, Trace* trace) {
    const PackedLayout arrays = make_packed_layout(layout);
    const Stream leaves = packed_pack(Source(values), arrays, discriminator, trace);
    const std::vector<Stream> levels = packed_sum(leaves, arrays, trace);
    const Stream starts = packed_leaf_starts(leaves, packed_node_starts(levels, trace), trace);
    const auto survivors = [&levels] { return to_index(levels.back()[0]); };
    const auto entries = static_cast<std::size_t>(arrays.lookup.texels());
    const Stream lookup = run_pass(
        trace, pass::packed_lookup, 0, 4 * entries,
        [&](std::size_t i) {
            return packed_lookup(leaves, starts, i / 4 * group_size, survivors(), regional)[i % 4];
        },
        4);
    Stream elements = run_pass(trace, pass::search, 0, payload.size(), [&](std::size_t position) {
        if (position >= survivors())
            return empty_element;
        const std::size_t at = position / group_size * 4;
        const std::array<float, 4> entry{lookup[at], lookup[at + 1], lookup[at + 2], lookup[at + 3]};
        return payload[packed_search(leaves, starts, entry, position)];
    });
    elements.resize(survivors());
    return elements;
}

} // namespace scanline::raster::reference
