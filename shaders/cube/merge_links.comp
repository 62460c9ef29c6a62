#version 430
// Writes the first children of merged nodes, except leaves, and the header table entries of all.
// Reads 0: levels, 1: parents, 2: keys. Writes 3: first children, with one more for each level, 4: entries.
#define LEVELS_AT 0
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 1) readonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 2) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 3) writeonly buffer FirstChildren {
    uint first_children[];
};
layout(std430, binding = 4) writeonly buffer Entries {
    uint entries[];
};
layout(location = 13) uniform uint u_rows;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            uint level = level_of(node), parent = parents[u_first[1] + node], first = of_level(level, FIRST_NODE);
            uint above_at = u_first[3] + of_level(max(level, 1u) - 1u, FIRST_NODE) + max(level, 1u) - 1u;
            entries[u_first[4] + node] = of_level(level, FIRST_HEADER) + keys[u_first[2] + node];
            if (level > 0u && (node == first || parents[u_first[1] + node - 1u] != parent))
                first_children[above_at + parent] = node - first;
            if (level > 0u && node + 1u == of_level(level + 1u, FIRST_NODE))
                first_children[above_at + parent + 1u] = node + 1u - first;
            if (node + 1u == n)
                first_children[u_first[3] + n + level] = u_rows;
        }
    }
}
