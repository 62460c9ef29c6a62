#version 430
// Merges keys or counts of nodes: of a node of both trees, the key is the same, and counts add up.
// Reads 0: see merge_nodes.comp, 1: old words, 2: further words. Writes 3: merged words.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Sources {
    uvec2 sources[];
};
layout(std430, binding = 1) readonly buffer Old {
    uint old[];
};
layout(std430, binding = 2) readonly buffer Further {
    uint further[];
};
layout(std430, binding = 3) writeonly buffer Merged {
    uint merged[];
};
layout(location = 12) uniform uint u_adds; // 1: counts

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            uvec2 source = sources[u_first[0] + node];
            uint word = source.x == 0u ? 0u : old[u_first[1] + source.x - 1u];
            if (source.y != 0u && (source.x == 0u || u_adds == 1u))
                word += further[u_first[2] + source.y - 1u];
            merged[u_first[3] + node] = word;
        }
    }
}
