#version 430
// Writes the first node of each level of the new tree, and where the touched nodes of each level begin.
// Reads 0: the scan of update_places.comp's counts, with the total behind it. Changes 1: levels, see update.glsl.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 1) buffer Levels {
    uint levels[];
};
layout(location = 12) uniform uint u_tiles;

void main() {
    uint n = length_of_input(), inserted = u_first[0] + (n - 1u) * u_tiles;
    for (uint k = 0u; k < ITEMS; ++k) {
        uint level = own_item(k);
        if (level < n) {
            uint record = u_first[1] + 4u * level, old = record + 4u * n;
            levels[record] = levels[old] + counts[inserted + level * u_tiles] - counts[inserted];
            levels[old + 2u] = counts[u_first[0] + level * u_tiles];
        }
    }
}
