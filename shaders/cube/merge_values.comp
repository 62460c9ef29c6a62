#version 430
// Merges a measure of nodes.
// Reads 0: see merge_nodes.comp, 1: old values, 2: further values. Writes 3: merged values.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/fold.glsl"

layout(std430, binding = 0) readonly buffer Sources {
    uvec2 sources[];
};
layout(std430, binding = 1) readonly buffer Old {
    uvec2 old[];
};
layout(std430, binding = 2) readonly buffer Further {
    uvec2 further[];
};
layout(std430, binding = 3) writeonly buffer Merged {
    uvec2 merged[];
};
layout(location = 12) uniform uint u_fold;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            uvec2 source = sources[u_first[0] + node], value = identity_of(u_fold);
            if (source.x != 0u)
                value = folded(u_fold, value, old[u_first[1] + source.x - 1u]);
            if (source.y != 0u)
                value = folded(u_fold, value, further[u_first[2] + source.y - 1u]);
            merged[u_first[3] + node] = value;
        }
    }
}
