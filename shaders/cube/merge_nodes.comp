#version 430
// Numbers the nodes of one tree among those of both, and writes their parents.
// Reads 0: its levels, 1: the merged levels, 2: its parents, 5: for FURTHER nodes their places among the old ones,
// otherwise how many new nodes precede each old one, with one more for each level, 6: for FURTHER nodes how many new
// ones precede each. Writes 3: for each merged node its old and its further node, plus 1, 4: merged parents.
#define LEVELS_AT 0
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"
#define NEW 0x80000000u

layout(std430, binding = 1) readonly buffer MergedLevels {
    uint merged_levels[];
};
layout(std430, binding = 2) readonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 3) writeonly buffer Sources {
    uint sources[];
};
layout(std430, binding = 4) writeonly buffer MergedParents {
    uint merged_parents[];
};
layout(std430, binding = 5) readonly buffer Before {
    uint before[];
};
layout(std430, binding = 6) readonly buffer Ranks {
    uint ranks[];
};

uint merged_number(uint node, uint level) {
#if FURTHER
    return (before[u_first[5] + node] & ~NEW) + ranks[u_first[6] + node];
#else
    return node + before[u_first[5] + node + level];
#endif
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            uint level = level_of(node), merged = merged_number(node, level), parent = 0u;
            if (level > 0u) {
                uint above = of_level(level - 1u, FIRST_NODE);
                parent = merged_number(above + parents[u_first[2] + node], level - 1u) -
                         merged_levels[u_first[1] + 4u * (level - 1u) + FIRST_NODE];
            }
            sources[u_first[3] + 2u * merged + FURTHER] = node + 1u;
            merged_parents[u_first[4] + merged] = parent;
        }
    }
}
