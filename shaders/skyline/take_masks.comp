#version 430
// Extracts the masks of records.
// Reads 1: see records.glsl. Writes 2: masks.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/records.glsl"

layout(std430, binding = 2) writeonly buffer Masks {
    uint masks[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint point = own_item(k);
        if (point < n)
            masks[u_first[2] + point] = word_of(point, 1u);
    }
}
