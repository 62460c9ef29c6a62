#version 430
// Takes each new row down a tree, to its node as long as there is one, then to where its nodes are to be inserted.
// Counts the nodes that begin in each tile of GROUP rows.
// Reads 0: levels, see update.glsl, 1: words, 2: order, 3: keys, 4: first children. Writes 5: the row's place among the
// old nodes of each level below the root, then among the old rows; and behind all places, the first level at which the
// row begins a node, and above these 8 bits, the first at which the tree lacks its node. Writes 6: counts, all tiles
// of a level together; then of inserted nodes.
#define LEVELS_AT 0
#define WORDS_AT 1
#define ORDER_AT 2
#define MOST_LEVELS 33
#include "compute/kernel.glsl"
#include "cube/levels.glsl"
#include "cube/packed.glsl"
#include "cube/sorted_items.glsl"

layout(std430, binding = 3) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 4) readonly buffer FirstChildren {
    uint first_children[];
};
layout(std430, binding = 5) writeonly buffer Places {
    uint places[];
};
layout(std430, binding = 6) writeonly buffer Counts {
    uint counts[];
};
layout(location = 13) uniform uint u_tiles;

shared uint s_begun[MOST_LEVELS + 1], s_inserted[MOST_LEVELS + 1]; // rows by first level

uint lower_bound(uint first, uint end, uint code) {
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (keys[u_first[3] + middle] < code)
            first = middle + 1u;
        else
            end = middle;
    }
    return first;
}

// Returns the first level at which the tree lacks the node of the row at a place.
uint find(uint i, uint n) {
    uint item = order[u_first[ORDER_AT] + i], lacking = u_levels, node = 0u, above = u_first[4];
    for (uint level = 1u; level < u_levels; ++level) {
        node = first_children[above];
        uint first_node = of_level(u_levels + 1u + level, FIRST_NODE);
        if (lacking == u_levels) {
            uint end = first_node + first_children[above + 1u], code = code_of(level, item);
            uint at = lower_bound(first_node + node, end, code);
            if (at == end || keys[u_first[3] + at] != code)
                lacking = level;
            node = at - first_node;
        }
        places[u_first[5] + (level - 1u) * n + i] = node;
        above = u_first[4] + first_node + level + node;
    }
    places[u_first[5] + (u_levels - 1u) * n + i] = first_children[above + (lacking == u_levels ? 1u : 0u)];
    return lacking;
}

void main() {
    uint n = length_of_input(), tile = group_index(), lane = gl_LocalInvocationIndex, i = tile * GROUP + lane;
    if (lane <= MOST_LEVELS) {
        s_begun[lane] = 0u;
        s_inserted[lane] = 0u;
    }
    barrier();
    if (i < n) {
        uint begun = first_level(i), lacking = find(i, n);
        places[u_first[5] + u_levels * n + i] = begun | lacking << 8u;
        atomicAdd(s_begun[begun], 1u);
        atomicAdd(s_inserted[max(begun, lacking)], 1u);
    }
    barrier();
    if (lane < u_levels && tile < u_tiles) {
        uint begun = 0u, inserted = 0u;
        for (uint level = 0u; level <= lane; ++level) {
            begun += s_begun[level];
            inserted += s_inserted[level];
        }
        counts[u_first[6] + lane * u_tiles + tile] = begun;
        counts[u_first[6] + (u_levels + lane) * u_tiles + tile] = inserted;
    }
}
