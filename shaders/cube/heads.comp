#version 430
// Finds the first level at which each row of the sorted order begins a node: 0 for the first row, u_levels for one that
// is equal to its predecessor. Counts the nodes that begin in each tile of GROUP rows.
// Reads 0: row order, 1: codes, 2: levels. Writes 3: first levels, 4: counts, all tiles of a level together.
#define LEVELS_AT 2
#define MOST_LEVELS 33
#include "compute/kernel.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 1) readonly buffer Codes {
    uint codes[];
};
layout(std430, binding = 3) writeonly buffer FirstLevels {
    uint first_levels[];
};
layout(std430, binding = 4) writeonly buffer Counts {
    uint counts[];
};
layout(location = 13) uniform uint u_tiles;

shared uint s_counts[MOST_LEVELS + 1]; // rows by first level

uint first_level(uint i) {
    if (i == 0u)
        return 0u;
    uint row = order[u_first[0] + i], before = order[u_first[0] + i - 1u], level = 1u;
    for (; level < u_levels; ++level) {
        uint column = u_first[1] + of_level(level, COLUMN);
        if (codes[column + row] != codes[column + before])
            break;
    }
    return level;
}

void main() {
    uint n = length_of_input(), tile = group_index(), lane = gl_LocalInvocationIndex, i = tile * GROUP + lane;
    if (lane <= MOST_LEVELS)
        s_counts[lane] = 0u;
    barrier();
    if (i < n) {
        uint level = first_level(i);
        first_levels[u_first[3] + i] = level;
        atomicAdd(s_counts[level], 1u);
    }
    barrier();
    if (lane < u_levels && tile < u_tiles) {
        uint nodes = 0u;
        for (uint level = 0u; level <= lane; ++level)
            nodes += s_counts[level];
        counts[u_first[4] + lane * u_tiles + tile] = nodes;
    }
}
