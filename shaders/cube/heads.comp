#version 430
// Counts the nodes of each level that begin in each tile of GROUP items.
// Reads 0: levels, 1: words, 2: order. Writes 3: counts, all tiles of a level together.
#define LEVELS_AT 0
#define WORDS_AT 1
#define ORDER_AT 2
#define MOST_LEVELS 33
#include "compute/kernel.glsl"
#include "cube/levels.glsl"
#include "cube/packed.glsl"
#include "cube/sorted_items.glsl"

layout(std430, binding = 3) writeonly buffer Counts {
    uint counts[];
};
layout(location = 13) uniform uint u_tiles;

shared uint s_counts[MOST_LEVELS + 1]; // items by first level

void main() {
    uint n = length_of_input(), tile = group_index(), lane = gl_LocalInvocationIndex, i = tile * GROUP + lane;
    if (lane <= MOST_LEVELS)
        s_counts[lane] = 0u;
    barrier();
    if (i < n)
        atomicAdd(s_counts[first_level(i)], 1u);
    barrier();
    if (lane < u_levels && tile < u_tiles) {
        uint nodes = 0u;
        for (uint level = 0u; level <= lane; ++level)
            nodes += s_counts[level];
        counts[u_first[3] + lane * u_tiles + tile] = nodes;
    }
}
