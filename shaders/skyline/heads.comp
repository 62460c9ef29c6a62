#version 430
// Flags the first record of each cell.
// Reads 1: see records.glsl. Writes 2: flags.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/records.glsl"

layout(std430, binding = 2) writeonly buffer Heads {
    uint heads[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint point = own_item(k);
        if (point < n)
            heads[u_first[2] + point] =
                point == 0u || word_of(point, 1u) != word_of(point - 1u, 1u) ? 1u : 0u;
    }
}
