#version 430
// Writes the first node of each level.
// Reads 0: the scan of heads.comp's counts, with the total behind it. Writes 1: levels.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Places {
    uint places[];
};
layout(std430, binding = 1) buffer Levels {
    uint levels[];
};
layout(location = 12) uniform uint u_tiles;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint level = own_item(k);
        if (level < n)
            levels[u_first[1] + 4u * level] = places[u_first[0] + level * u_tiles];
    }
}
